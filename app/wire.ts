import { join } from 'node:path'
import type { Logger } from 'pino'
import pino, { type DestinationStream, type LevelWithSilent, type LogFn } from 'pino'
import { openAuditShip } from '#adapters/audit-ship/audit-ship.ts'
import { openContentSite } from '#adapters/content-site/content-site.ts'
import type { OpenDatabase, QueryWatch } from '#adapters/database/database.ts'
import { openSignals } from '#adapters/database/signals.ts'
import { openEnrichmentSources } from '#adapters/enrichment/sources.ts'
import { openFiles } from '#adapters/files/files.ts'
import { openHumanCheck, type Work } from '#adapters/human-check/human-check.ts'
import { openOutbox } from '#adapters/mail/outbox.ts'
import { openPayments } from '#adapters/payments/payments.ts'
import { type OpenQueue, openBossQueue, type Pace } from '#adapters/queue/boss-queue.ts'
import { openVirusScan } from '#adapters/virus-scan/virus-scan.ts'
import { demoAccountsFor } from '#demo/world/world.ts'
import { openSessionCallers } from '#features/account/sign-in/server/session-callers.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { openSynonyms } from '#features/catalogue/synonyms/server/synonyms.ts'
import { openKeyCallers } from '#features/school/access-keys/server/access-keys.ts'
import { sandboxPassword } from '#features/shop/payments/server/sandbox-password.ts'
import { clockIn } from '#kit/day.ts'
import { type Pause, pause as usualPause } from '#kit/server/load/pause.ts'
import { loggedError, reasonOf } from '#kit/server/logged-error.ts'
import { noRecall, openRecall } from '#kit/server/memory/recall.ts'
import { type Metrics, openMetrics } from '#kit/server/metrics.ts'
import { noTraces, type Traces } from '#kit/server/traces.ts'
import { makeDataFolder } from '#operate/data-folder.ts'
import { rebuildInLog } from '#operate/rebuild-watch.ts'
import { finishRestore } from '#operate/restore-finish.ts'
import { openSecretKey } from '#operate/secret-key-file.ts'
import { kindsOf, watchPorts } from '#operate/watch-ports.ts'
import { watchState } from '#operate/watch-state.ts'
import { shipAudit } from '#platform/audit/server/ship-audit.ts'
import { altchaSecrets } from '#platform/human-check/server/altcha-secrets.ts'
import type { MailPort } from '#platform/mail/server/mail-port.ts'
import type { App } from './app.ts'
import type { Env } from './env.ts'
import { jobs } from './jobs.ts'
import { openCatalogue } from './open-catalogue.ts'
import { openDatabase } from './open-database.ts'
import { openHeadings } from './open-headings.ts'

export type RunningApp = App & {
  queue: OpenQueue
  /** Embedded database only. */
  copyDatabase: ((folder: string) => Promise<void>) | undefined
  /** Serialises the startup work of all processes. */
  alone: OpenDatabase['alone']
  close(): Promise<void>
}

/** For tests: what they open themselves, or watch. */
export type Overrides = {
  database?: (watch: QueryWatch) => Promise<OpenDatabase>
  catalogue?: () => Promise<CataloguePort>
  headings?: () => Promise<HeadingsPort>
  mail?: (mail: MailPort) => MailPort
  humanWork?: Work
  clock?: () => Date
  pause?: Pause
  queuePace?: Pace
  /** Receives every line of the log. */
  logTo?: DestinationStream | undefined
}

