import type { FacetField } from '#features/catalogue/facets.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import {
  allOf,
  analyse,
  anyOf,
  everyWordField,
  identifierClause,
  identifierPattern,
  literalClauses,
  looksLikeIdentifier,
  patternClause,
  phraseClause,
  prefixClause,
} from '#features/catalogue/server/catalogue.ts'
import { dayMs } from '#kit/day.ts'
import { countries, countryName } from '#marc/crosswalk/countries.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { languageName, languageNames } from '#marc/crosswalk/languages.ts'

/** Where a term is searched: an access point of Bib-1 or an index of CQL. */
export type AccessPoint =
  | { kind: 'words'; fields: SearchField[]; withNumbers?: true }
  | { kind: 'identifier' | 'recordNumber' | 'language' | 'country' | 'itemType' | 'year' | 'dateAdded' }

const words = (...fields: SearchField[]): AccessPoint => ({ kind: 'words', fields })
const anywhere: AccessPoint = {
  kind: 'words',
  fields: everyWordField,
  withNumbers: true,
}
const identifier: AccessPoint = { kind: 'identifier' }

/** Use attributes of Bib-1 (ISO 23950, attribute set 1.2.840.10003.3.1), by number. */
const bib1Uses = new Map<number, AccessPoint>([
  [1, words('author')],
  [2, words('author')],
  [3, words('author')],
  [4, words('title')],
  [5, words('series')],
  [6, words('title')],
  [7, identifier],
  [8, identifier],
  [12, { kind: 'recordNumber' }],
  [21, words('subject')],
  [27, words('subject')],
  [30, { kind: 'year' }],
  [31, { kind: 'year' }],
  [54, { kind: 'language' }],
  [58, words('subject')],
  [59, { kind: 'country' }],
  [62, words('notes')],
  [63, words('notes')],
  [1003, words('author')],
  [1004, words('author')],
  [1005, words('author')],
  [1006, words('author')],
  [1007, identifier],
  [1009, words('subject')],
  [1011, { kind: 'dateAdded' }],
  [1016, anywhere],
  [1018, words('notes')],
  [1031, { kind: 'itemType' }],
  [1032, { kind: 'recordNumber' }],
  [1035, anywhere],
])
export const accessPointOfUse = (use: number): AccessPoint | undefined => bib1Uses.get(use)

/** Indexes of CQL: the sets cql, dc, rec and bath. */
const cqlIndexes: Record<string, AccessPoint> = {
  'cql.serverChoice': anywhere,
  'cql.anyWhere': anywhere,
  'cql.anyIndexes': anywhere,
  'cql.keywords': anywhere,
  'dc.title': words('title'),
  'dc.creator': words('author'),
  'dc.contributor': words('author'),
  'dc.subject': words('subject'),
  'dc.description': words('notes'),
  'dc.publisher': words('notes'),
  'dc.date': { kind: 'year' },
  'dc.type': { kind: 'itemType' },
  'dc.identifier': identifier,
  'dc.language': { kind: 'language' },
  'rec.id': { kind: 'recordNumber' },
  'rec.identifier': { kind: 'recordNumber' },
  'rec.creationDate': { kind: 'dateAdded' },
  'bath.any': anywhere,
  'bath.title': words('title'),
  'bath.keyTitle': words('title'),
  'bath.uniformTitle': words('title'),
  'bath.seriesTitle': words('series'),
  'bath.author': words('author'),
  'bath.name': words('author'),
  'bath.personalName': words('author'),
  'bath.corporateName': words('author'),
  'bath.conferenceName': words('author'),
  'bath.subject': words('subject'),
  'bath.topicalSubject': words('subject'),
  'bath.geographicName': words('subject'),
  'bath.notes': words('notes'),
  'bath.isbn': identifier,
  'bath.issn': identifier,
  'bath.standardIdentifier': identifier,
}
/** With their set's prefix, for explain. */
export const indexNames = Object.keys(cqlIndexes)
const accessPoints = new Map(Object.entries(cqlIndexes).map(([name, at]) => [name.toLowerCase(), at]))
const shortIndexes = new Map([
  ['title', 'dc.title'],
  ['author', 'bath.author'],
  ['creator', 'dc.creator'],
  ['subject', 'dc.subject'],
  ['date', 'dc.date'],
  ['year', 'dc.date'],
  ['isbn', 'bath.isbn'],
  ['issn', 'bath.issn'],
  ['id', 'rec.id'],
  ['keyword', 'cql.anywhere'],
])
/** Of an index in lower case, with its usual prefix or short. */
export const accessPointOfIndex = (index: string): AccessPoint | undefined =>
  accessPoints.get(shortIndexes.get(index) ?? index)

