import type { Clause } from '#features/catalogue/query/server/query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import type { Connection } from '../connection.ts'
import { cutKey, dividedPart } from '../indexed-record.ts'
import { firstLetters, maxBeginningLength } from '../mapping.ts'
import {
  type ClauseOf,
  facetPath,
  isDivision,
  isPlainStart,
  literalOf,
  type Meanings,
  type Query,
  textFieldsOf,
} from './print-query.ts'
import { askSearches } from './search-many.ts'
import { rarityOf } from './weights.ts'

/** A pattern matches at most this many words, the most frequent ones. */
export const maxWords = 1000
/** Values per shard: enough to include the most frequent overall. */
const perShard = 30_000
/** The engine's limit is 65,536 per list. */
const maxValues = 60_000
/** With more words, patterns and phrases a search is simplified: the engine's limit is 1,024 conditions. */
const maxDetailed = 40
const maxRanked = 400

type Lookups = {
  stems: Set<string>
  exact: Set<string>
  patterns: Set<string>
  localPatterns: Set<string>
  numbers: Set<string>
  beginnings: Map<string, ClauseOf<'beginning'>>
  phrases: number
}

type MeaningsReply = {
  hits: { total: { value: number } }
  aggregations?: { found: { buckets: { key: string }[]; sum_other_doc_count: number } }
}

/** Looks up, in one call, the index's words and values that the clauses need. */
export async function lookUpMeanings(
  at: Connection,
  clauses: Clause[],
  scored: boolean,
  signal?: AbortSignal,
): Promise<Meanings> {
  const lookups = lookupsOf(clauses, scored)
  const detailed =
    lookups.stems.size + lookups.patterns.size + lookups.localPatterns.size + lookups.phrases <= maxDetailed
  const ranks = detailed && lookups.stems.size + lookups.exact.size > 1
  const searches = new Map<string, object>()
  for (const pattern of lookups.patterns) searches.set(`words ${pattern}`, wordsLike(pattern))
  for (const pattern of lookups.localPatterns)
    searches.set(`local ${pattern}`, wordsLike(pattern, maxWords, 'localWords'))
  for (const pattern of lookups.numbers) searches.set(`numbers ${pattern}`, numbersLike(pattern))
  for (const [key, clause] of lookups.beginnings) searches.set(`values ${key}`, valuesLike(clause))
  if (ranks) {
    searches.set('all', howMany({ match_all: {} }))
    for (const root of lookups.stems) searches.set(`stem ${root}`, howMany({ term: { stems: root } }))
    for (const word of lookups.exact) searches.set(`exact ${word}`, howMany({ term: { words: word } }))
  }
  const replies = searches.size === 0 ? [] : await askSearches<MeaningsReply>(at, [...searches.values()], signal)
  const answers = new Map([...searches.keys()].map((key, index) => [key, replies[index]!]))
  const found = (key: string) => answers.get(key)?.aggregations?.found.buckets.map((bucket) => bucket.key) ?? []
  const frequency = (key: string) => answers.get(key)?.hits.total.value ?? 0
  const rarity = (key: string) => (ranks ? rarityOf(frequency(key), frequency('all')) : 1)
  return {
    words: (pattern) => found(`words ${pattern}`),
    localWords: (pattern) => found(`local ${pattern}`),
    identifiers: (pattern) =>
      answers.get(`numbers ${pattern}`)?.aggregations?.found.sum_other_doc_count === 0
        ? found(`numbers ${pattern}`)
        : undefined,
    values: (clause) => found(`values ${keyOf(clause)}`),
    rarity: (word) => rarity(`stem ${stem(word)}`),
    rarityOfExact: (word) => rarity(`exact ${word}`),
    detailed,
    ranked: lookups.stems.size <= maxRanked,
  }
}

const keyOf = ({ field, text }: ClauseOf<'beginning'>) => `${field} ${text}`

