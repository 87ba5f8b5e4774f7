import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { printedIssn } from '#marc/isbn.ts'
import type { Columns } from '#ui/table/columns.ts'

/** Columns of an exported folder. */
export const folderColumns: Columns<FolderItem> = [
  { head: 'Title', csv: ({ itemTitle }) => itemTitle },
  {
    head: 'Title in another script',
    csv: ({ itemTitle, inScript = [] }) => inScript.find(({ of }) => of === itemTitle)?.text ?? '',
  },
  { head: 'Contributor', csv: ({ itemContributor }) => itemContributor },
  { head: 'Year', csv: ({ dateIssuedMarc }) => dateIssuedMarc },
  { head: 'ISBN', csv: ({ isbn }) => isbn.join('; ') },
  { head: 'ISSN', csv: ({ issn }) => issn.map(printedIssn).join('; ') },
  { head: 'Other identifiers', csv: ({ otherIdentifier }) => otherIdentifier.join('; ') },
  { head: 'Record number', csv: ({ bibId }) => bibId },
]
