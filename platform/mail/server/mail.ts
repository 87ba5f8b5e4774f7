import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import { waitForFinish } from '#kit/server/load/wait-for-finish.ts'
import { secondsUntilFree } from '#kit/server/seconds-until.ts'
import { mailProblem, mailsAnHour } from '../contract.ts'
import { readAddress } from './address.ts'
import { keepAttachments } from './attachments.ts'
import type { MailAttachment } from './mail-port.ts'
import { sendMail } from './send-mail.ts'

export { readAddress } from './address.ts'
export { composeMail, type MailContent, type MailRecord, type MailSection } from './compose.ts'
export type { MailAttachment } from './mail-port.ts'

export type NewMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The address is a setting, checked at the start: it may also be of this machine, such as portal@localhost. */
  toProvider?: boolean
  /** Address for replies; by default the sender of all emails. */
  replyTo?: string
  /** Contains a PIN or an access link: its text is deleted as soon as it was sent. */
  secret?: boolean
  /** Kept as long as the text. */
  attachments?: readonly MailAttachment[]
  /** Counts towards this person's limit. */
  byUserId?: string
}

type Needs = Pick<App, 'db' | 'queue' | 'clock'>

/** Enqueues an email, sent after the reply. Within a transaction, it exists exactly if that commits. */
export async function enqueueMail(app: Needs, mail: NewMail, tx?: Db): Promise<{ id: string }> {
  if (!tx) return app.db.transaction().execute((transaction) => enqueueMail(app, mail, transaction))
  const id = randomUUID()
  const recipient = mail.toProvider ? mail.to : readAddress(mail.to)
  if (mail.byUserId !== undefined) await enforceLimit(tx, mail.byUserId, app.clock())
  await tx
    .insertInto('outgoingMail')
    .values({
      id,
      userId: mail.byUserId ?? null,
      recipient,
      replyTo: mail.replyTo === undefined ? null : readAddress(mail.replyTo),
      subject: mail.subject,
      bodyText: mail.text,
      bodyHtml: mail.html,
      secret: mail.secret ?? false,
      createdAt: app.clock(),
      sentAt: null,
    })
    .execute()
  await keepAttachments(tx, id, mail.attachments ?? [])
  await app.queue.enqueue(sendMail, { mailId: id }, { tx })
  return { id }
}

/**
 * True once the mail is sent, false if that takes longer than `ms` or the signal is aborted. Throws `mail_refused` if
 * it will never be sent.
 */
export async function waitUntilSent(
  { db }: Pick<App, 'db'>,
  id: string,
  ms: number,
  signal: AbortSignal,
): Promise<boolean> {
  const state = async () =>
    (await db.selectFrom('outgoingMail').select('state').where('id', '=', id).executeTakeFirst())?.state
  await waitForFinish(id, async () => ['SENT', 'FAILED'].includes((await state()) ?? ''), ms, signal)
  const now = await state()
  if (now === 'FAILED') throw mailProblem('mail_refused')
  return now === 'SENT'
}

/** Locks the person's row until the transaction ends, so that concurrent mails are counted one by one. */
async function enforceLimit(tx: Db, userId: string, now: Date) {
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const sent = await tx
    .selectFrom('outgoingMail')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('createdAt', '>', new Date(now.getTime() - hourMs))
    .orderBy('createdAt', 'desc')
    .limit(mailsAnHour)
    .execute()
  if (sent.length < mailsAnHour) return
  const times = sent.map(({ createdAt }) => createdAt)
  const waitSeconds = secondsUntilFree({ times, most: mailsAnHour, withinMs: hourMs }, now)
  throw mailProblem('mail_limit', {
    waitSeconds,
    messages: [`You can send at most ${mailsAnHour} emails an hour. Please try again in ${formatWait(waitSeconds)}.`],
  })
}
