import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { counted } from '#kit/wording.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { type HeadingReference, type HeadingSource, headingProblem } from '../contract.ts'
import { addressOfHeading, quotedHeading, thesaurusAddress } from '../rules.ts'
import { withCounts } from './headings.ts'
import { type HeadingsPort, maxReferences, type Page, type TreeTerm } from './headings-port.ts'
import { html, type Markup } from './markup.ts'
import { branchPage, lastPageOf, letterPage, linesPerPage, pageAddress, startPage, topPage } from './standard-index.ts'

type Indexes = { headings: HeadingsPort; catalogue: Pick<CataloguePort, 'counts'> }

/** Longer than any record number. */
const maxNameLength = 300

/**
 * A page of the subject headings as an HTML fragment. The name is looked up in the index and is never a path: `index`,
 * `index-b`, `index-b-2`, `index-other`, `tree`, `tree-page-2`, `tree-<record number>` (with `-page-2`), a record
 * number.
 */
export async function showStandard(
  { headings, catalogue }: Indexes,
  name: string,
  signal?: AbortSignal,
): Promise<string> {
  if (name.length > maxNameLength) throw headingProblem('page_not_found')
  if (name === 'index') {
    const [letters, top] = await Promise.all([
      headings.letters(signal),
      headings.topTerms({ from: 0, size: 0 }, signal),
    ])
    return startPage(letters, top.total)
  }
  const ofLetter = /^index-([a-z0]|other)(?:-([1-9]\d{0,5}))?$/.exec(name)
  if (ofLetter) return showLetter(headings, ofLetter[1]!, Number(ofLetter[2] ?? 1), signal)
  const ofTree = /^tree(?:-page-([1-9]\d{0,5}))?$/.exec(name)
  if (ofTree) return showTopTerms(headings, Number(ofTree[1] ?? 1), signal)
  const tree = name.startsWith('tree-') ? await showNarrower(headings, name.slice('tree-'.length), signal) : undefined
  if (tree !== undefined) return tree
  const record = await headings.heading(name, signal)
  if (!record) throw headingProblem('page_not_found')
  const [counted] = await withCounts(catalogue, [record], signal)
  return recordPage(counted!)
}

async function showLetter(headings: HeadingsPort, letter: string, page: number, signal?: AbortSignal): Promise<string> {
  const [letters, entries] = await Promise.all([
    headings.letters(signal),
    headings.index(letter, rangeOf(page), signal),
  ])
  mustExist(entries, page)
  return letterPage(letters, letter, entries, page)
}

async function showTopTerms(headings: HeadingsPort, page: number, signal?: AbortSignal): Promise<string> {
  const terms = await headings.topTerms(rangeOf(page), signal)
  if (page > 1) mustExist(terms, page)
  return topPage(terms, page)
}

/** A record number may itself end like a page number, so it is tried as a record first. */
async function showNarrower(headings: HeadingsPort, id: string, signal?: AbortSignal): Promise<string | undefined> {
  const paged = /^(.+)-page-([1-9]\d{0,5})$/s.exec(id)
  const whole = await headings.heading(id, signal)
  const record = whole ?? (paged ? await headings.heading(paged[1]!, signal) : undefined)
  if (!record) return undefined
  const page = whole ? 1 : Number(paged![2])
  const terms: Page<TreeTerm> = await headings.narrowerTerms(record.recordId, rangeOf(page), signal)
  if (page > 1) mustExist(terms, page)
  const above = record.broader.filter(({ recordId }) => recordId !== '')
  const links =
    above.length === 0
      ? html`<li><a href="${pageAddress('tree')}">All broadest headings</a></li>`
      : html`${above.map(({ recordId, heading }) => html`<li>Broader: <a href="${pageAddress(`tree-${recordId}`)}">${headingText(heading)}</a></li>`)}`
  const up = html`<ul class="ways-out">${links}<li><a href="${pageAddress(record.recordId)}">About this heading</a></li></ul>`
  return branchPage(record, up, terms, page)
}

const rangeOf = (page: number) => ({ from: (page - 1) * linesPerPage, size: linesPerPage })

function mustExist({ total }: { total: number }, page: number) {
  if (total === 0 || page > lastPageOf(total)) throw headingProblem('page_not_found')
}

/** The record template: a heading with everything in its authority record. */
function recordPage(record: Omit<HeadingSource, 'schemes'>): string {
  const { recordId, heading, recordCount, kind, variants, note, broader, narrower, related, earlier, later } = record
  const text = headingText(heading)
  const records = `${counted(recordCount, 'record')} in the catalogue`
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
  list.length < maxReferences ? [] : [html`<a href="${pageAddress(`tree-${recordId}`)}">All narrower headings</a>`]
