import type { IndexEntry, Page, TreeTerm } from './headings-port.ts'
import { html, type Markup } from './markup.ts'

/** Lines on one page of the index or of the tree. */
export const linesPerPage = 500

export const pageAddress = (fileName: string): string => `/standards/${encodeURIComponent(fileName)}`
export const nameOfLetter = (letter: string): string => (letter === '0' ? '0–9 and other signs' : letter.toUpperCase())
/** Schemes that librarians know by another spelling than their code's. */
const schemeNames: Record<string, string> = {
  scot: 'ScOT',
  unescot: 'UNESCO Thesaurus',
  'unesco-thesaurus': 'UNESCO Thesaurus',
}
export const nameOfScheme = (code: string): string => schemeNames[code] ?? code.toUpperCase()

const grouped = (count: number): string => count.toLocaleString('en-AU')
const counted = (count: number, one: string, many: string): string => `${grouped(count)} ${count === 1 ? one : many}`
const schemeMark = (code: string): Markup =>
  code === '' ? html`` : html` <span class="scheme">${nameOfScheme(code)}</span>`
const link = (fileName: string, text: string): Markup => html`<a href="${pageAddress(fileName)}">${text}</a>`

/** The index template: an introduction and what was asked for of the alphabet or the tree. */
const indexTemplate = (heading: string, body: Markup): string =>
  html`<article class="standard"><h2>${heading}</h2>${body}</article>`.text

const ways = (letters: { letter: string; count: number }[]): Markup =>
  html`<nav class="letters" aria-label="Index of subject headings"><ul>${letters.map(
    ({ letter, count }) =>
      html`<li><a href="${pageAddress(`index-${letter}`)}" aria-label="${nameOfLetter(letter)}, ${counted(count, 'line', 'lines')}">${letter === '0' ? '0–9' : letter.toUpperCase()}</a> <span class="count">${grouped(count)}</span></li>`,
  )}</ul></nav>`

export function startPage(letters: { letter: string; count: number }[], topTerms: number): string {
  if (letters.length === 0)
    return indexTemplate('Subject headings', html`<p>No subject headings have been loaded yet.</p>`)
  return indexTemplate(
    'Subject headings',
    html`<p>The controlled headings under which the catalogue brings together records on one subject, with the words that are not used and lead to them. Choose a letter${topTerms > 0 ? html`, or start from ${link('tree', `the ${counted(topTerms, 'broadest heading', 'broadest headings')}`)} and go down` : ''}.</p>${ways(letters)}`,
  )
}

export function letterPage(
  letters: { letter: string; count: number }[],
  letter: string,
  { total, items }: Page<IndexEntry>,
  page: number,
): string {
  const lines = items.map(({ seeFrom, recordId, heading, scheme }) =>
    seeFrom === ''
      ? html`<li>${link(recordId, heading)}${schemeMark(scheme)}</li>`
      : html`<li class="see">${seeFrom} <em>see</em> ${link(recordId, heading)}${schemeMark(scheme)}</li>`,
  )
  const body = html`${ways(letters)}<ul class="headings">${lines}</ul>${pages(`index-${letter}`, '-', total, page)}`
  return indexTemplate(nameOfLetter(letter), body)
}

export function treePage(
  name: string,
  title: string,
  up: Markup,
  { total, items }: Page<TreeTerm>,
  page: number,
): string {
  const terms = items.map(
    ({ recordId, heading, scheme, narrower }) =>
      html`<li>${link(recordId, heading)}${schemeMark(scheme)}${narrower > 0 ? html` <a class="count" href="${pageAddress(`tree-${recordId}`)}">${counted(narrower, 'narrower heading', 'narrower headings')}<span class="visually-hidden"> of ${heading}</span></a>` : ''}</li>`,
  )
  const list = items.length === 0 ? html`<p>There are no narrower headings.</p>` : html`<ul class="tree">${terms}</ul>`
  return indexTemplate(title, html`${up}${list}${pages(name, '-page-', total, page)}`)
}

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
