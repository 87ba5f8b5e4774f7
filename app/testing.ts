import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import { openTestCatalogue } from '#adapters/catalogue/testing.ts'
import { openContentSite } from '#adapters/content-site/content-site.ts'
import { openTestDatabase, openTestWorld } from '#adapters/database/testing.ts'
import { openEnrichmentSources } from '#adapters/enrichment/sources.ts'
import { openFiles } from '#adapters/files/files.ts'
import { testFileStore } from '#adapters/files/testing.ts'
import { openTestHeadings } from '#adapters/headings/testing.ts'
import { openHumanCheck } from '#adapters/human-check/human-check.ts'
import { openOutbox } from '#adapters/mail/outbox.ts'
import { openSmtp } from '#adapters/mail/smtp.ts'
import { openPayments } from '#adapters/payments/payments.ts'
import { type OpenQueue, openBossQueue } from '#adapters/queue/boss-queue.ts'
import { openVirusScan } from '#adapters/virus-scan/virus-scan.ts'
import { demoAccountsFor } from '#demo/world/world.ts'
import { sessionOf as sessionFor } from '#features/account/sign-in/server/session-testing.ts'
import { callerOfSession } from '#features/account/sign-in/server/sessions.ts'
import { openSynonyms } from '#features/catalogue/synonyms/server/synonyms.ts'
import { openKeyCallers } from '#features/school/access-keys/server/access-keys.ts'
import { sandboxPassword } from '#features/shop/payments/server/sandbox-password.ts'
import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import type { Role } from '#kit/roles.ts'
import { openMetrics } from '#kit/server/metrics.ts'
import { noTraces } from '#kit/server/traces.ts'
import { openSecretKey } from '#operate/secret-key-file.ts'
import { kindsOf, watchPorts } from '#operate/watch-ports.ts'
import { watchState } from '#operate/watch-state.ts'
import { altchaSecrets } from '#platform/human-check/server/altcha-secrets.ts'
import type { Mail, MailPort } from '#platform/mail/server/mail-port.ts'
import type { App } from './app.ts'
import { readEnv } from './env.ts'
import { jobs } from './jobs.ts'
import { openServer } from './server.ts'
import { openLog, watchQueries } from './wire.ts'
import { loadTestWorld } from './world/demo-world-testing.ts'

export { openTestDatabase }

/** The real check, but half a second of work would be most of what some tests take. */
const easyWork = { cost: 2, attempts: { from: 3, to: 9 } }

/** Tests make more calls than a person. */
const unlimited = { CLIENT_LIMITS: 'off', SCHOOL_LIMITS: 'off' }

/** Short names of the demo world's people. */
export const people = {
  hillview: 'librarian@hillview.example',
  assistant: 'assistant@hillview.example',
  riverside: 'librarian@riverside.example',
  lakeside: 'trial@lakeside.example',
  desk: 'desk@provider.example',
  admin: 'admin@hillview.example',
  student: 'student@hillview.example',
  administrator: 'administrator@provider.example',
} as const
export type Person = keyof typeof people

/** People that the demo world lacks; they exist from their first call on. */
const more: Partial<Record<Person, { role: Role; customerId: string | null }>> = {
  admin: { role: 'organisation-admin', customerId: 'demo-hillview' },
  student: { role: 'student', customerId: 'demo-hillview' },
  administrator: { role: 'administrator', customerId: null },
}

/**
 * The whole program with an empty catalogue, the demo world's database and a temporary folder, called over HTTP without
 * a socket. `as('hillview')` calls as that person, `as(null)` as a visitor.
 */
