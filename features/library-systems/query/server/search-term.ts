import type { FacetField } from '#features/catalogue/facets.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import { fitsSearch } from '#features/catalogue/rules.ts'
import {
  allOf,
  anyOf,
  fieldsForStaff,
  identifierClause,
  identifierPattern,
  literalClauses,
  looksLikeIdentifier,
  placeWords,
  respelledPhrases,
  withoutElisions,
} from '#features/catalogue/server/catalogue.ts'
import { classNumberIn } from '#features/catalogue/shelf/rules.ts'
import { dayAfter } from '#kit/day.ts'
import { countries, countryName } from '#marc/crosswalk/countries.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { languageName, languageNames } from '#marc/crosswalk/languages.ts'
import { identifierKey } from '#marc/identifier.ts'
import type { AccessPoint } from './access-points.ts'
import { findInPlace, type Lookup } from './in-place.ts'
import type { Place } from './places.ts'
import { daysOf, type Span, yearsOf } from './spans.ts'
import { isBeginning, isMasked, isOpenAtStart, type Truncation, wordsOfTerm } from './term-words.ts'

export type Comparison = '<' | '<=' | '=' | '>=' | '>'
export type SearchTerm = {
  at: AccessPoint
  text: string
  comparison: Comparison
  /** All words in any order, all next to each other, or at least one. */
  match: 'all' | 'phrase' | 'any'
  truncation: Truncation
  /** Anywhere unless given. Numbers, dates and values are whole fields anyway. */
  place?: Place | undefined
}

/**
 * Why a term cannot be searched. `term`: the access point cannot read it. `combination`: the access
 * point does not support this comparison, truncation or position. `longTerm`, `manyWords`: it is too long, or the query's words are too many. `shortMask`: a mask matches too many words. `manyMasks`: too many words
 * begin with a mask. `manyRecords`: too many records to check for the position of the words.
 */
export type TermRefused = 'term' | 'combination' | 'longTerm' | 'manyWords' | 'shortMask' | 'manyMasks' | 'manyRecords'
type Read = { clause: Clause } | { refused: TermRefused }

const refused = (why: TermRefused): Read => ({ refused: why })
const found = (clause: Clause | undefined): Read => (clause ? { clause } : refused('term'))

/** The catalogue's own query of a term. */
export async function clauseOfTerm(term: SearchTerm, lookup: Lookup): Promise<Read> {
  const { at, text, comparison, truncation } = term
  if (!fitsSearch(text)) return refused('longTerm')
  if (at.kind === 'words') return comparison === '=' ? clauseOfText(at, term, lookup) : refused('combination')
  if (at.kind === 'year' || at.kind === 'dateAdded') return clauseOfDates(at.kind, text, comparison, truncation)
  if (comparison !== '=') return refused('combination')
  if (at.kind === 'identifier') return clauseOfNumber(at, text, truncation)
  if (at.kind === 'dewey' || at.kind === 'place') return clauseOfBeginning(at.kind, text, truncation)
  if (truncation !== 'none') return refused('combination')
  const given = text.trim()
  const lower = given.toLowerCase()
  switch (at.kind) {
    case 'recordNumber':
      return found({ kind: 'ids', ids: [given] })
    case 'language':
      return found(valueClause('language', languageName(lower) || byLower.languages.get(lower)))
    case 'country':
      return found(countryClause(lower))
    case 'itemType':
      return found(valueClause('scisType', byLower.itemTypes.get(lower)))
  }
}

const valueClause = (field: FacetField, value: string | undefined): Clause | undefined =>
  value ? { kind: 'values', field, values: [value] } : undefined

const countryClause = (lower: string) =>
  valueClause('placeOfPublicationMarcCountry', countryName(lower) || byLower.countries.get(lower))

const lowered = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))

/** The catalogue's names of values, by their form in lower case. */
const byLower = {
  languages: lowered(languageNames()),
  countries: lowered(countries.map(({ name }) => name)),
  itemTypes: lowered(Object.values(itemTypes).flat()),
}

