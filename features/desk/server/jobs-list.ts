import type { App } from '#app/app.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import { type deskApi, deskProblem, type JobLine } from '#features/desk/contract.ts'
import { linesAPage } from '#features/desk/rules.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { KeptJob } from '#kit/server/jobs.ts'

/** Background work that is not done. */
export async function listJobs(
  { keptJobs }: Pick<App, 'keptJobs'>,
  { page, state }: Input<typeof deskApi.deskJobs>,
): Promise<{ response: JobLine[]; totalCount: number }> {
  const { jobs, total } = await keptJobs.list({ state, from: (page - 1) * linesAPage, count: linesAPage })
  return { response: jobs.map(lineOf), totalCount: total }
}

export async function retryJob(app: App, { userId }: Caller, jobId: string): Promise<{ response: { id: string } }> {
  const outcome = await app.keptJobs.retry(app, jobId)
  if (outcome === 'unknown') throw deskProblem('job_not_found')
  if (outcome === 'not_failed') throw deskProblem('job_not_failed')
  await noteAudit(app.db, { now: app.clock(), customerId: null, userId, action: 'job_retried', subject: jobId })
  app.log.info({ jobId }, 'job tried again by hand')
  return { response: { id: jobId } }
}

const lineOf = ({ data, createdAt, nextAt, ...job }: KeptJob): JobLine => ({
  ...job,
  about: Object.entries(data)
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
    .slice(0, 300),
  createdDate: createdAt.toISOString(),
  nextDate: nextAt.toISOString(),
})
