import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'

const dayMs = 86_400_000

/** What is older than AUDIT_DAYS is nobody's business any more. */
export const forgetAudit = job({
  name: 'audit.forget',
  data: z.object({}),
  expireSeconds: 30 * 60,
  retries: 2,
  cron: '25 4 * * *',
  async run({ db, clock, env, log }: Pick<App, 'db' | 'clock' | 'env' | 'log'>) {
    const oldest = new Date(clock().getTime() - env.auditDays * dayMs)
    const { numDeletedRows } = await db.deleteFrom('auditEntry').where('happenedAt', '<', oldest).executeTakeFirst()
    if (numDeletedRows > 0n) log.info({ entries: Number(numDeletedRows) }, 'old entries of the audit log removed')
  },
})
