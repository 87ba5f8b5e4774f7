import type { App } from '#app/app.ts'
import { recordInMail } from '#features/catalogue/server/catalogue.ts'
import { counted, grouped } from '#kit/wording.ts'
import { composeMail, type MailSection } from '#platform/mail/server/mail.ts'
import { type NewlyFound, uniqueOf } from './newly-found.ts'

/** Identifiers that an email names; the others are only counted. */
const maxNamed = 50

/**
 * Announces identifiers that now have a record, request by request. The new request is known when the mail is queued.
 */
export async function foundLaterMail(
  { catalogue, env }: Pick<App, 'catalogue' | 'env'>,
  found: NewlyFound[],
  days: number,
) {
  const { length } = uniqueOf(found.flatMap(({ requested }) => requested))
  const sections: MailSection[] = []
  let left = maxNamed
  for (const { request, requested } of found) {
    const named = requested.slice(0, left)
    left -= named.length
    if (named.length > 0) sections.push(await sectionOf({ catalogue, env }, request, named, requested.length))
  }
  const unnamed = found.slice(sections.length)
  if (unnamed.length > 0)
    sections.push({
      heading: unnamed.length === 1 ? 'One more request' : `${grouped(unnamed.length)} more requests`,
      intro: ['Their new records are in the new request too.'],
    })
  const subject = `We found records for ${counted(length, 'unmatched identifier')}`
  return (requestId: string) =>
    composeMail({
      subject,
      heading: subject,
      intro: [
        `${length === 1 ? 'It was' : 'They were'} not in the catalogue when you requested ${length === 1 ? 'it' : 'them'}. The new records are ready to download in a new request.`,
      ],
      link: { label: 'Open the new request', href: `${env.publicUrl}/downloadRequest/${requestId}` },
      sections,
      footnote: `Your school’s settings retry unmatched identifiers ${spanOf(days)}. To change this, go to ${env.publicUrl}/mySettings`,
      providerName: env.providerName,
    })
}

async function sectionOf(
  { catalogue, env }: Pick<App, 'catalogue' | 'env'>,
  request: NewlyFound['request'],
  named: NewlyFound['requested'],
  all: number,
): Promise<MailSection> {
  const documents = new Map(
    (await catalogue.documents([...new Set(named.map(({ ids }) => ids[0]!))])).map((each) => [each.id, each]),
  )
  return {
    heading: request.name,
    intro: named.length < all ? [`The first ${named.length} of ${grouped(all)}:`] : [],
    records: named.flatMap(({ identifier, ids }) => {
      const document = documents.get(ids[0]!)
      if (!document) return []
      const { title, href, detail } = recordInMail(document, env.publicUrl)
      const choice = ids.length > 1 ? `one of ${ids.length} records with this number` : ''
      return [{ title, href, detail: [identifier, choice, detail].filter(Boolean).join(' · ') }]
    }),
    link: { label: 'Open the original request', href: `${env.publicUrl}/downloadRequest/${request.id}` },
  }
}

const spanOf = (days: number) =>
  days === 0 ? 'on the day of the request' : days === 1 ? 'for a day' : `daily for ${days} days`
