import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { printedIssn } from '#marc/isbn.ts'
import type { ExportTable } from '#ui/table/save-table.ts'

/** A folder's records for a spreadsheet, in the order shown. */
export const folderCsv = (items: readonly FolderItem[]): ExportTable => ({
  columns: ['Title', 'Contributor', 'Year', 'ISBN', 'ISSN', 'Other identifiers', 'Record number'],
  rows: items.map((item) => [
    item.itemTitle,
    item.itemContributor,
    item.dateIssuedMarc,
    item.isbn.join('; '),
    item.issn.map(printedIssn).join('; '),
    item.otherIdentifier.join('; '),
    item.bibId,
  ]),
})
