/** Which authority is searched; `all` searches every one. */
export const thesauri = ['all', 'subjects', 'names', 'series'] as const
export type Thesaurus = (typeof thesauri)[number]

/** Where the thesaurus shows what it finds for these words. */
export function thesaurusAddress(asked: { query: string; selectedThesaurus?: Thesaurus }): string {
  const { query, selectedThesaurus = 'all' } = asked
  const params = new URLSearchParams()
  if (query !== '') params.set('query', query)
  if (selectedThesaurus !== 'all') params.set('selectedThesaurus', selectedThesaurus)
  return params.size > 0 ? `/discover/thesaurus?${params}` : '/discover/thesaurus'
}

/** Words that find exactly this heading first, whatever signs it has. */
export const quotedHeading = (heading: string): string => `"${heading.replace(/["\\]/g, ' ').trim()}"`

/** A page of the subject headings standard: `index`, `index-a`, `tree`, `tree-<id>` or a heading's record number. */
export const standardAddress = (fileName: string): string =>
  fileName === 'index' ? '/standards' : `/standards/${encodeURIComponent(fileName)}`
