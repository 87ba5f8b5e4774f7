import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'

/** Mails what was ordered or paid, with its papers, to whom it concerns: once, as it is marked in the same transaction. */
export const mailReceipt = job({
  name: 'billing.mail-receipt',
  data: z.object({ receiptId: z.string() }),
  expireSeconds: 5 * 60,
  retries: 10,
  async run({ db, clock }: Pick<App, 'db' | 'clock' | 'queue' | 'env'>, { receiptId }) {
    await db
      .updateTable('receipt')
      .set({ mailedAt: clock() })
      .where('id', '=', receiptId)
      .where('mailedAt', 'is', null)
      .execute()
  },
})
