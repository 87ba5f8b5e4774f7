/** A choice of the advanced search form: the code in the address and the name on the screen. */
export type Named = { code: string; name: string }

/** The fields that a keyword is searched in. `code` is the field of the query; `isbn` means the identifier field. */
export const keywordFields = [
  { code: 'keyword', name: 'Anywhere' },
  { code: 'title', name: 'Title' },
  { code: 'author', name: 'Author or contributor' },
  { code: 'subject', name: 'Subject' },
  { code: 'series', name: 'Series' },
  { code: 'genre', name: 'Genre' },
  { code: 'notes', name: 'Notes and summary' },
  { code: 'isbn', name: 'ISBN, ISSN or number' },
  { code: 'dewey', name: 'Dewey number' },
] as const satisfies Named[]
export type KeywordField = (typeof keywordFields)[number]['code']

export const keywordTypes = [
  { code: 'all', name: 'All words' },
  { code: 'any', name: 'Any word' },
  { code: 'phrase', name: 'Phrase' },
  { code: 'startsWith', name: 'Starts with' },
] as const satisfies Named[]
export type KeywordType = (typeof keywordTypes)[number]['code']

/** How a keyword joins those before it, from the first to the last. */
export const operations = [
  { code: 'and', name: 'and' },
  { code: 'or', name: 'or' },
  { code: 'not', name: 'not' },
] as const satisfies Named[]
export type Operation = (typeof operations)[number]['code']

export const issuances = [
  { code: 'all', name: 'All' },
  { code: 'serial', name: 'Serials only' },
  { code: 'nonSerial', name: 'No serials' },
] as const satisfies Named[]
export type Issuance = (typeof issuances)[number]['code']
