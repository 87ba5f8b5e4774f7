export { quotedHeading, type Thesaurus, thesauri, thesaurusAddress } from '../rules.ts'

/** A page of the subject headings standard: `index`, `index-a`, `tree`, `tree-<id>` or a heading's record number. */
export const standardAddress = (fileName: string): string =>
  fileName === 'index' ? '/standards' : `/standards/${encodeURIComponent(fileName)}`
