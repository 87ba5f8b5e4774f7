import type { App } from '#app/app.ts'
import type { Depot } from '#features/depots/contract.ts'
import { composeMail, type MailSection } from '#features/mail/server/mail.ts'
import { resourceTypeNames } from '../rules.ts'
import type { ItemRow, RequestRow } from './own-request.ts'

/** Items that the mail names; of the others it says how many they are. */
const mostNamed = 50

type Told = { request: RequestRow; items: ItemRow[]; depot: Depot | undefined }

/** "We have your request", and what is to be done next. */
export function submittedMail({ env }: Pick<App, 'env'>, { request, items, depot }: Told) {
  const { requestNumber, id } = request
  const open = { label: 'Open the request', href: `${env.publicUrl}/CatalogueRequestDeatils/${id}` }
  const count = items.length === 1 ? '1 item' : `${items.length} items`
  const subject = `We have your catalogue request ${requestNumber}`
  return composeMail({
    subject,
    heading: subject,
    intro: [
      `It asks for ${count}. You are mailed as soon as records are ready to download.`,
      ...(depot ? [] : ['There is nothing to post and nothing more to do.']),
    ],
    ...(depot ? {} : { link: open }),
    sections: [
      ...(depot ? [posting(env.publicUrl, request, items, depot)] : []),
      { ...asked(items), ...(depot ? { link: open } : {}) },
    ],
    footnote: 'You get this mail because a catalogue request of yours was submitted.',
    providerName: env.providerName,
  })
}

function posting(publicUrl: string, { id }: RequestRow, items: ItemRow[], depot: Depot): MailSection {
  const count = items.filter(({ physicalResource }) => physicalResource).length
  const thing = count === 1 ? 'the physical item' : `the ${count} physical items`
  return {
    heading: 'What to do next',
    intro: [`Print the postage slip, put it with ${thing}, and post the parcel.`],
    facts: [
      { label: 'To', value: [depot.name, ...depot.address].join('\n') },
      ...(depot.note ? [{ label: 'Please note', value: depot.note }] : []),
    ],
    link: { label: 'Print the postage slip', href: `${publicUrl}/cataloguePostageSlip/${id}` },
  }
}

const asked = (items: ItemRow[]): MailSection => ({
  heading: 'What you have asked for',
  records: items.slice(0, mostNamed).map(({ title, standardNumber, url, itemNumber, resourceType }) => ({
    title: title || standardNumber || url || resourceTypeNames[resourceType],
    detail: [resourceTypeNames[resourceType], title ? standardNumber : '', itemNumber].filter(Boolean).join(' · '),
  })),
  ...(items.length > mostNamed ? { intro: [`The first ${mostNamed} of ${items.length}:`] } : {}),
})
