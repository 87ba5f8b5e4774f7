import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { DestinationStream } from 'pino'
import { openTestCatalogue } from '#adapters/catalogue/testing.ts'
import type { OpenDatabase, QueryWatch } from '#adapters/database/database.ts'
import { openTestDatabase, openTestWorld } from '#adapters/database/testing.ts'
import { testFileStore } from '#adapters/files/testing.ts'
import { openTestHeadings } from '#adapters/headings/testing.ts'
import type { OpenQueue } from '#adapters/queue/boss-queue.ts'
import { sessionOf as sessionFor } from '#features/account/sign-in/server/session-testing.ts'
import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import type { Role } from '#kit/roles.ts'
import { pause } from '#kit/server/load/pause.ts'
import type { Mail } from '#platform/mail/server/mail-port.ts'
import type { App } from './app.ts'
import { readEnv } from './env.ts'
import { collectErrors } from './error-lines-testing.ts'
import { openServer } from './server.ts'
import { type RunningApp, wire } from './wire.ts'
import { loadTestWorld } from './world/demo-world-testing.ts'

export { openTestDatabase }

/** The real check, but half a second of work would be most of what some tests take. */
const easyWork = { cost: 2, attempts: { from: 3, to: 9 } }

/** Without workers no file is made and no mail sent: replies don’t wait for one. */
const noWaits = { fileWaitMs: 0, mailWaitMs: 0 }

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
  watch,
  database = openTestWorld,
}: {
  env?: Record<string, string>
  work?: boolean
  logTo?: DestinationStream
  /** Called after each statement. */
  watch?: QueryWatch
  database?: (watch: QueryWatch) => Promise<OpenDatabase>
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  const errors = collectErrors()
  const settings = readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: logTo ? 'trace' : 'error',
    DEMO: 'true',
    ...unlimited,
    ...testFileStore(),
    ...env,
  })
  const mails: Mail[] = []
  let clock = () => new Date()
  let skipping = new AbortController()
  const wired = await wire(settings, 'portal', {
    database: (measure) =>
      database((query) => {
        measure(query)
        watch?.(query)
      }),
    catalogue: () => openTestCatalogue(join(folder, 'catalogue')),
    headings: async () => openTestHeadings(join(folder, 'catalogue')),
    mail: (mail) => ({
      ...mail,
      send: async (each) => {
        await mail.send(each)
        mails.push(each)
      },
    }),
    queuePace: { retry: 2, look: 0.2 },
    humanWork: easyWork,
    clock: () => clock(),
    pause: (ms, ending) =>
      skipping.signal.aborted
        ? pause(0, ending)
        : pause(ms, AbortSignal.any(ending ? [skipping.signal, ending] : [skipping.signal])),
    logTo: {
      write: (line) => {
        errors.write(line)
        logTo?.write(line)
      },
    },
  })
  const app: RunningApp = work
    ? { ...wired, queue: workOnceEnqueued(wired.queue, () => app) }
    : { ...wired, ...noWaits }
  await loadTestWorld(app)
  // Other test files share the processor: nothing is refused under load, and pages wait for their data.
  const http = await openServer(app, { maxWaitMs: 0, drawWithinMs: 60_000 })
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
    setClock: (given: () => Date) => {
      clock = given
    },
    /** During `work` the program's pauses end at once, those under way too. */
    skipPauses: async <T>(work: () => Promise<T>): Promise<T> => {
      skipping.abort()
      try {
        return await work()
      } finally {
        skipping = new AbortController()
      }
    },
    /** Jobs that wait for their time, or for another attempt, are due now. */
    makeJobsDue: () => sql`update pgboss.job set start_after = pgboss.job_now() where state < 'active'`.execute(app.db),
    /** Sent mails, in order. `app.mail.send` may be replaced by one that fails. */
    mails,
    sessionOf,
    /** Everyone gets a new session at their next call. */
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
    /** Lines of level error that match one of these are expected; `close` fails for any other. */
    expectErrors: errors.expect,
    /** Idempotent: a file's `afterEach` also follows tests that opened nothing. */
    close: once(async () => {
      await http.close()
      await app.queue.close()
      await app.close()
      rmSync(folder, { recursive: true, force: true })
      errors.expectNoOther()
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
