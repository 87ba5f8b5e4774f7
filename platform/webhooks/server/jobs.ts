import { z } from 'zod'
import type { App } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { deliveryDays } from '../rules.ts'
import { sendWebhook } from './send-webhook.ts'

const forgetDeliveries = job({
  name: 'webhooks.forget',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 2,
  cron: '25 4 * * *',
  async run({ db, clock }: Pick<App, 'db' | 'clock'>) {
    const old = new Date(clock().getTime() - deliveryDays * dayMs)
    await db.deleteFrom('webhookDelivery').where('createdAt', '<', old).execute()
  },
})

export const webhookJobs = [sendWebhook, forgetDeliveries]
