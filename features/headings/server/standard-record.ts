import type { HeadingReference, HeadingSource } from '../contract.ts'
import { addressOfHeading } from '../rules.ts'
import { mostReferences } from './headings-port.ts'
import { html, type Markup } from './markup.ts'
import { nameOfScheme, pageAddress } from './standard-index.ts'

/** The record template: a heading with everything that an authority record says of it. */
export function recordPage(record: HeadingSource): string {
  const { recordId, heading, recordCount, variants, note, broader, narrower, related, earlier, later } = record
  const records = `${recordCount.toLocaleString('en-AU')} ${recordCount === 1 ? 'record' : 'records'}`
  return html`<article class="record"><h2>${heading}</h2><dl>${[
    row(
      'Authority',
      [record.topicAuthority || record.nameAuthority].filter(Boolean).map((code) => html`${nameOfScheme(code)}`),
    ),
    row(
      'Note',
      note
        .split('\n')
        .filter(Boolean)
        .map((line) => html`${line}`),
    ),
    row(
      'Used for',
      variants.map((variant) => html`${variant}`),
    ),
    row('Broader', references(broader)),
    row('Narrower', [...references(narrower), ...more(narrower, recordId)]),
    row('Related', references(related)),
    row('Earlier', references(earlier)),
    row('Later', references(later)),
    row('In the catalogue', [
      recordCount === 0 ? html`No records` : html`<a href="${addressOfHeading(heading, record)}">${records}</a>`,
    ]),
    row('Record number', [html`${recordId}`]),
  ]}</dl></article>`.text
}

const row = (name: string, values: Markup[]): Markup =>
  values.length === 0 ? html`` : html`<dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}`

const references = (list: HeadingReference[]): Markup[] =>
  list.map(({ recordId, heading }) =>
    recordId === '' ? html`${heading}` : html`<a href="${pageAddress(recordId)}">${heading}</a>`,
  )

const more = (list: HeadingReference[], recordId: string): Markup[] =>
  list.length < mostReferences ? [] : [html`<a href="${pageAddress(`tree-${recordId}`)}">All narrower headings</a>`]
