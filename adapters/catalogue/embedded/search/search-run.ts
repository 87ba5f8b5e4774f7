import type { Clause } from '#features/catalogue/query/server/query.ts'
import type { ChunkReader } from '../index/chunks.ts'
import { findSorted } from '../index/string-table.ts'
import { type ValueClause, valueNumbersOf } from '../index/value-numbers.ts'
import { type WordTerm, wordTerms } from '../index/words.ts'
import type { LiveSegment, Snapshot } from '../snapshot.ts'
import { mostFrequentTerms, type PatternWord } from './patterns.ts'

/** One search over one state: what its clauses share across segments. */
export type SearchRun = {
  snapshot: Snapshot
  read: ChunkReader
  /** Throws if the answer is no longer wanted. */
  goOn(): void
  /** The rarity weight of a word: 1 if every record has it, at most 4.5 for the rarest. */
  rarity(word: string): number
  rarityOfExact(word: string): number
  /** A word's terms in a segment: looked up once per search. */
  wordTerms(live: LiveSegment, word: string): WordTerm[]
  /** The numbers of the facet values that a clause names: looked up once per search. */
  valueNumbers(clause: ValueClause): number[]
  /** Docs of clauses listed together for the current segment, ahead of the search. */
  listed?: Map<Clause, Uint32Array>
  /** The terms of a segment that a pattern matches, limited to the most frequent words of all segments. */
  patternTerms(live: LiveSegment, pattern: string): number[]
}

/** Patterns cached per state. */
const maxPatterns = 32
const patternsOf = new WeakMap<Snapshot, Map<string, PatternWord[]>>()

function wordsOfPattern(snapshot: Snapshot, pattern: string, goOn: () => void): PatternWord[] {
  let known = patternsOf.get(snapshot)
  if (!known) {
    known = new Map()
    patternsOf.set(snapshot, known)
  }
  let words = known.get(pattern)
  if (!words) {
    words = mostFrequentTerms(
      snapshot.segments.map(({ segment }) => segment),
      pattern,
      goOn,
    )
    if (known.size >= maxPatterns) known.delete(known.keys().next().value!)
    known.set(pattern, words)
  }
  return words
}

export function startRun(snapshot: Snapshot, read: ChunkReader, goOn: () => void): SearchRun {
  const rarities = new Map<string, number>()
  const meanings = new Map<string, WordTerm[]>()
  const numbers = new Map<ValueClause, number[]>()
  const termsOf = ({ id, segment }: Pick<LiveSegment, 'id' | 'segment'>, word: string) => {
    const key = `${id} ${word}`
    let terms = meanings.get(key)
    if (!terms) {
      terms = wordTerms(segment, word)
      meanings.set(key, terms)
    }
    return terms
  }
  const rarityBy = (key: string, frequencyIn: (live: LiveSegment) => number) => {
    let known = rarities.get(key)
    if (known === undefined) {
      known = rarityOf(
        snapshot.segments.reduce((sum, live) => sum + frequencyIn(live), 0),
        snapshot.segments.reduce((sum, { segment }) => sum + segment.count, 0),
      )
      rarities.set(key, known)
    }
    return known
  }
  return {
    snapshot,
    read,
    goOn,
    rarity: (word) =>
      rarityBy(`~${word}`, (live) =>
        termsOf(live, word).reduce((sum, { term }) => sum + live.segment.frequency[term]!, 0),
      ),
    rarityOfExact: (word) =>
      rarityBy(word, ({ segment }) => {
        const term = findSorted(segment.terms, word)
        return term < 0 ? 0 : segment.frequency[term]!
      }),
    wordTerms: termsOf,
    valueNumbers: (clause) => {
      let known = numbers.get(clause)
      if (!known) {
        known = valueNumbersOf([clause], snapshot.facets)[0]!
        numbers.set(clause, known)
      }
      return known
    },
    patternTerms: (live, pattern) => {
      const index = snapshot.segments.indexOf(live)
      return wordsOfPattern(snapshot, pattern, goOn)
        .map(({ places }) => places[index]!)
        .filter((place) => place >= 0)
    },
  }
}

const rarityOf = (frequency: number, records: number) =>
  frequency === 0 ? 1 : Math.min(4.5, 1 + Math.max(0, Math.log(records / frequency)) / 4)

export type ClauseOf<K extends Clause['kind']> = Extract<Clause, { kind: K }>
