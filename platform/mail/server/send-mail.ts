import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { job } from '#kit/server/jobs.ts'
import { announceFinish } from '#kit/server/load/wait-for-finish.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { attachmentsOf } from './attachments.ts'
import { type MailPort, MailRefused } from './mail-port.ts'
import type { MailTables } from './tables.ts'

type Needs = Pick<App, 'db' | 'mail' | 'clock' | 'log'>

/** Sends one mail, once: repeated after it was sent, it does nothing. */
export const sendMail = job({
  name: 'mail.send',
  data: z.object({ mailId: z.string() }),
  // More than the slowest mail server takes: a try that is only slow must not be made twice.
  expireSeconds: 15 * 60,
  retries: 10,
  async run(app: Needs, { mailId }) {
    const mail = await app.db
      .selectFrom('outgoingMail')
      .selectAll()
      .where('id', '=', mailId)
      .where('state', '=', 'WAITING')
      .executeTakeFirst()
    if (!mail) return
    const attachments = await attachmentsOf(app.db, mailId)
    try {
      await app.mail.send({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.bodyText!,
        html: mail.bodyHtml!,
        ...(attachments.length > 0 ? { attachments } : {}),
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      app.log.warn({ mailId, reason: reasonOf(error) }, 'mail refused for good')
      return await settle(app, mail, { state: 'FAILED', reason: error.message })
    }
    await settle(app, mail, { state: 'SENT', sentAt: app.clock() })
  },
  /** The other side has been away for a while: `mail.send-again` begins anew. */
  async failed({ db }: Needs, { mailId }) {
    await db
      .updateTable('outgoingMail')
      .set({ state: 'LATER' })
      .where('id', '=', mailId)
      .where('state', '=', 'WAITING')
      .execute()
  },
  async again({ db }: Needs, { mailId }) {
    await db
      .updateTable('outgoingMail')
      .set({ state: 'WAITING' })
      .where('id', '=', mailId)
      .where('state', '=', 'LATER')
      .execute()
  },
})

/** Where mails do not leave this machine, they are all read in the outbox, those with secrets too. */
export const isKept = ({ outbox }: MailPort): boolean => outbox !== undefined

type Settled = Partial<Pick<MailTables['outgoingMail'], 'sentAt'>> & { state: 'SENT' | 'FAILED'; reason?: string }

const maxWaitMs = 60_000

/** What has left has left: while the database is away, it is asked again to keep that, and the mail is not sent again. */
async function settle({ db, mail }: Needs, { id, secret }: { id: string; secret: boolean }, settled: Settled) {
  const set = secret && !isKept(mail) ? { ...settled, bodyText: null, bodyHtml: null } : settled

  for (let waitMs = 100; ; waitMs *= 2) {
    try {
      await db.updateTable('outgoingMail').set(set).where('id', '=', id).where('state', '=', 'WAITING').execute()
      return announceFinish(id)
    } catch (error) {
      if (waitMs > maxWaitMs) throw error
      await delay(waitMs)
    }
  }
}