/** Values that a term may also begin: a Dewey number, and each word of a place, which may be a country too. */
function clauseOfBeginning(kind: 'dewey' | 'place', text: string, truncation: Truncation): Read {
  const given = truncation === 'masks' ? text.replace(/\*\s*$/, '') : text
  if (truncation === 'left' || truncation === 'both' || (truncation === 'masks' && /[*?]/.test(given)))
    return refused('combination')
  const isOpen = truncation === 'right' || given !== text
  const starting = (field: FacetField, value: string): Clause =>
    isOpen ? { kind: 'beginning', field, text: value } : { kind: 'values', field, values: [value] }
  if (kind === 'dewey') {
    const number = given.replace(/[\s/'’]/g, '')
    const known = isOpen ? (/^\d{1,3}(?:\.\d*)?$/.exec(number)?.[0] ?? '') : classNumberIn(number)
    return found(known === '' ? { kind: 'none' } : starting('dewey', known))
  }
  const spellings = placeWords(given)
  if (spellings[0]?.length === 0) return refused('term')
  const country = countryClause(given.trim().toLowerCase())
  const places = spellings.map((words) => allOf(words.map((word) => starting('placeWords', word))))
  return found(anyOf(country ? [...places, country] : places))
}

/** Numbers are listed by their beginnings. A whole ISBN, ISSN or bar code may be open at its start: it is at its start. */
function clauseOfNumber({ only, agency }: Numbers, text: string, truncation: Truncation): Read {
  const isOpen = truncation === 'left' || truncation === 'both'
  const number = truncation === 'masks' ? text : text.replace(/[*?]/g, ' ')
  if (isOpen ? !isWholeNumber(number) : isOpenAtStart(number.trim())) return refused('combination')
  const wanted = truncation === 'right' || truncation === 'both' ? `${number}*` : number
  const isBare = !/\p{L}/u.test(wanted)
  return found(identifierPattern(agency && isBare ? `(${agency})${wanted}` : wanted, only))
}

function isWholeNumber(text: string): boolean {
  const { kind, problem } = identifierKey(text)
  return kind !== 'record' && !problem
}

/** A mask at the start of a word may match fewer words than this, the most that the catalogue finds. */
const maxMasked = 1_000

type Words = Extract<AccessPoint, { kind: 'words' }>
type Numbers = Extract<AccessPoint, { kind: 'identifier' }>

async function clauseOfText(at: Words, term: SearchTerm, lookup: Lookup): Promise<Read> {
  const read = await clauseOfWords(at, term, lookup)
  const { text, truncation, place } = term
  const number = truncation === 'masks' ? text.replace(/\*+\s*$/, '') : text
  if ('refused' in read || !at.withNumbers || place || !looksLikeIdentifier(number)) return read
  return found(anyOf([read.clause, identifierClause([number])]))
}

async function clauseOfWords(at: Words, { text, match, truncation, place }: SearchTerm, lookup: Lookup): Promise<Read> {
  const fields = lookup.isStaff ? fieldsForStaff(at.fields) : at.fields
  const words = wordsOfTerm(text, truncation)
  if (words.length === 0) return refused('term')
  lookup.left.words -= words.length
  if (lookup.left.words < 0) return refused('manyWords')
  for (const word of words) {
    if (!/[^*?]/.test(word)) return refused('shortMask')
    if (!isOpenAtStart(word)) continue
    if (--lookup.left.openWords < 0) return refused('manyMasks')
    if ((await lookup.reads.wordsLike(word, maxMasked)).length === maxMasked) return refused('shortMask')
  }
  if (match === 'phrase' || place) {
    const isOneText = match === 'phrase' || words.length === 1
    if (!isOneText) return refused('combination')
    const others = withoutElisions(text).map((other) => wordsOfTerm(other, truncation))
    return clauseOfSequence({ words, others, fields, place }, lookup)
  }
  const each = truncation === 'none' ? literalClauses(text, fields) : words.map((word) => wordClause(word, fields))
  return found(match === 'any' ? anyOf(each) : allOf(each))
}

const wordClause = (word: string, fields: SearchField[]): Clause =>
  isMasked(word) ? { kind: 'pattern', pattern: word, fields } : { kind: 'word', word, fields }

const anywhere: Place = { within: 'field', starts: false, ends: false }

type Sequence = { words: string[]; others: string[][]; fields: SearchField[]; place: Place | undefined }

/**
 * Words next to each other, or one of the `others`. The index finds phrases whose last word is open at its end; the rest
 * is read in records.
 */
async function clauseOfSequence({ words, others, fields, place }: Sequence, lookup: Lookup): Promise<Read> {
  const last = words.at(-1)!
  const isPhrase = !words.slice(0, -1).some(isMasked) && (!isMasked(last) || isBeginning(last))
  const unmasked = (sequence: string[]) => sequence.map((word) => word.replace(/\*$/, ''))
  const plain = unmasked(words)
  const phraseOf = (sequence: string[]): Clause => ({
    kind: 'phrase',
    words: sequence,
    fields,
    lastIsPrefix: isMasked(last),
  })
  const isOneWord = words.length === 1 && (isMasked(last) || !place)
  const candidates =
    isPhrase && !isOneWord
      ? anyOf([plain, ...respelledPhrases(plain), ...others.map(unmasked)].map(phraseOf))
      : allOf([...new Set(words)].map((word) => wordClause(word, fields)))
  if (!place && (isPhrase || isOneWord)) return found(candidates)
  const clause = await findInPlace(lookup, candidates, { fields, words, place: place ?? anywhere })
  return clause ? found(clause) : refused('manyRecords')
}

function clauseOfDates(kind: 'year' | 'dateAdded', text: string, comparison: Comparison, truncation: Truncation): Read {
  if (truncation === 'left' || truncation === 'both') return refused('combination')
  const given = truncation === 'right' ? `${text.trim()}*` : text.trim()
  if (kind === 'year') {
    const years = yearsOf(given)
    const bounds = years && boundsOf(comparison, years, (year, more) => year + more)
    return found(bounds && { kind: 'range', field: 'publicationYear', ...bounds })
  }
  const days = daysOf(given)
  const bounds = days && boundsOf(comparison, days, dayAfter)
  return found(bounds && { kind: 'range', field: 'voyagerCreateDate', ...bounds })
}

/** Inclusive bounds. */
function boundsOf<T>(
  comparison: Comparison,
  { from, to }: Span<T>,
  later: (value: T, more: number) => T,
): Partial<Span<T>> {
  if (comparison === '<') return { to: later(from, -1) }
  if (comparison === '<=') return { to }
  if (comparison === '>=') return { from }
  return comparison === '>' ? { from: later(to, 1) } : { from, to }
}
