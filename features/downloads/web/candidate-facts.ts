import type { Choice } from '#features/downloads/contract.ts'
import { foreignNames } from '#marc/foreign-kinds.ts'
import type { ShownRecord } from './use-record.ts'

/** What candidates are told apart by, in the order shown. */
const facts: [name: string, read: (record: ShownRecord) => string][] = [
  ['By', ({ title, authors }) => title.noteStmOfResponsibility || authors.join('; ')],
  ['Edition', ({ edition }) => edition],
  ['Year', ({ publicationYear, dateIssued }) => String(publicationYear ?? dateIssued)],
  ['Publisher', ({ publisher, placeOfPublication }) => [publisher, placeOfPublication].filter(Boolean).join(', ')],
  ['Type', ({ scisType }) => scisType],
  ['Extent', ({ physical }) => physical],
  ['Series', ({ series }) => series.join('; ')],
  ['Language', ({ language }) => language.join(', ')],
  ['Audience', ({ targetAudienceText }) => targetAudienceText.join(', ')],
  ['Identifiers', ({ isbn13, isbn10, issn }) => [...(isbn13.length > 0 ? isbn13 : isbn10), ...issn].join(', ')],
]

/** One line of the comparison: `values` beside the records, '' where one has none; `differs` where they are not equal. */
export type FactLine = { name: string; values: string[]; differs: boolean }

/** Lines that any of the records has a value in. */
export function compareFacts(records: readonly ShownRecord[]): FactLine[] {
  return facts
    .map(([name, read]) => ({ name, values: records.map((record) => read(record).trim()) }))
    .filter(({ values }) => values.some(Boolean))
    .map(({ name, values }) => ({ name, values, differs: new Set(values.map(plain)).size > 1 }))
}

/** As what each of the records holds the number, where it is not their own. */
export function heldLine(records: readonly ShownRecord[], heldAs: Choice['heldAs']): FactLine[] {
  if (!heldAs) return []
  const values = records.map(({ id }) => (heldAs[id] ? foreignNames[heldAs[id]] : ''))
  return [{ name: 'The number', values, differs: new Set(values).size > 1 }]
}

/** Punctuation and case are the cataloguer's, not the book's. */
export const plain = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLocaleLowerCase()
