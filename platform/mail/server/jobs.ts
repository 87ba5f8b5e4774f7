import { z } from 'zod'
import type { App } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { job } from '#kit/server/jobs.ts'
import { forgetAttachments } from './attachments.ts'
import { hasOutbox, sendMail } from './send-mail.ts'

/** Days for which sending is retried, and for which a sent mail's text is kept. */
const triedForDays = 3
const retentionDays = 14

/** Restarts mails whose whole series of attempts has failed, and gives up old ones. */
const sendMailAgain = job({
  name: 'mail.send-again',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 2,
  cron: '7,37 * * * *',
  async run(app: Pick<App, 'db' | 'queue' | 'clock' | 'log'>) {
    const tooOld = new Date(app.clock().getTime() - triedForDays * dayMs)
    const reason = `Not accepted within ${triedForDays} days.`
    const givenUp = await app.db
      .updateTable('outgoingMail')
      .set({ state: 'FAILED', reason })
      .where('state', '=', 'LATER')
      .where('createdAt', '<', tooOld)
      .returning('id')
      .execute()
    for (const { id } of givenUp) app.log.error({ mailId: id }, 'gave up on an email: not accepted for days')
    await app.db.transaction().execute(async (tx) => {
      const again = await tx
        .updateTable('outgoingMail')
        .set({ state: 'WAITING' })
        .where('state', '=', 'LATER')
        .returning('id')
        .execute()
      for (const { id } of again) await app.queue.enqueue(sendMail, { mailId: id }, { tx })
    })
  },
})

/** Deletes the text of mails once it is no longer needed for complaints; of secret ones at once. */
const forgetMails = job({
  name: 'mail.forget',
  data: z.object({}),
  expireSeconds: 5 * 60,
  retries: 2,
  cron: '15 4 * * *',
  async run({ db, clock, mail }: Pick<App, 'db' | 'clock' | 'mail'>) {
    const old = new Date(clock().getTime() - retentionDays * dayMs)
    await db
      .updateTable('outgoingMail')
      .set({ bodyText: null, bodyHtml: null })
      .where('state', 'in', ['SENT', 'FAILED'])
      .where('bodyText', 'is not', null)
      .where((row) => row.or([row('createdAt', '<', old), ...(hasOutbox(mail) ? [] : [row('secret', '=', true)])]))
      .execute()
    await forgetAttachments(db)
  },
})

export const mailJobs = [sendMail, sendMailAgain, forgetMails]
