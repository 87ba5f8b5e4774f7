import { searchInWords } from '#features/catalogue/web/catalogue-parts.tsx'
import type { ExportTable } from '#ui/table/save-table.ts'
import { addressOf, type ShownSearch } from './use-saved-searches.ts'

/** `origin`: of this portal, so that a search can be opened from the spreadsheet. */
export const searchesCsv = (searches: readonly ShownSearch[], origin: string): ExportTable => ({
  columns: ['Name', 'Search', 'New records', 'Looked at', 'Saved', 'Mail', 'Address'],
  rows: searches.map((search) => [
    search.name,
    searchInWords(search.address),
    search.newRecords,
    search.lastRunDate?.toISOString().slice(0, 10) ?? null,
    search.createdDate?.toISOString().slice(0, 10) ?? null,
    search.mail ? 'on' : 'paused',
    `${origin}${addressOf(search)}`,
  ]),
})
