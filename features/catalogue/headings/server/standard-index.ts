import { mapOf } from '#kit/map-of.ts'
import { counted, grouped } from '#kit/wording.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import type { IndexEntry, Page, TreeTerm } from './headings-port.ts'
import { html, type Markup } from './markup.ts'

/** Lines on one page of the index or of the tree. */
export const linesPerPage = 500

export const pageAddress = (fileName: string): string => `/standards/${encodeURIComponent(fileName)}`
const letterNames = mapOf<string>({ 0: '0–9 and symbols', other: 'Other scripts' })
const nameOfLetter = (letter: string): string => letterNames.get(letter) ?? letter.toUpperCase()
const shortLetters = mapOf<string>({ 0: '0–9', other: 'Other' })
/** Short names beside a heading, where the scheme's full name would be too long. */
const shortNames = mapOf<string>({
  scisshl: 'SCIS',
  scot: 'ScOT',
  unescot: 'UNESCO',
  'unesco-thesaurus': 'UNESCO',
})
const shortName = (code: string): string => shortNames.get(code) ?? code.toUpperCase()

const link = (fileName: string, text: string): Markup => html`<a href="${pageAddress(fileName)}">${text}</a>`
const schemeMark = (code: string): Markup =>
  code === '' ? html`` : html` <span class="scheme">${shortName(code)}</span>`

/** The index template: a page of the alphabet or of the tree. */
const indexTemplate = (body: Markup): string => html`<article class="standard">${body}</article>`.text

const ways = (letters: { letter: string; count: number }[]): Markup =>
  html`<nav class="letters" aria-label="Index of subject headings"><ul>${letters.map(
    ({ letter, count }) =>
      html`<li><a href="${pageAddress(`index-${letter}`)}" aria-label="${nameOfLetter(letter)}, ${counted(count, 'entry', 'entries')}">${shortLetters.get(letter) ?? letter.toUpperCase()}</a> <span class="count">${grouped(count)}</span></li>`,
  )}</ul></nav>`

export function startPage(letters: { letter: string; count: number }[], topTerms: number): string {
  if (letters.length === 0) return indexTemplate(html`<p>No subject headings have been loaded yet.</p>`)
  return indexTemplate(
    html`<p>The standard subject headings used in the catalogue, with the other words that lead to them. Choose a letter${topTerms > 0 ? html`, or start from ${link('tree', `the ${counted(topTerms, 'broadest heading', 'broadest headings')}`)} and work down` : ''}.</p><div class="start">${ways(letters)}</div>`,
  )
}

export function letterPage(
  letters: { letter: string; count: number }[],
  letter: string,
  { total, items }: Page<IndexEntry>,
  page: number,
): string {
  const lines = withoutRepeats(items).map(({ seeFrom, heading, records }) => {
    const to = html`${link(records[0]!.recordId, headingText(heading))}${schemeMarks(heading, records)}`
    return seeFrom === '' ? html`<li>${to}</li>` : html`<li class="see">${headingText(seeFrom)} <em>see</em> ${to}</li>`
  })
  return indexTemplate(
    html`${ways(letters)}<h2>${nameOfLetter(letter)} <small>${counted(total, 'entry', 'entries')}${total > linesPerPage ? `, page ${page} of ${lastPageOf(total)}` : ''}</small></h2><ul class="headings">${lines}</ul>${pages(`index-${letter}`, '-', total, page)}`,
  )
}

type Line = Pick<IndexEntry, 'seeFrom' | 'heading'> & { records: Pick<IndexEntry, 'recordId' | 'scheme'>[] }

/** A heading of several schemes becomes one line with all of them. */
function withoutRepeats(entries: IndexEntry[]): Line[] {
  const lines: Line[] = []
  for (const { seeFrom, heading, ...record } of entries) {
    const before = lines.at(-1)
    if (before?.seeFrom === seeFrom && before.heading === heading) before.records.push(record)
    else lines.push({ seeFrom, heading, records: [record] })
  }
  return lines
}

/** The name of a single scheme; with several, each leads to its own record. */
const schemeMarks = (heading: string, records: Line['records']): Markup =>
  records.length === 1
    ? schemeMark(records[0]!.scheme)
    : html`${records.map(
        ({ recordId, scheme }) =>
          html` <a class="scheme" href="${pageAddress(recordId)}">${shortName(scheme) || '–'}<span class="visually-hidden">: ${headingText(heading)}</span></a>`,
      )}`

/** The top of the tree, by scheme. */
export function topPage({ total, items }: Page<TreeTerm>, page: number): string {
  const ofScheme = Object.entries(Object.groupBy(items, ({ scheme }) => scheme))
  const trees =
    items.length === 0
      ? html`<p>There are no narrower headings.</p>`
      : html`<div class="trees">${ofScheme.map(
          ([scheme, terms = []]) =>
            html`<section>${ofScheme.length > 1 || scheme !== '' ? html`<h3>${schemeName(scheme)}</h3>` : ''}${treeOf(terms, scheme)}</section>`,
        )}</div>`
  return indexTemplate(html`<h2>Broadest headings</h2>${trees}${pages('tree', '-page-', total, page)}`)
}

/** The narrower headings of a heading. `up`: the links back up. */
export function branchPage(
  record: { recordId: string; heading: string; topicAuthority: string },
  up: Markup,
  { total, items }: Page<TreeTerm>,
  page: number,
): string {
  const tree = items.length === 0 ? html`<p>There are no narrower headings.</p>` : treeOf(items, record.topicAuthority)
  return indexTemplate(
    html`<h2>${headingText(record.heading)}${schemeMark(record.topicAuthority)}</h2>${up}${tree}${pages(`tree-${record.recordId}`, '-page-', total, page)}`,
  )
}

/** A list of headings with the number of narrower ones; the scheme `known` is not repeated. */
const treeOf = (terms: TreeTerm[], known: string): Markup =>
  html`<ul class="tree">${terms.map(({ recordId, heading, scheme, narrower }) => {
    const text = headingText(heading)
    return html`<li>${link(recordId, text)}${scheme === known ? '' : schemeMark(scheme)}${narrower > 0 ? html` <a class="count" href="${pageAddress(`tree-${recordId}`)}">${counted(narrower, 'narrower heading', 'narrower headings')}<span class="visually-hidden"> of ${text}</span></a>` : ''}</li>`
  })}</ul>`

export const lastPageOf = (total: number): number => Math.max(1, Math.ceil(total / linesPerPage))

function pages(name: string, joint: string, total: number, page: number): Markup {
  const last = lastPageOf(total)
  if (last === 1) return html``
  const addressOf = (number: number) => pageAddress(number === 1 ? name : `${name}${joint}${number}`)
  return html`<nav class="pages" aria-label="Pages"><ul>${Array.from({ length: last }, (_, i) => i + 1).map((number) =>
    number === page
      ? html`<li><a href="${addressOf(number)}" aria-current="page">${number}</a></li>`
      : html`<li><a href="${addressOf(number)}">${number}</a></li>`,
  )}</ul></nav>`
}