/** The only place where adapters are chosen. They are closed in reverse order. */
export async function wire(
  env: Env,
  service?: 'portal' | 'worker',
  {
    clock: now,
    pause = usualPause,
    mail: asMail = (mail) => mail,
    queuePace,
    humanWork,
    logTo,
    ...open
  }: Overrides = {},
): Promise<RunningApp> {
  let traces = noTraces
  const log = openLog(env.logLevel, () => traces, logTo)
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of closing.reverse().splice(0)) await end()
  }
  const clock = clockIn(env.timeZone, now)
  try {
    makeDataFolder(env.dataDir)
    traces = await openTraces(env, service, log)
    closing.push(traces.close)
    const kinds = kindsOf(env)
    const metrics = openMetrics({ engine: kinds.catalogue, jobs: jobs.map(({ name }) => name) })
    const watch = { metrics, traces }
    const broke = (error: Error) => log.error({ err: error }, 'database connection')
    const database = await (open.database?.(watchQueries(watch)) ?? openDatabase(env, broke, watchQueries(watch)))
    closing.push(database.close)
    const files = await openFiles(env, {
      // Only one process may use the embedded database's folder.
      alone: !env.databaseUrl,
      onError: (error) => log.error({ err: error }, 'file store'),
    })
    await finishRestore(env, { db: database.db, files })
    const opening = openSearches(env, log, open, closing)
    // If something else fails meanwhile, that ends the start.
    opening.catch(() => {})
    const { recall, close: forget } = service === 'worker' ? noRecall : await openRecall(database.followChanges)
    closing.push(forget)
    const secretKey = await openSecretKey(env, database.db, (line) => log.warn(line))
    const secretNeeds = { db: database.db, secretKey }
    const signals = openSignals(database)
    const synonyms = await openSynonyms({ db: database.db, log }, signals)
    closing.push(synonyms.close)
    const queue = await openBossQueue(database, jobs as never, log, queuePace, traces, env.timeZone)
    closing.push(queue.close)
    const payments = openPayments(env, { password: await sandboxPassword(secretNeeds), clock, pause })
    if (!payments) log.warn('No card payment: neither SECUREPAY_MERCHANT nor PAYMENT_SANDBOX=true is set')
    const [catalogue, headings] = await opening
    const ports = {
      catalogue: { ...catalogue, variants: synonyms.variants },
      headings,
      files,
      mail: asMail(await openMail(env)),
      enrichment: openEnrichmentSources(env),
      virusScan: openVirusScan(env),
      contentSite: env.cmsUrl ? openContentSite(env.cmsUrl) : undefined,
    }
    const app = {
      env,
      ...secretNeeds,
      ...watchPorts(ports, kinds, watch),
      humanCheck: openHumanCheck(env, await altchaSecrets(secretNeeds), humanWork),
      payments,
      demoAccounts: demoAccountsFor(env),
      signals,
      queue,
      unfinishedJobs: queue,
      clock,
      pause,
      log,
      metrics,
      traces,
      recall,
    }
    watchState(app, database.connections)
    const [sessions, keys] = [openSessionCallers(app), openKeyCallers(app)]
    closing.push(sessions.close, keys.close)
    if (env.auditShipTo && service) closing.push(shipping(app, env.auditShipTo))
    return {
      ...app,
      copyDatabase: database.copyTo,
      callerOf: sessions.callerOf,
      callerOfKey: keys.callerOf,
      alone: database.alone,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Both start threads, which get ready while the rest of the program does. */
async function openSearches(env: Env, log: Logger, open: Overrides, closing: (() => Promise<void>)[]) {
  const opened = [
    open.catalogue?.() ?? openCatalogue(env, { watch: rebuildInLog(log) }),
    open.headings?.() ?? openHeadings(env),
  ] as const
  closing.push(async () => {
    for (const each of await Promise.allSettled(opened)) if (each.status === 'fulfilled') await each.value.close()
  })
  const [catalogue, headings] = await Promise.all(opened)
  // Headings that cannot be read end the start. Tests open some that can, and most of them never search these.
  if (!open.headings) await headings.stats()
  return [catalogue, headings] as const
}

/** Returns a function that stops it. */
function shipping(app: Pick<App, 'db' | 'pause' | 'log'>, to: string): () => Promise<void> {
  const ending = new AbortController()
  const shipped = shipAudit(app, openAuditShip(to), to, ending.signal)
  return () => {
    ending.abort()
    return shipped
  }
}

async function openMail({ smtpUrl, dataDir, providerName, mailFrom }: Env): Promise<MailPort> {
  const sender = { name: providerName, address: mailFrom }
  if (!smtpUrl) return openOutbox(join(dataDir, 'outbox'), sender)
  return (await import('#adapters/mail/smtp.ts')).openSmtp(smtpUrl, sender)
}

/** Loaded only if needed: the libraries are large, and most portals run without. */
async function openTraces(
  { traces, cmsUrl, s3, openSearch }: Env,
  service: 'portal' | 'worker' | undefined,
  log: Logger,
) {
  if (!traces || !service) return noTraces
  const { openOtlpTraces } = await import('#adapters/traces/otlp-traces.ts')
  const passOnTo = [cmsUrl, s3?.endpoint, ...(openSearch?.urls ?? [])].flatMap((each) =>
    each === undefined ? [] : new URL(each).origin,
  )
  const warn = (error: Error) => log.warn({ reason: reasonOf(error) }, 'the collector refuses traces')
  return openOtlpTraces({ ...traces, service, passOnTo, warn })
}

/** A finished statement: its text with `$1` in place of values, and its duration. */
type Query = { sql: string; ms: number; error?: unknown }

const longest = 1000

export const watchQueries =
  ({ metrics, traces }: { metrics: Metrics; traces: Traces }) =>
  ({ sql, ms, error }: Query) => {
    metrics.queries.observe({ outcome: error === undefined ? 'ok' : 'failed' }, ms / 1000)
    const about = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longest) }
    traces.tell(queryName(sql), about, ms, error)
  }

/** A short name for a query, such as `select app_user`: the verb and the first table. */
export function queryName(sql: string): string {
  const [, verb = 'sql'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([\w.]+)/i.exec(sql) ?? []
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase()
}

/** JSON lines without secrets. Within a traced call or job, each line has its trace id. */
export function openLog(level: LevelWithSilent, traces: () => Pick<Traces, 'ids'>, to?: DestinationStream): Logger {
  const options = {
    level,
    mixin: () => traces().ids(),
    formatters: { log: withoutValues },
    // Pino's own would serialise it again, and name its type Object.
    serializers: { err: (error: unknown) => error },
    hooks: { logMethod: sayReason },
    redact: { paths: ['password', 'pin', 'token', '*.password', '*.pin', '*.token'], censor: '…' },
  }
  return to ? pino(options, to) : pino(options)
}

/** Without our own message pino uses the error's. */
function sayReason(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [line, message] = args as unknown[]
  const error = line instanceof Error ? line : (line as { err?: unknown } | undefined)?.err
  if (error instanceof Error && message === undefined) return method.call(this, { err: error }, reasonOf(error))
  return method.apply(this, args)
}

/** Errors under any key, not only `err`. */
const withoutValues = (line: object) =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, value instanceof Error ? loggedError(value) : value]),
  )
