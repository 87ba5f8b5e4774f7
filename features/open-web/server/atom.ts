import { recordAddress } from '#features/catalogue/server/catalogue.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { line, xmlText } from '#marc/marcxml/xml-text.ts'
import { responsibilityOf, titleOf, yearOf } from '../rules.ts'
import { dateOf } from './sitemap.ts'

/** A feed's head; addresses are complete. */
export type FeedHead = {
  title: string
  subtitle: string
  /** The feed's own address, which is also its id. */
  self: string
  /** The page that shows the same in a browser. */
  page: string
  /** Unix time in seconds. */
  updatedAt: number
}
/** `changedAt`: Unix time in seconds. */
export type FeedEntry = { document: BibliographicDocument; changedAt: number }

/** A feed of records by RFC 4287. Characters that XML does not allow are left out. */
export const atomFeed = (
  { title, subtitle, self, page, updatedAt }: FeedHead,
  entries: FeedEntry[],
  { publicUrl, providerName }: { publicUrl: string; providerName: string },
): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-AU">
${line('id', self)}${line('title', title)}${line('subtitle', subtitle)}${line('updated', dateOf(updatedAt))}<author>${line('name', providerName)}</author>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(page)}"/>
<icon>${xmlText(publicUrl)}/icon.svg</icon>
${entries.map((entry) => entryXml(entry, publicUrl)).join('')}</feed>
`

function entryXml({ document, changedAt }: FeedEntry, publicUrl: string): string {
  const address = recordAddress(document.id, publicUrl)
  const { scisType, authors, subjects } = document
  const summary = [responsibilityOf(document), scisType, yearOf(document)].filter(Boolean).join(' · ')
  return `<entry>
${line('id', address)}${line('title', titleOf(document))}${line('updated', dateOf(changedAt))}${authors.map((name) => `<author>${line('name', name)}</author>\n`).join('')}<link rel="alternate" type="text/html" href="${xmlText(address)}"/>
${[...new Set(subjects)].map((subject) => `<category term="${xmlText(subject)}" label="${xmlText(headingText(subject))}"/>\n`).join('')}${line('summary', summary)}</entry>
`
}
