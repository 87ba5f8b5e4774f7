import type { FacetField } from '#features/catalogue/facets.ts'
import { uncertainYearsWithin } from '#features/catalogue/query/server/facet-values.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import { identifierKey } from '#marc/identifier.ts'
import { dayNumber } from '../../day-number.ts'
import { cutKey, dividedPart, openFields, type TextField, textFields } from '../indexed-record.ts'
import { maxBeginningLength } from '../mapping.ts'
import { stemFactor, titleShares, weightOf } from './weights.ts'

/** An OpenSearch query. */
export type Query = Record<string, unknown>
export type ClauseOf<K extends Clause['kind']> = Extract<Clause, { kind: K }>

/** Index lookups needed before a query can be printed: see meanings.ts. */
export type Meanings = {
  /** The words that a pattern matches. */
  words(pattern: string): string[]
  /** The same among the words of local notes. */
  localWords(pattern: string): string[]
  /** The identifiers that a pattern matches; undefined if there are too many to list. */
  identifiers(pattern: string): string[] | undefined
  /** A facet's values with this prefix. */
  values(clause: ClauseOf<'beginning'>): string[]
  /** The rarity weight of a word, by its stem or exact form. */
  rarity(word: string): number
  rarityOfExact(word: string): number
  /** False if a search has so many words that each is queried in a simpler form. */
  detailed: boolean
  /** False if it has so many that titles are not ranked above other fields either. */
  ranked: boolean
}

const everything: Query = { match_all: {} }
const nothing: Query = { match_none: {} }

const term = (field: string, value: string, boost = 1): Query => ({ term: { [field]: { value, boost } } })
const terms = (field: string, values: string[], boost = 1): Query =>
  values.length === 0 ? nothing : { terms: { [field]: values, boost } }
const any = (queries: Query[], atLeast = 1): Query =>
  queries.length === 1 && atLeast === 1
    ? queries[0]!
    : queries.length < atLeast
      ? nothing
      : { bool: { should: queries, minimum_should_match: atLeast } }

/** The records that match a clause; `scored` if the ranking matters, which then equals the embedded engine's. */
export function printClause(clause: Clause, meanings: Meanings, scored: boolean): Query {
  const print = (each: Clause, withRank = scored) => printClause(each, meanings, withRank)
  switch (clause.kind) {
    case 'all':
      return everything
    case 'none':
      return nothing
    case 'and':
      return printAll(flat(clause.clauses), print, scored)
    case 'or':
      if (clause.atLeast > 0)
        return any(
          clause.clauses.map((each) => print(each)),
          clause.atLeast,
        )
      return scored && clause.clauses.length > 0
        ? { bool: { filter: [everything], should: clause.clauses.map((each) => print(each)), minimum_should_match: 0 } }
        : everything
    case 'not':
      return { bool: { filter: [everything], must_not: [print(clause.clause, false)] } }
    case 'unscored':
      return { bool: { filter: [print(clause.clause, false)] } }
    case 'word':
      return any([...printWord(clause, meanings, scored), ...printNumber(clause.fields, clause.word)])
    case 'pattern':
      return any([...printPattern(clause, meanings, scored), ...printNumberPattern(clause, meanings)])
    case 'phrase':
      return printPhrase(clause, meanings, scored)
    case 'identifiers':
      return terms('identifiers', clause.keys, identifierScore)
    case 'ids':
      return any(inParts(clause.ids).map((ids) => terms('id', ids)))
    case 'values':
      return terms(`facets.${clause.field}`, clause.values.map(cutKey))
    case 'beginning':
      return printBeginning(clause, meanings)
    case 'range':
      return printRange(clause)
  }
}

const identifierScore = 10

/** The engine's limit is 65,536 values per list. */
const maxListLength = 60_000

function inParts(values: string[]): string[][] {
  const parts: string[][] = []
  for (let from = 0; from < values.length; from += maxListLength) parts.push(values.slice(from, from + maxListLength))
  return parts
}

const flat = (clauses: Clause[]): Clause[] =>
  clauses.flatMap((each) => (each.kind === 'and' ? flat(each.clauses) : [each]))

/** True-or-false clauses become filters, which the engine caches across searches. */
function printAll(clauses: Clause[], print: (clause: Clause, scored?: boolean) => Query, scored: boolean): Query {
  const must: Query[] = []
  const filter: Query[] = []
  const away: Query[] = []
  for (const clause of clauses) {
    const bare = clause.kind === 'unscored' ? clause.clause : clause
    if (bare.kind === 'not') away.push(print(bare.clause, false))
    else if (bare.kind === 'all') filter.push(everything)
    else if (scored && clause === bare && !isColumnClause(bare)) must.push(print(bare))
    else filter.push(print(bare, false))
  }
  if (must.length === 0 && filter.length === 0) filter.push(everything)
  return { bool: { must, filter, must_not: away } }
}

const isColumnClause = ({ kind }: Clause) => kind === 'values' || kind === 'beginning' || kind === 'range'

export const textFieldsOf = (fields: SearchField[]): TextField[] => textFields.filter((field) => fields.includes(field))
export const asksEveryField = (fields: SearchField[]) => openFields.every((field) => fields.includes(field))

const everyRank = (root: string) => titleShares.map((_, rank) => `${root}/${rank}`)

