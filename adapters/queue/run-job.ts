import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { actFrom } from '#kit/server/came-from.ts'
import type { Job } from '#kit/server/jobs.ts'
import { isAway } from '#kit/server/load/away.ts'
import type { Traces } from '#kit/server/traces.ts'

export type JobMetrics = { jobs: { observe(labels: { name: string; outcome: string }, seconds: number): void } }

type Taken = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'signal' | 'retryCount' | 'retryLimit'>

/**
 * One attempt of a job, measured and logged. If it throws, it is retried; `wait` decides whether an attempt that failed
 * on an unavailable service counts.
 */
export async function runJob<App extends { log: Logger; metrics: JobMetrics }>(
  app: App,
  job: Job<App>,
  taken: Taken,
  traces: Traces,
  wait: () => Promise<boolean>,
) {
  const { data, traceparent } = leftBy(taken.data)
  const about = { 'job.name': job.name, 'job.id': taken.id, 'job.try': taken.retryCount + 1 }
  // The enqueuing call may have woken us, but a job belongs to no call.
  await actFrom('', () =>
    traces.job(`job ${job.name}`, about, traceparent, () => tryJob(app, job, { ...taken, data }, wait)),
  )
}

async function tryJob<App extends { log: Logger; metrics: JobMetrics }>(
  app: App,
  job: Job<App>,
  taken: Taken,
  wait: () => Promise<boolean>,
) {
  const started = performance.now()
  const finish = (outcome: string) =>
    app.metrics.jobs.observe({ name: job.name, outcome }, (performance.now() - started) / 1000)
  try {
    await job.run(app, job.data.parse(taken.data), taken.signal)
    finish('done')
  } catch (error) {
    const waits = isAway(error) && (await wait().catch(() => false))
    const last = !waits && taken.retryCount >= taken.retryLimit
    app.log.error({ err: error, job: job.name, jobId: taken.id, last }, 'job failed')
    finish(last ? 'failed' : 'retried')
    throw error
  }
}

/** Stored with a job's data while tracing is on: the call that enqueued it. */
export const withMark = (data: object, traceparent: string | undefined) =>
  traceparent === undefined ? data : { ...data, traceparent }

export function leftBy(stored: unknown): { data: unknown; traceparent: string | undefined } {
  if (typeof stored !== 'object' || stored === null || !('traceparent' in stored))
    return { data: stored, traceparent: undefined }
  const { traceparent, ...data } = stored
  return { data, traceparent: typeof traceparent === 'string' ? traceparent : undefined }
}