export type Comparison = '<' | '<=' | '=' | '>=' | '>'
export type SearchTerm = {
  at: AccessPoint
  text: string
  comparison: Comparison
  /** All words in any order, all next to each other, or at least one. */
  match: 'all' | 'phrase' | 'any'
  /** `start`: the last word may go on. `pattern`: `*` and `?` replace characters. */
  truncation: 'none' | 'start' | 'pattern'
}

/** The clause of the catalogue's own query that a term means; undefined if there is none: see `whyNoClause`. */
export function clauseOfTerm({ at, text, comparison, match, truncation }: SearchTerm): Clause | undefined {
  if (at.kind === 'year' || at.kind === 'dateAdded') return rangeClause(at.kind, text, comparison, truncation)
  if (comparison !== '=') return undefined
  const lower = text.trim().toLowerCase()
  if (/^(language|country|itemType)$/.test(at.kind) && truncation !== 'none') return undefined
  switch (at.kind) {
    case 'words':
      return wordsClause(at, text, match, truncation)
    case 'identifier':
      if (truncation === 'none') return identifierClause([text])
      return identifierPattern(truncation === 'start' ? `${text}*` : text)
    case 'recordNumber':
      return truncation === 'none' ? { kind: 'ids', ids: [text.trim()] } : undefined
    case 'language':
      return valueClause('language', languageName(lower) || byLower.languages.get(lower))
    case 'country':
      return valueClause('placeOfPublicationMarcCountry', countryName(lower) || byLower.countries.get(lower))
    case 'itemType':
      return valueClause('scisType', byLower.itemTypes.get(lower))
  }
}

const valueClause = (field: FacetField, value: string | undefined): Clause | undefined =>
  value ? { kind: 'values', field, values: [value] } : undefined

const lowered = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))

/** The catalogue's names of values, by their form in lower case. */
const byLower = {
  languages: lowered(languageNames()),
  countries: lowered(countries.map(({ name }) => name)),
  itemTypes: lowered(Object.values(itemTypes).flat()),
}

/** Why a term has no clause: the access point cannot read it, or cannot be compared or truncated so. */
export const whyNoClause = ({ at, comparison, truncation }: SearchTerm): 'term' | 'combination' =>
  at.kind === 'year' ||
  at.kind === 'dateAdded' ||
  (comparison === '=' && (at.kind === 'words' || truncation === 'none'))
    ? 'term'
    : 'combination'

/** Of one query. OpenSearch refuses fewer where each word has several stems and fields. */
export const maxWords = 128

/** Words, phrases and masked words that a clause searches for. */
export function wordsIn(clause: Clause): number {
  if ('clauses' in clause) return clause.clauses.reduce((sum, each) => sum + wordsIn(each), 0)
  if ('clause' in clause) return wordsIn(clause.clause)
  return clause.kind === 'phrase' ? clause.words.length : 1
}

function wordsClause(
  { fields, withNumbers }: Extract<AccessPoint, { kind: 'words' }>,
  text: string,
  match: SearchTerm['match'],
  truncation: SearchTerm['truncation'],
): Clause | undefined {
  if (analyse(text.replace(/[*?]/g, ' ')).length === 0) return undefined
  const found = () => {
    if (truncation === 'pattern') return allOf(patternClause(text, fields))
    if (match === 'phrase') return truncation === 'start' ? prefixClause(text, fields) : phraseClause(text, fields)
    const parts = text.trim().split(/\s+/)
    const last = truncation === 'start' ? [prefixClause(parts.pop() ?? '', fields)] : []
    const clauses = [...literalClauses(parts.join(' '), fields), ...last]
    return match === 'any' ? anyOf(clauses) : allOf(clauses)
  }
  const clause = found()
  if (!withNumbers || truncation !== 'none' || !looksLikeIdentifier(text)) return clause
  return anyOf([clause, identifierClause([text])])
}

/** Years as `1999`, days as `1999-12-31` or `19991231`. Other text compares with nothing. */
function rangeClause(
  kind: 'year' | 'dateAdded',
  text: string,
  comparison: Comparison,
  truncation: SearchTerm['truncation'],
): Clause | undefined {
  if (truncation !== 'none') return undefined
  const given = text.trim()
  if (kind === 'year') {
    if (!/^\d{4}$/.test(given)) return undefined
    const year = Number(given)
    return { kind: 'range', field: 'publicationYear', ...boundsOf(comparison, year, year - 1, year + 1) }
  }
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(given) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return undefined
  const days = (more: number) => new Date(date.getTime() + more * dayMs).toISOString().slice(0, 10)
  return { kind: 'range', field: 'voyagerCreateDate', ...boundsOf(comparison, days(0), days(-1), days(1)) }
}

/** Inclusive bounds. */
function boundsOf<T>(comparison: Comparison, value: T, before: T, after: T): { from?: T; to?: T } {
  if (comparison === '<') return { to: before }
  if (comparison === '<=') return { to: value }
  if (comparison === '>=') return { from: value }
  return comparison === '>' ? { from: after } : { from: value, to: value }
}
