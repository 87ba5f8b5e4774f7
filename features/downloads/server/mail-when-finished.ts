import type { App, Db } from '#app/app.ts'
import { counted } from '#kit/wording.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import { findRequester } from './requester.ts'
import type { Finished } from './state.ts'

/**
 * Mails the person who made a request that it is ready or has failed: if it was late, if they left without an answer,
 * or if their program wants it so.
 * Runs within the transaction that finishes it, so the mail is queued exactly once.
 */
export async function mailFinished(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'env'>,
  tx: Db,
  request: Finished,
): Promise<void> {
  const person = await findRequester(tx, request.userId)
  if (!person?.to) return
  await enqueueMail(app, { to: person.to, ...mailOf(app, request) }, tx)
}

function mailOf({ env }: Pick<App, 'env'>, { id, name, status, messages, matchedCount, notify }: Finished) {
  const link = { label: 'Open the request', href: `${env.publicUrl}/downloadRequest/${id}` }
  const footnote =
    notify === 'email'
      ? 'You’re receiving this email because the program that made the request asked for it.'
      : 'You’re receiving this email because your download request took longer than usual.'
  const records = counted(matchedCount, 'record')
  const text =
    status === 'FAILED'
      ? { subject: `Your download request “${name}” has failed`, intro: messages }
      : matchedCount === 0
        ? {
            subject: `Your download request “${name}” has no records`,
            intro: ['Your request is finished, but the file has no records. Open the request to see why.'],
          }
        : {
            subject: `Your download request “${name}” is ready`,
            intro: [`You can now download your file with ${records}.`],
          }
  return composeMail({ ...text, heading: text.subject, link, footnote, providerName: env.providerName })
}
