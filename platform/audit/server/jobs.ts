import { z } from 'zod'
import type { App } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { forgetEntries, sealAudit } from './seal-audit.ts'

/** Deletes entries older than AUDIT_DAYS. */
export const forgetAudit = job({
  name: 'audit.forget',
  data: z.object({}),
  expireSeconds: 30 * 60,
  retries: 2,
  cron: '25 4 * * *',
  async run(app: Pick<App, 'db' | 'clock' | 'env' | 'log' | 'secretKey'>) {
    const entries = await forgetEntries(app, new Date(app.clock().getTime() - app.env.auditDays * dayMs))
    if (entries > 0) app.log.info({ entries }, 'old entries of the audit log removed')
  },
})

/** A rebuilt chain differs from what was signed; entries after the last signature are not protected yet. */
export const sealAuditHourly = job({
  name: 'audit.seal',
  data: z.object({}),
  expireSeconds: 60,
  retries: 2,
  cron: '7 * * * *',
  run: (app: Pick<App, 'db' | 'clock' | 'env' | 'secretKey'>) => sealAudit(app),
})
