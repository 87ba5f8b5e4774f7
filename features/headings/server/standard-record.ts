import { headingText, schemeName } from '#marc/subject-schemes.ts'
import type { HeadingReference, HeadingSource } from '../contract.ts'
import { addressOfHeading, quotedHeading, thesaurusAddress } from '../rules.ts'
import { mostReferences } from './headings-port.ts'
import { html, type Markup } from './markup.ts'
import { pageAddress } from './standard-index.ts'

/** The record template: a heading with everything that an authority record says of it. */
export function recordPage(record: HeadingSource): string {
  const { recordId, heading, recordCount, kind, variants, note, broader, narrower, related, earlier, later } = record
  const text = headingText(heading)
  const records = `${recordCount.toLocaleString('en-AU')} ${recordCount === 1 ? 'record' : 'records'} in the catalogue`
  const branch = narrower.length > 0 ? recordId : broader.find((each) => each.recordId !== '')?.recordId
  const ways = [
    recordCount === 0
      ? html`No records in the catalogue`
      : html`<a href="${addressOfHeading(heading, record)}">${records}</a>`,
    ...(branch ? [html`<a href="${pageAddress(`tree-${branch}`)}">In the tree</a>`] : []),
    html`<a href="${thesaurusAddress({ query: quotedHeading(heading) })}">In the thesaurus</a>`,
  ]
  return html`<article class="record"><header><h2>${text}</h2><p class="scheme">${kind.charAt(0).toUpperCase()}${kind.slice(1)} · ${schemeName(record.topicAuthority || record.nameAuthority)}</p><ul class="ways-out">${ways.map((way) => html`<li>${way}</li>`)}</ul></header><dl>${[
    row(
      'Note',
      note
        .split('\n')
        .filter(Boolean)
        .map((line) => html`${line}`),
    ),
    row(
      'Used for',
      variants.map((variant) => html`${headingText(variant)}`),
    ),
    row('Broader', references(broader)),
    row('Narrower', [...references(narrower), ...more(narrower, recordId)]),
    row('Related', references(related)),
    row('Earlier', references(earlier)),
    row('Later', references(later)),
    row('Record number', [html`${recordId}`]),
  ]}</dl></article>`.text
}

const row = (name: string, values: Markup[]): Markup =>
  values.length === 0 ? html`` : html`<dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}`

const references = (list: HeadingReference[]): Markup[] =>
  list.map(({ recordId, heading }) =>
    recordId === ''
      ? html`${headingText(heading)}`
      : html`<a href="${pageAddress(recordId)}">${headingText(heading)}</a>`,
  )

const more = (list: HeadingReference[], recordId: string): Markup[] =>
  list.length < mostReferences ? [] : [html`<a href="${pageAddress(`tree-${recordId}`)}">All narrower headings</a>`]
