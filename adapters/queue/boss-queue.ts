import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata, type KyselyTransactionLike, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { defaultZone, type Zone } from '#kit/day.ts'
import type { Job, Queue, UnfinishedJobs } from '#kit/server/jobs.ts'
import { noTraces, type Traces } from '#kit/server/traces.ts'
import { watchDueJobs } from './due-jobs.ts'
import { countJobs, findJob, listJobs } from './listed-jobs.ts'
import { type JobMetrics, leftBy, runJob, withMark } from './run-job.ts'

export type OpenQueue = Queue &
  UnfinishedJobs & {
    /** Processes jobs of these kinds until `close`. */
    work<App extends { log: Logger; metrics: JobMetrics }>(app: App, jobs: Job<App>[]): Promise<void>
    /** Gives running jobs 8 s to finish; the others are restarted later. */
    close(): Promise<void>
  }

/**
 * Seconds: before the first retry (later ones wait longer), at most between looks for jobs without a notification, and
 * between schedule checks. `sideBySide`: concurrent jobs of one kind per process; with two, a small one need not wait for
 * a big one.
 */
export type Pace = { retry: number; look: number; clock?: number; sideBySide?: number }
const usualPace: Pace = { retry: 2, look: 30 }
const timeoutMs = 8000
/** Seconds. Workers wait to be woken, and none of pg-boss's flows is used. */
const hardlyEver = 86_400
/** When a failed attempt is stored as one to repeat or to report, ms. */
const storedMs = 1000
/** pg-boss's own queue, from the schedule to the queues of the jobs. */
const scheduledName = '__pgboss__send-it'

/** Limit of attempts per job, including those lost with their process: the job itself may crash it. */
const maxLost = 25
/** pg-boss's output for a job whose heartbeat stopped, and ours for one cut off by a restart. */
const lostReasons = ['job heartbeat timeout', 'cut off by a restart']

const noJob = '00000000-0000-0000-0000-000000000000'

/** The dead-letter queue for jobs whose last attempt failed or was lost; it calls `failed`. */
const failedName = (name: string) => `${name}.failed`

/** Jobs in tables of the same database: a job enqueued in a transaction exists exactly if it commits. */
export async function openBossQueue(
  database: OpenDatabase,
  jobs: Job<never>[],
  log: Logger,
  pace: Pace = usualPace,
  traces: Traces = noTraces,
  zone: Zone = defaultZone,
): Promise<OpenQueue> {
  const workers = new Map<string, string[]>()
  /** Starts a worker; of the kinds of jobs that this process does. */
  const starts = new Map<string, () => Promise<void>>()
  let ending = false
  const wake = async (name: string) => {
    if (ending || !starts.has(name)) return
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    if (workers.has(name)) return
    workers.set(name, [])
    await starts.get(name)!()
  }
  const due = watchDueJobs(database, {
    names: () => [...starts.keys()],
    due: wake,
    failed: (error) => log.error({ err: error }, 'job queue'),
    everyMs: pace.look * 1000,
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => database.jobs.executeSql(text, values),
      listen: (channel, heard, connected) =>
        database.jobs.listen(
          channel,
          (name) => {
            heard(name)
            void wake(name)
          },
          () => {
            connected()
            due.lookWithin(0)
          },
        ),
    },
    backend: database.backend,
    useListenNotify: true,
    cronMonitorIntervalSeconds: pace.clock ?? 30,
    // The schedule check wakes this worker.
    cronWorkerIntervalSeconds: 45,
    flowIntervalSeconds: hardlyEver,
    bamIntervalSeconds: 600,
    queueCacheIntervalSeconds: 600,
    // How soon a dead process's jobs are reassigned. The embedded database releases them at startup: a pass, its most
    // costly statements at rest, finds only jobs whose end could not be stored.
    ...(database.backend === 'postgres'
      ? { superviseIntervalSeconds: 15, monitorIntervalSeconds: 15 }
      : { superviseIntervalSeconds: 300 }),
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  // The warning's data may contain a statement's values.
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue'))
  await boss.start()
  const existing: ExistingQueues = new Map((await boss.getQueues()).map((each) => [each.name, each]))
  await declareQueue(boss, existing, scheduledName, { notify: true })
  for (const job of jobs) await declareQueues(boss, existing, job, pace)
  await keepSchedules(boss, jobs, zone)
  if (database.backend === 'pglite') await releaseLostJobs(boss, database)
  return {
    async enqueue(job, data, { tx, afterMs } = {}) {
      // The commit notifies a worker, unless the job is delayed.
      await boss.send(job.name, withMark(job.data.parse(data) as object, traces.mark()), {
        ...(tx ? { db: fromKysely(tx as KyselyTransactionLike) } : {}),
        ...(afterMs === undefined ? {} : { startAfter: new Date(Date.now() + afterMs) }),
      })
      if (afterMs !== undefined) due.lookWithin(afterMs)
    },
    list: (query) => listJobs(database, query),
    counts: () => countJobs(database),
    async retry(app, id) {
      const found = await findJob(database, id)
      if (!found) return 'unknown'
      if (found.state !== 'failed') return 'not_failed'
      const job = jobs.find(({ name }) => name === found.name)
      if (!job) return 'unknown'
      await job.again?.(app as never, job.data.parse(found.data) as never)
      await boss.retry(found.name, id)
      due.lookWithin(0)
      return 'tried'
    },
    async work(app, jobs) {
      const take = async (name: string, run: (taken: JobWithMetadata<unknown>) => Promise<void>) => {
        let worker: string | undefined
        const options = { pollingIntervalSeconds: hardlyEver, notifyPollingIntervalSeconds: hardlyEver, batchSize: 1 }
        worker = await boss.work(name, { ...options, includeMetadata: true }, async ([taken]) => {
          try {
            if (taken) await run(taken)
          } catch (error) {
            due.lookWithin(storedMs)
            throw error
          } finally {
            // More jobs may have arrived: look again before waiting.
            if (worker) boss.notifyWorker(worker)
          }
        })
        workers.get(name)!.push(worker)
      }
      for (const job of jobs) {
        starts.set(job.name, async () => {
          for (let n = 0; n < (pace.sideBySide ?? 2); n++)
            await take(job.name, async (taken) => {
              const retryLimit = await forgiveLostTry(database, taken)
              await runJob(app, job, { ...taken, retryLimit }, traces, () => wait(database, taken))
            })
        })
        starts.set(failedName(job.name), () =>
          take(failedName(job.name), async ({ data }) => job.failed?.(app, job.data.parse(leftBy(data).data))),
        )
      }
      due.lookWithin(0)
    },
    async close() {
      ending = true
      await due.end()
      const idle = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })))
      await Promise.race([idle, delay(timeoutMs, undefined, { ref: false })])
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** Whether this attempt should not count: true for a day while a required service is unavailable. */
async function wait({ jobs }: OpenDatabase, { name, id }: JobWithMetadata<unknown>): Promise<boolean> {
  const { rows } = await jobs.executeSql(
    `update pgboss.job set retry_limit = retry_limit + 1
      where name = $1 and id = $2 and created_on > now() - interval '1 day' returning id`,
    [name, id],
  )
  return rows.length > 0
}

