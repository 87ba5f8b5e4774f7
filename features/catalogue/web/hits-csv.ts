import type { ExportTable } from '#ui/table/save-table.ts'
import { mainIdentifier, makerOf, type ShownHit, yearOf } from './hit-facts.ts'

/** The compact table's rows for a spreadsheet, numbered from `first`. */
export const hitsCsv = (hits: ShownHit[], first: number): ExportTable => ({
  columns: ['No.', 'Title', 'Author', 'Type', 'Year', 'Dewey', 'Identifier', 'Record number'],
  rows: hits.map((hit, i) => [
    first + i,
    hit._source.title.titlePrimary,
    makerOf(hit),
    hit._source.scisType,
    yearOf(hit),
    hit._source.deweyFull,
    mainIdentifier(hit)?.value ?? null,
    hit._id,
  ]),
})
