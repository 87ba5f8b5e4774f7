import { twinsOf } from '#features/catalogue/rules.ts'
import type { CsvCell } from '#kit/csv.ts'
import { mapOf } from '#kit/map-of.ts'
import { maxCellLength, type WorkbookColumn } from '#kit/workbook.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { printedIssn } from '#marc/isbn.ts'
import { callNumberOf } from '#marc/outgoing/outgoing-dewey.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { unlinked } from '#marc/web-address.ts'

export type Row = { document: BibliographicDocument; record: MarcRecord; preferences: Preferences }
type Column = [name: string, cell: (row: Row) => CsvCell]

/**
 * One line a record, the columns for sorting and counting first. Several values of a column are separated by `
 *  `.
 */
const columns: Column[] = [
  ['Record number', ({ document }) => document.id],
  ['Title', ({ document }) => document.title.titlePrimary],
  ['Responsibility', ({ document }) => document.title.noteStmOfResponsibility],
  ['Authors', ({ document }) => list(document.authors)],
  ['ISBN', ({ document }) => list(document.isbn)],
  ['ISSN', ({ document }) => list(document.issn.map(printedIssn))],
  ['Publisher', ({ document }) => document.publisher],
  ['Place', ({ document }) => document.placeOfPublication],
  ['Year', ({ document }) => document.publicationYear],
  ['Published', ({ document }) => document.dateIssued || document.dateIssuedMarc],
  ['Edition', ({ document }) => document.edition],
  ['Physical description', ({ document }) => document.physical],
  ['Dewey', ({ document, preferences }) => dewey(document, preferences)],
  ['Call number', ({ record }) => callNumber(record)],
  ['Subjects', ({ document }) => list([...new Set(document.subjects.map(headingText))])],
  ['Genre', ({ document }) => list(document.genreScis)],
  ['Series', ({ document }) => list(document.series)],
  ['Audience', ({ document }) => list(document.targetAudienceText)],
  ['Reading level', ({ document }) => list(document.readingLevel ?? [])],
  ['Learning area', ({ document }) => list(document.scisLearningArea)],
  ['Type', ({ document }) => document.scisType],
  ['Language', ({ document }) => list(document.language)],
  ['Country', ({ document }) => document.placeOfPublicationMarcCountry],
  ['Summary', ({ document }) => list(document.description.split('\n'))],
  ['Contents', ({ document }) => list(document.contents.split('\n'))],
  ['Notes', ({ document }) => list(document.notes)],
  ['Other numbers', ({ document }) => list(document.otherIdentifier)],
  ['Link', ({ document }) => list([...document.url.map(({ href }) => href), ...unlinkedOf(document)])],
  ['Title in another script', ({ document }) => inScript(document, document.title.titlePrimary)],
  ['Authors in another script', ({ document }) => inScript(document, ...document.authors)],
]

/** Identifiers and columns written like them. */
const asText = new Set(['Record number', 'ISBN', 'ISSN', 'Dewey', 'Call number', 'Other numbers'])
const widths = mapOf<number>({ Title: 40, ISBN: 32, Year: 8, Subjects: 40, Summary: 60, Contents: 40 })

export const recordColumns: WorkbookColumn[] = columns.map(([name]) => ({
  name,
  width: widths.get(name) ?? 20,
  isText: asText.has(name),
}))

export const recordCells = (row: Row, tell: (sentence: string) => void): CsvCell[] =>
  columns.map(([name, cell]) => fitting(cell(row), name, tell))

function fitting(cell: CsvCell, name: string, tell: (sentence: string) => void): CsvCell {
  if (typeof cell !== 'string' || cell.length <= maxCellLength) return cell
  tell(`${name} has ${cell.length} characters and was cut to ${maxCellLength}.`)
  return `${cell.slice(0, maxCellLength - 2).toWellFormed()}…`
}

const list = (values: string[]) => values.filter((value) => value !== '').join(' | ')

const unlinkedOf = ({ facts = [] }: Partial<BibliographicDocument>) =>
  facts.filter(({ label }) => label === unlinked).map(({ text }) => text)

const inScript = (document: BibliographicDocument, ...texts: string[]) =>
  list(twinsOf(document, ...texts).map(({ text }) => text))

const dewey = ({ deweyFull, deweyAbridged }: BibliographicDocument, { deweyPref }: Preferences) =>
  deweyPref === 'ABRIDGED_DDC' ? deweyAbridged || deweyFull : deweyFull || deweyAbridged

function callNumber(record: MarcRecord): string {
  const found = callNumberOf(record)
  return found ? `${found.number} ${found.item}`.trim() : ''
}