function lookupsOf(clauses: Clause[], scored: boolean): Lookups {
  const lookups: Lookups = {
    stems: new Set(),
    exact: new Set(),
    patterns: new Set(),
    localPatterns: new Set(),
    numbers: new Set(),
    beginnings: new Map(),
    phrases: 0,
  }
  const pattern = (each: ClauseOf<'pattern'>) => {
    const own = textFieldsOf(each.fields)
    if (own.some((field) => field !== 'localNotes')) lookups.patterns.add(each.pattern)
    if (own.includes('localNotes')) lookups.localPatterns.add(each.pattern)
    if (each.fields.includes('identifier') && !isPlainStart(each.pattern)) lookups.numbers.add(each.pattern)
  }
  const visit = (clause: Clause, ranked: boolean) => {
    if (clause.kind === 'and' || clause.kind === 'or') for (const each of clause.clauses) visit(each, ranked)
    else if (clause.kind === 'not' || clause.kind === 'unscored') visit(clause.clause, false)
    else if (clause.kind === 'word' && ranked) lookups.stems.add(stem(clause.word))
    else if (clause.kind === 'pattern') pattern(clause)
    else if (clause.kind === 'beginning' && clause.text !== '' && !isDivision(clause))
      lookups.beginnings.set(keyOf(clause), clause)
    else if (clause.kind === 'phrase') {
      lookups.phrases++
      const whole = clause.lastIsPrefix ? clause.words.slice(0, -1) : clause.words
      if (ranked) for (const word of whole) lookups.exact.add(word)
      if (!clause.lastIsPrefix || clause.words.length === 0) return
      pattern({ ...clause, kind: 'pattern', pattern: `${clause.words.at(-1)!}*`, fields: textFieldsOf(clause.fields) })
      pattern({
        kind: 'pattern',
        pattern: `${clause.words.join('')}*`,
        fields: clause.fields.filter((field) => field === 'identifier'),
      })
    }
  }
  for (const clause of clauses) visit(clause, scored)
  return lookups
}

export const howMany = (query: Query) => ({ size: 0, track_total_hits: true, query })

/** The most frequent values of a field that match an expression; ties in alphabetical order. */
const valuesOf = (field: string, include: string, among: Query, size: number, more: object = {}) => ({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [among] } },
  aggs: {
    found: {
      terms: {
        field,
        include,
        size,
        shard_size: Math.max(size, perShard),
        order: [{ _count: 'desc' }, { _key: 'asc' }],
        ...more,
      },
    },
  },
})

export function wordsLike(pattern: string, size = maxWords, among: 'words' | 'localWords' = 'words'): object {
  const literal = literalOf(pattern)
  const records: Query = literal.length < firstLetters ? { match_all: {} } : { match: { [`${among}.start`]: literal } }
  return valuesOf(among, expressionOf(pattern), records, size)
}

/** At most `limit` words that a pattern fits. */
export async function wordsThatFit(
  at: Connection,
  pattern: string,
  limit: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const [said] = await askSearches<MeaningsReply>(at, [wordsLike(pattern, limit)], signal)
  return said!.aggregations?.found.buckets.map(({ key }) => key) ?? []
}

function numbersLike(pattern: string): object {
  const start = [...literalOf(pattern)].slice(0, maxBeginningLength).join('')
  const among: Query = start === '' ? { match_all: {} } : { term: { 'identifiers.start': start } }
  return valuesOf('identifiers', expressionOf(pattern), among, maxValues, { execution_hint: 'map' })
}

function valuesLike({ field, text }: ClauseOf<'beginning'>): object {
  const start = field === 'subjects' ? dividedPart(text) : ''
  const among: Query = start === '' ? { match_all: {} } : { term: { divided: cutKey(start) } }
  return valuesOf(facetPath(field), `${escaped(text)}.*`, among, maxValues)
}

const escaped = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')

/** In the engine's regular expression syntax. */
const expressionOf = (pattern: string) =>
  pattern.replace(/[^\p{L}\p{N}]/gu, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`))
