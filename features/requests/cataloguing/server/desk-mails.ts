import type { App } from '#app/app.ts'
import { recordAddress, recordInMail } from '#features/catalogue/server/catalogue.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { composeMail, type MailRecord } from '#platform/mail/server/mail.ts'
import { nameOf, type RequestedItem } from './requested-items.ts'

type Sender = Pick<App['env'], 'publicUrl' | 'providerName'>

const requestAddress = ({ publicUrl }: Sender, { requestId }: Pick<RequestedItem, 'requestId'>) =>
  `${publicUrl}/CatalogueRequestDeatils/${encodeURIComponent(requestId)}`

/** Items as listed in a mail, each with a link to its request. */
const mailRecords = (env: Sender, items: RequestedItem[]): MailRecord[] =>
  items.map((item) => ({
    title: nameOf(item),
    detail: [
      item.standardNumber === nameOf(item) ? '' : item.standardNumber,
      `item ${item.itemNumber}`,
      `request ${item.requestNumber}`,
    ]
      .filter(Boolean)
      .join(' · '),
    href: requestAddress(env, item),
  }))

const quoted = (items: RequestedItem[]) => (items.length === 1 ? `“${nameOf(items[0]!)}”` : `${items.length} items`)
const because = (providerName: string) =>
  `You get this mail because you asked ${providerName} to catalogue this. Answers to it are not read: please write on the page of your request.`

/** Announces the record, with a file of it if the school may download. */
export function cataloguedMail(
  env: Sender,
  items: RequestedItem[],
  {
    document,
    note,
    downloadRequestId,
  }: { document: BibliographicDocument; note: string; downloadRequestId: string | null },
) {
  const record = recordInMail(document, env.publicUrl)
  const subject = `“${record.title}” has been catalogued`
  return composeMail({
    subject,
    heading: subject,
    intro: [
      downloadRequestId
        ? 'You asked for it, and its record is in the catalogue now. We have made a download of it for you.'
        : 'You asked for it, and its record is in the catalogue now.',
      ...(note === '' ? [] : [note]),
    ],
    records: [record],
    link: downloadRequestId
      ? { label: 'Download the record', href: `${env.publicUrl}/downloadRequest/${downloadRequestId}` }
      : { label: 'Open the record', href: recordAddress(document.id, env.publicUrl) },
    sections: [{ heading: 'What you asked for', records: mailRecords(env, items) }],
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function declinedMail(env: Sender, items: RequestedItem[], reason: string) {
  const subject = `${quoted(items)} will not be catalogued`
  return composeMail({
    subject,
    heading: subject,
    intro: ['The reason:', reason],
    records: mailRecords(env, items),
    link: { label: 'Open the request', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function messageMail(env: Sender, items: RequestedItem[], text: string) {
  return composeMail({
    subject: `A message about ${quoted(items)}`,
    heading: `About ${quoted(items)}`,
    intro: [text],
    records: mailRecords(env, items),
    link: { label: 'Answer on the page of the request', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function arrivedMail(env: Sender, items: RequestedItem[]) {
  const { requestNumber } = items[0]!
  const subject = `Your parcel for request ${requestNumber} has come`
  return composeMail({
    subject,
    heading: subject,
    intro: [
      items.length === 1
        ? 'It waits to be catalogued now. The page of your request shows its place in the queue.'
        : 'Its items wait to be catalogued now. The page of your request shows their places in the queue.',
    ],
    records: mailRecords(env, items),
    link: { label: 'Open the request', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}