/** For a day, an attempt lost with its process gives the job all its attempts back. Returns its current retry limit. */
async function forgiveLostTry({ jobs }: OpenDatabase, { name, id, output, retryLimit }: JobWithMetadata<unknown>) {
  if (!lostReasons.some((reason) => `${JSON.stringify(output)}`.includes(reason))) return retryLimit
  const { rows } = await jobs.executeSql(
    `update pgboss.job set retry_limit = retry_count + (select retry_limit from pgboss.queue where name = $1)
      where name = $1 and id = $2 and created_on > now() - interval '1 day' and retry_count < $3 returning retry_limit`,
    [name, id, maxLost],
  )
  return (rows[0] as { retry_limit: number } | undefined)?.retry_limit ?? retryLimit
}

type QueueOptions = NonNullable<Parameters<PgBoss['updateQueue']>[1]>
type ExistingQueues = Map<string, QueueOptions>

async function declareQueues(
  boss: PgBoss,
  kept: ExistingQueues,
  { name, retries, expireSeconds }: Job<never>,
  { retry }: Pace,
) {
  const shared = {
    retryDelay: retry,
    ...(retry > 0 ? { retryBackoff: true, retryDelayMax: 300 } : {}),
    heartbeatSeconds: 20,
    notify: true,
    deleteAfterSeconds: 86_400,
  }
  await declareQueue(boss, kept, failedName(name), { ...shared, retryLimit: 20, expireInSeconds: 60 })
  await declareQueue(boss, kept, name, {
    ...shared,
    retryLimit: retries,
    expireInSeconds: expireSeconds,
    deadLetter: failedName(name),
  })
}

/** Writes only new or changed queues: each write waits for the disk, and there are dozens at every start. */
async function declareQueue(boss: PgBoss, kept: ExistingQueues, name: string, options: QueueOptions) {
  const before = kept.get(name)
  const keys = Object.keys(options) as (keyof QueueOptions)[]
  if (before && keys.every((key) => before[key] === options[key])) return
  if (before) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options as Parameters<PgBoss['createQueue']>[1])
  // Makes pg-boss cache the queue, as it does for those that exist at startup. Otherwise it would query it at the first
  // `enqueue`, and inside a transaction on the embedded database's only connection that query would deadlock.
  await boss.findJobs(name, { id: noJob })
}

/** The first process to see the minute enqueues the job. A time missed while nothing ran is made up for once, late. */
async function keepSchedules(boss: PgBoss, jobs: Job<never>[], tz: Zone) {
  const existing = new Map((await boss.getSchedules()).map((each) => [each.name, each]))
  for (const { name, cron } of jobs) {
    const before = existing.get(name)
    if (cron && (before?.cron !== cron || before.timezone !== tz))
      await boss.schedule(name, cron, {}, { tz, missed: 'once' })
    if (!cron && before) await boss.unschedule(name)
  }
}

/** Only one process has the embedded database, so jobs still active at its start were cut off. */
async function releaseLostJobs(boss: PgBoss, { jobs }: OpenDatabase) {
  const { rows } = await jobs.executeSql("select name, id from pgboss.job where state = 'active'")
  for (const { name, id } of rows as { name: string; id: string }[])
    await boss.fail(name, id, { reason: lostReasons[1] })
}