function printWord({ word, fields }: ClauseOf<'word'>, meanings: Meanings, scored: boolean): Query[] {
  const root = stem(word)
  const own = textFieldsOf(fields)
  if (!scored || !meanings.detailed) {
    const local = fields.includes('localNotes') ? [term('stem.localNotes', root)] : []
    const found = asksEveryField(fields)
      ? [term('stems', root), ...local]
      : own.map((field) => (field === 'title' ? terms('stem.title', everyRank(root)) : term(`stem.${field}`, root)))
    const inTitle = meanings.ranked && scored && own.includes('title') && own.length > 1
    return inTitle ? [...found, terms('stem.title', everyRank(root), weightOf('title'))] : found
  }
  const rarity = meanings.rarity(word)
  return own.flatMap((field) => {
    const weight = rarity * weightOf(field)
    const byStem =
      field === 'title'
        ? everyRank(root).map((each, rank) => term('stem.title', each, weight * stemFactor * titleShares[rank]!))
        : [term(`stem.${field}`, root, weight * stemFactor)]
    // Exact forms hardly matter in the lightest fields, which have the longest lists.
    return weightOf(field) < 4 ? byStem : [...byStem, term(`exact.${field}`, word, weight * (1 - stemFactor))]
  })
}

const wordsIn = (field: TextField, pattern: string, meanings: Meanings): string[] =>
  field === 'localNotes' ? meanings.localWords(pattern) : meanings.words(pattern)

function printPattern({ pattern, fields }: ClauseOf<'pattern'>, meanings: Meanings, scored: boolean): Query[] {
  const own = textFieldsOf(fields).flatMap((field) => {
    const words = wordsIn(field, pattern, meanings)
    return words.length === 0 ? [] : [{ field, words }]
  })
  if ((!scored || !meanings.detailed) && asksEveryField(fields)) {
    const local = own.flatMap(({ field, words }) => (field === 'localNotes' ? [terms('localWords', words)] : []))
    const open = own.find(({ field }) => field !== 'localNotes')
    return open ? [terms('words', open.words), ...local] : local
  }
  return own.map(({ field, words }) => terms(`exact.${field}`, words, weightOf(field)))
}

/** Only exact words count here, not their stems. */
function printPhrase(clause: ClauseOf<'phrase'>, meanings: Meanings, scored: boolean): Query {
  const { words, fields, lastIsPrefix } = clause
  const whole = lastIsPrefix ? words.slice(0, -1) : words
  if (words.length === 0) return nothing
  const start = `${words.join('')}*`
  const numbers = lastIsPrefix
    ? printNumberPattern({ kind: 'pattern', pattern: start, fields }, meanings)
    : printNumber(fields, words.join(''))
  if (whole.length === 0) {
    const asPattern: ClauseOf<'pattern'> = { kind: 'pattern', pattern: `${words[0]!}*`, fields }
    return any([...printPattern(asPattern, meanings, scored), ...numbers])
  }
  const factor = scored ? whole.reduce((sum, word) => sum + meanings.rarityOfExact(word), 0) : 1
  const found = textFieldsOf(fields).flatMap((field): Query[] => {
    const endings = lastIsPrefix ? wordsIn(field, `${words.at(-1)!}*`, meanings) : undefined
    if (endings?.length === 0) return []
    const query = [...whole, ...(endings ? [endings.join('|')] : [])].join(' ')
    return [{ match_phrase: { [`exact.${field}`]: { query, boost: factor * weightOf(field) } } }]
  })
  return any([...found, ...numbers])
}

function printNumber(fields: SearchField[], text: string): Query[] {
  if (!fields.includes('identifier')) return []
  const { key } = identifierKey(text)
  return key === '' ? [] : [term('identifiers', key, identifierScore)]
}

/** The literal prefix of a pattern, up to its first wildcard. */
export const literalOf = (pattern: string): string => pattern.slice(0, pattern.search(/[*?]|$/))

/** True if a single indexed prefix answers the pattern. */
export const isPlainStart = (pattern: string): boolean => {
  const literal = literalOf(pattern)
  return pattern === `${literal}*` && [...literal].length <= maxBeginningLength
}

function printNumberPattern({ pattern, fields }: ClauseOf<'pattern'>, meanings: Meanings): Query[] {
  if (!fields.includes('identifier')) return []
  if (isPlainStart(pattern)) return [term('identifiers.start', literalOf(pattern))]
  const found = meanings.identifiers(pattern)
  if (!found) return [{ wildcard: { identifiers: { value: pattern } } }]
  return found.length === 0 ? [] : [terms('identifiers', found)]
}

/** True if the index has this prefix as a term. */
export const isDivision = ({ field, text }: ClauseOf<'beginning'>): boolean =>
  field === 'subjects' && text !== '' && dividedPart(text) === text

function printBeginning(clause: ClauseOf<'beginning'>, meanings: Meanings): Query {
  if (clause.text === '') return { exists: { field: facetPath(clause.field) } }
  return isDivision(clause)
    ? term('divided', cutKey(clause.text))
    : terms(facetPath(clause.field), meanings.values(clause))
}

export const facetPath = (field: FacetField) => `facets.${field}`

function printRange({ field, from, to }: ClauseOf<'range'>): Query {
  const number = (bound: number | string) =>
    typeof bound === 'string' && field === 'voyagerCreateDate' ? dayNumber(bound) : Number(bound)
  const bounds = {
    ...(from === undefined ? {} : { gte: within(number(from)) }),
    ...(to === undefined ? {} : { lte: within(number(to)) }),
  }
  if (from === undefined && to === undefined) return { exists: { field } }
  const inRange = { range: { [field]: bounds } }
  if (field !== 'publicationYear') return inRange
  const patterns = uncertainYearsWithin(Number(from ?? 0), Number(to ?? Number.POSITIVE_INFINITY))
  return patterns.length === 0 ? inRange : any([inRange, terms(facetPath('uncertainYear'), patterns)])
}

/** The engine rejects numbers beyond its integer type. */
const within = (bound: number) => Math.min(Math.max(bound, -1), 2_000_000_000)
