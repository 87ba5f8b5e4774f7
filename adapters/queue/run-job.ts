import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import type { Job } from '#kit/server/jobs.ts'

export type JobMetrics = { jobs: { observe(labels: { job: string; outcome: string }, seconds: number): void } }

type Taken = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'signal' | 'retryCount' | 'retryLimit'>

/** One try of a job, measured and logged. What it throws decides that it is tried again. */
export async function runJob<App extends { log: Logger; metrics: JobMetrics }>(app: App, job: Job<App>, taken: Taken) {
  const started = performance.now()
  const finish = (outcome: string) =>
    app.metrics.jobs.observe({ job: job.name, outcome }, (performance.now() - started) / 1000)
  try {
    await job.run(app, job.data.parse(taken.data), taken.signal)
    finish('done')
  } catch (error) {
    const last = taken.retryCount >= taken.retryLimit
    app.log.error({ err: error, job: job.name, jobId: taken.id, last }, 'job failed')
    finish(last ? 'failed' : 'retried')
    throw error
  }
}