export async function testApp({
  env = {},
  work = true,
  logTo,
}: {
  env?: Record<string, string>
  work?: boolean
  logTo?: DestinationStream
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const settings = readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DEMO: 'true',
    ...unlimited,
    ...testFileStore(),
    ...env,
  })
  const kinds = kindsOf(settings)
  const metrics = openMetrics({ engine: kinds.catalogue, jobs: jobs.map(({ name }) => name) })
  const traces = settings.traces
    ? (await import('#adapters/traces/otlp-traces.ts')).openOtlpTraces({
        ...settings.traces,
        service: 'portal',
        passOnTo: [],
        warn: () => {},
      })
    : noTraces
  const log = openLog(logTo ? 'trace' : settings.logLevel, () => traces, logTo)
  const watch = { metrics, traces }
  const database = await openTestWorld(watchQueries(watch))
  const boss = await openBossQueue(database, jobs as never, log, undefined, traces)
  const queue = work ? workOnceEnqueued(boss, () => app) : boss
  const catalogue = await openTestCatalogue(join(folder, 'catalogue'))
  const headings = openTestHeadings(join(folder, 'catalogue'))
  const synonyms = await openSynonyms({ db: database.db, log })
  const mails: Mail[] = []
  const sender = { name: settings.providerName, address: settings.mailFrom }
  const sending = settings.smtpUrl ? openSmtp(settings.smtpUrl, sender) : openOutbox(join(folder, 'outbox'), sender)
  const mail: MailPort = {
    ...sending,
    send: async (each) => {
      await sending.send(each)
      mails.push(each)
    },
  }
  const ports = {
    catalogue: { ...catalogue, variants: synonyms.variants },
    headings,
    files: await openFiles(settings),
    mail,
    virusScan: openVirusScan(settings),
    contentSite: settings.cmsUrl ? openContentSite(settings.cmsUrl) : undefined,
    enrichment: openEnrichmentSources(settings),
  }
  const secretKey = await openSecretKey(settings, database.db)
  const parts = { env: settings, db: database.db, secretKey, clock: () => new Date() }
  const app: App = {
    ...parts,
    ...watchPorts(ports, kinds, watch),
    humanCheck: openHumanCheck(settings, await altchaSecrets(parts), easyWork),
    payments: openPayments(settings, { password: await sandboxPassword(parts), clock: () => parts.clock() }),
    demoAccounts: demoAccountsFor(settings),
    queue,
    unfinishedJobs: queue,
    log,
    metrics,
    traces,
    clock: () => parts.clock(),
    callerOf: (request) => callerOfSession(app, request),
    callerOfKey: (key, address) => keys.callerOf(key, address),
  }
  watchState(app, database.connections)
  const keys = openKeyCallers(app)
  await loadTestWorld(app)
  // Other test files share the processor: refusals under load are tested elsewhere.
  const http = await openServer(app, { maxWaitMs: 0 })
  await http.ready()

  const sessions = new Map<string, string>()
  /** A cookie header of this person's valid session, without the sign-in pages. */
  const sessionOf = async (person: Person) => {
    const known = sessions.get(person)
    if (known) return known
    const username = people[person]
    if (more[person])
      await app.db
        .insertInto('appUser')
        .values({
          ...more[person],
          id: `test-${person}`,
          username,
          email: username,
          firstName: 'Test',
          lastName: person,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    const user = await app.db
      .selectFrom('appUser')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const cookie = await sessionFor(app.db, user.id, settings.publicUrl, { now: app.clock(), hours: 1 })
    sessions.set(person, cookie)
    return cookie
  }
  const raw = async (person: Person | null, options: InjectOptions) =>
    http.inject({
      ...options,
      headers: {
        host: new URL(settings.publicUrl).host,
        'x-requested-with': 'test',
        ...(person ? { cookie: await sessionOf(person) } : {}),
        ...options.headers,
      },
    })

  return {
    ...app,
    http,
    /** The test's clock; the program uses no other. */
    setClock: (clock: () => Date) => {
      parts.clock = clock
    },
    /** Sent mails, in order. `app.mail.send` may be replaced by one that fails. */
    mails,
    /** Reads the table of synonyms now, not in two seconds. */
    lookForSynonyms: synonyms.look,
    sessionOf,
    /** Everybody gets a new session at their next call. */
    signInAgain: () => sessions.clear(),
    raw,
    as:
      (person: Person | null) =>
      async <E extends Endpoint>(endpoint: E, input: RawInput<E>): Promise<Reply<E>> => {
        const response = await raw(person, requestOf(endpoint, input as object))
        if (response.statusCode >= 400) {
          const { code, messages, errors, about } = response.json()
          const wait = response.headers['retry-after']
          const waitSeconds = wait === undefined ? undefined : Number(wait)
          throw new Problem(code, response.statusCode, messages, errors, about, waitSeconds)
        }
        return (endpoint.answers === 'json' ? response.json() : response.body) as Reply<E>
      },
    /** Idempotent: a file's `afterEach` also follows tests that opened nothing. */
    close: once(async () => {
      await http.close()
      await keys.close()
      synonyms.close()
      await queue.close()
      await catalogue.close()
      await headings.close()
      await database.close()
      await traces.close()
      rmSync(folder, { recursive: true, force: true })
    }),
  }
}

/** Starts a job's workers when it is first enqueued: starting all of them takes longer than most tests. */
function workOnceEnqueued(boss: OpenQueue, app: () => App): OpenQueue {
  const working = new Map<string, Promise<void>>()
  return {
    ...boss,
    enqueue: async (job, ...given) => {
      // Not awaited: the caller's transaction may have the embedded database's only connection.
      if (!working.has(job.name)) working.set(job.name, boss.work(app(), [job as never]))
      await boss.enqueue(job, ...given)
    },
    close: async () => {
      await Promise.all(working.values())
      await boss.close()
    },
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= run())
}

/** A call's request for this input. */
export function requestOf(endpoint: Endpoint, input: object): InjectOptions {
  const rest: Record<string, unknown> = { ...input }
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { method: endpoint.methods[0], url, ...sentBy(endpoint, rest) }
}

function sentBy({ methods: [method], listBody }: Endpoint, members: Record<string, unknown>): InjectOptions {
  if (method === 'GET' || method === 'DELETE') return { query: asQuery(members) }
  if (listBody === undefined) return { payload: members }
  const { [listBody]: payload, ...rest } = members
  return { payload: payload as object, query: asQuery(rest) }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

const asQuery = (members: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
