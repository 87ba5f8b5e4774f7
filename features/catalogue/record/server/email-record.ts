import type { App } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { identifierKey } from '#marc/identifier.ts'
import { composeMail, enqueueMail, readAddress, waitUntilSent } from '#platform/mail/server/mail.ts'
import { type catalogueApi, catalogueProblem } from '../../contract.ts'
import { matchNumbers } from '../../server/match-numbers.ts'
import { factsInMail, recordAddress } from './record-in-mail.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'env'>
/** How long a reply waits for the mail, if not as long as usual. */
type MayWait = { mailWaitMs?: number }
type EmailInput = Input<typeof catalogueApi.emailRecord>

const usualWaitMs = 5000

/** Mails a record with the catalogue's data. The page only names the record and the recipient. */
export async function emailRecord(
  app: Needs & MayWait,
  { userId }: SchoolCaller,
  input: EmailInput,
  signal: AbortSignal,
): Promise<{ messages: string[] }> {
  const { publicUrl, providerName } = app.env
  const record = await requestedRecord(app, input)
  const sender = await app.db
    .selectFrom('appUser')
    .where('id', '=', userId)
    .select(['email', 'firstName', 'lastName'])
    .executeTakeFirstOrThrow()
  const to = readAddress(input.emailId?.trim() ? input.emailId : sender.email)
  const title = record.title.titlePrimary || `Record ${record.id}`
  const mail = composeMail({
    subject: title,
    heading: title,
    facts: factsInMail(record),
    link: { label: 'View in the catalogue', href: recordAddress(record.id, publicUrl) },
    footnote: `Sent from the catalogue by ${sender.firstName} ${sender.lastName}.`,
    providerName,
  })
  const { id } = await enqueueMail(app, { to, ...mail, byUserId: userId })
  const sent = await waitUntilSent(app, id, app.mailWaitMs ?? usualWaitMs, signal)
  return { messages: [sent ? 'Email sent successfully' : 'Email Notification sent to queue'] }
}

/** By its id; by one of its numbers if a page sends no id. */
async function requestedRecord({ catalogue }: Needs, input: EmailInput): Promise<BibliographicDocument> {
  const id = input.bibId?.trim() || (await idByNumber(catalogue, input))
  const [record] = id === undefined ? [] : await catalogue.documents([id])
  if (!record) throw catalogueProblem('record_not_found')
  return record
}

async function idByNumber(catalogue: Needs['catalogue'], { scisNumber, isbn, issn }: EmailInput) {
  const numbers = [scisNumber, isbn, issn].flat().filter((each) => each !== undefined && each !== null)
  const keys = numbers.map((each) => identifierKey(String(each)).key).filter((key) => key !== '')
  if (keys.length === 0) throw catalogueProblem('record_not_named')
  const found = await matchNumbers(catalogue, keys)
  return keys.flatMap((key) => found.get(key)?.ids ?? [])[0]
}
