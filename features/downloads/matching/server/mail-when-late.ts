import type { App, Db } from '#app/app.ts'
import { composeMail, leaveMail } from '#platform/mail/server/mail.ts'
import { isLate, type RequestRow } from '../../server/own-request.ts'
import { whoAsked } from '../../server/who-asked.ts'

type Finished = Pick<
  RequestRow,
  'id' | 'userId' | 'name' | 'status' | 'messages' | 'matchedCount' | 'makingSince' | 'toldScheduledAt'
>

/**
 * Tells who asked for a request that it is there, or has failed, if they were told that it takes longer or got no answer.
 * Within the transaction that finishes it: it is told of exactly once.
 */
export async function mailWhenLate(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'env'>,
  within: Db,
  request: Finished,
  now: Date,
) {
  if (request.toldScheduledAt === null && !isLate(request, now)) return
  const person = await whoAsked(within, request.userId)
  if (!person?.to) return
  await leaveMail(app, { to: person.to, ...mailOf(app, request) }, within)
}

function mailOf({ env }: Pick<App, 'env'>, { id, name, status, messages, matchedCount }: Finished) {
  const link = { label: 'Open the request', href: `${env.publicUrl}/downloadRequest/${id}` }
  const footnote = 'You get this mail because your download request took longer than usual.'
  const records = matchedCount === 1 ? '1 record' : `${matchedCount.toLocaleString('en-AU')} records`
  const said =
    status === 'FAILED'
      ? { subject: `Your download request “${name}” has failed`, intro: messages }
      : matchedCount === 0
        ? {
            subject: `Your download request “${name}” has no records`,
            intro: ['The request is done. See there why none of what was asked for has a record in its file.'],
          }
        : {
            subject: `Your download request “${name}” is ready`,
            intro: [`The file with ${records} can be downloaded now.`],
          }
  return composeMail({ ...said, heading: said.subject, link, footnote, providerName: env.providerName })
}
