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

/** Sends one mail; idempotent once it was sent. */
export const sendMail = job({
  name: 'mail.send',
  data: z.object({ mailId: z.string() }),
  // More than the slowest mail server takes: a slow attempt must not run twice.
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
        ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
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
  /** The other side has been unavailable for a while: `mail.send-again` restarts it. */
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

/** If mails stay on this machine, all can be read in the outbox, even those with secrets. */
export const hasOutbox = ({ outbox }: MailPort): boolean => outbox !== undefined

type Settled = Partial<Pick<MailTables['outgoingMail'], 'sentAt'>> & { state: 'SENT' | 'FAILED'; reason?: string }

const maxWaitMs = 60_000

/**
 * Records the outcome of a sent mail; retries while the database is unavailable, so that the mail is not sent again.
 */
async function settle({ db, mail }: Needs, { id, secret }: { id: string; secret: boolean }, settled: Settled) {
  const set = secret && !hasOutbox(mail) ? { ...settled, bodyText: null, bodyHtml: null } : settled

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
