import type { App } from '#app/app.ts'
import { recordAddress, recordInMail } from '#features/catalogue/server/catalogue.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { composeMail, type MailRecord } from '#platform/mail/server/mail.ts'
import { nameOf, type RequestedItem } from './requested-items.ts'

type Sender = Pick<App['env'], 'publicUrl' | 'providerName'>

const requestAddress = ({ publicUrl }: Sender, { requestId }: Pick<RequestedItem, 'requestId'>) =>
  `${publicUrl}/CatalogueRequestDeatils/${encodeURIComponent(requestId)}`

/** Items as listed in an email, each with a link to its request. */
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

/** The numbers of their requests: `CR1000249`, or `CR1000249, CR1000257`. */
export const requestNumbers = (items: Pick<RequestedItem, 'requestNumber'>[]): string =>
  [...new Set(items.map(({ requestNumber }) => requestNumber))].join(', ')
const quoted = (items: RequestedItem[]) => (items.length === 1 ? `“${nameOf(items[0]!)}”` : `${items.length} items`)
const because = (providerName: string) =>
  `You’re receiving this email because you asked ${providerName} to catalogue this. We don’t read replies to this address. Please message us on your request page.`

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
  const heading = `“${record.title}” has been catalogued`
  return composeMail({
    subject: `${heading} (${requestNumbers(items)})`,
    heading,
    intro: [
      downloadRequestId
        ? 'The record you requested is now in the catalogue and ready to download.'
        : 'The record you requested is now in the catalogue.',
      ...(note === '' ? [] : [note]),
    ],
    records: [record],
    link: downloadRequestId
      ? { label: 'Download the record', href: `${env.publicUrl}/downloadRequest/${downloadRequestId}` }
      : { label: 'Open the record', href: recordAddress(document.id, env.publicUrl) },
    sections: [{ heading: 'Your request', records: mailRecords(env, items) }],
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function declinedMail(env: Sender, items: RequestedItem[], reason: string) {
  const heading = `We can’t catalogue ${quoted(items)}`
  return composeMail({
    subject: `${heading} (${requestNumbers(items)})`,
    heading,
    intro: ['Reason:', reason],
    records: mailRecords(env, items),
    link: { label: 'Open the request', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function messageMail(env: Sender, items: RequestedItem[], text: string) {
  return composeMail({
    subject: `A message about ${quoted(items)} (${requestNumbers(items)})`,
    heading: `About ${quoted(items)}`,
    intro: [text],
    records: mailRecords(env, items),
    link: { label: 'Reply on your request page', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}

export function arrivedMail(env: Sender, items: RequestedItem[]) {
  const { requestNumber } = items[0]!
  const subject = `Your parcel for request ${requestNumber} has arrived`
  return composeMail({
    subject,
    heading: subject,
    intro: [
      items.length === 1
        ? 'Your item is now in the cataloguing queue. You can see its place on your request page.'
        : 'Your items are now in the cataloguing queue. You can see their places on your request page.',
    ],
    records: mailRecords(env, items),
    link: { label: 'Open the request', href: requestAddress(env, items[0]!) },
    footnote: because(env.providerName),
    providerName: env.providerName,
  })
}
