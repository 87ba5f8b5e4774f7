import { fits } from '#features/catalogue/query/server/fits-pattern.ts'
import { firstOpenTerm } from '../index/local-terms.ts'
import type { Segment } from '../index/segment.ts'
import { compareText, findSorted, prefixRange, type StringTable, sizeOf, textAt } from '../index/string-table.ts'

/** A pattern matches at most this many words, the most frequent ones. */
export const maxWords = 1000

/** Words compared before asking whether the answer is still wanted. */
const perTurn = 4096

/**
 * The places in a sorted table that a pattern matches: found by its literal prefix, then tested one by one if needed.
 * `goOn` throws if they are no longer wanted.
 */
export function* placesOf(table: StringTable, pattern: string, goOn = () => {}): Generator<number> {
  const literal = pattern.slice(0, pattern.search(/[*?]|$/))
  const rest = pattern.slice(literal.length)
  const [from, to] = rest === '' ? single(table, literal) : rangeOf(table, literal)
  if (rest === '' || rest === '*') {
    for (let place = from; place < to; place++) yield place
    return
  }
  for (let place = from; place < to; place++) {
    if (place % perTurn === 0) goOn()
    if (fits(textAt(table, place), pattern)) yield place
  }
}

const rangeOf = (table: StringTable, literal: string): [number, number] =>
  literal === '' ? [firstOpenTerm(table), sizeOf(table)] : prefixRange(table, literal)

function single(table: StringTable, text: string): [number, number] {
  const place = findSorted(table, text)
  return place < 0 ? [0, 0] : [place, place + 1]
}

/** A word and its place among the terms of each segment, -1 if absent. */
export type PatternWord = { word: string; places: number[]; frequency: number }

/** Matching words of all segments in alphabetical order; if there are too many, the most frequent. */
export function mostFrequentTerms(segments: Segment[], pattern: string, goOn: () => void): PatternWord[] {
  const fitting = segments.map((segment) => Uint32Array.from(placesOf(segment.terms, pattern, goOn)))
  const least = leastFrequency(segments, fitting)
  const found = new Map<string, PatternWord>()
  segments.forEach(({ terms, frequency }, index) => {
    for (const place of fitting[index]!) {
      if (frequency[place]! < least) continue
      const word = textAt(terms, place)
      if (!found.has(word)) found.set(word, inAllSegments(segments, word))
    }
  })
  const words = [...found.values()]
  if (words.length > maxWords) {
    words.sort((a, b) => b.frequency - a.frequency || compareText(a.word, b.word))
    words.length = maxWords
  }
  return words.sort((a, b) => compareText(a.word, b.word))
}

/** Words of all segments that a pattern matches, each once: at most `limit`. */
export function wordsLike(segments: Segment[], pattern: string, limit: number, goOn: () => void): string[] {
  const found = new Set<string>()
  for (const { terms } of segments)
    for (const place of placesOf(terms, pattern, goOn)) {
      found.add(textAt(terms, place))
      if (found.size >= limit) return [...found]
    }
  return [...found]
}

function inAllSegments(segments: Segment[], word: string): PatternWord {
  let sum = 0
  const places = segments.map(({ terms, frequency }) => {
    const place = findSorted(terms, word)
    if (place >= 0) sum += frequency[place]!
    return place
  })
  return { word, places, frequency: sum }
}

/**
 * One of the most frequent words must reach this frequency in at least one segment: the segments' thousandth frequency
 * is a lower bound for the sum, which is divided by the number of segments.
 */
function leastFrequency(segments: Segment[], places: Uint32Array[]): number {
  let bound = 0
  segments.forEach(({ frequency }, index) => {
    const found = places[index]!
    if (found.length <= maxWords) return
    const sorted = found.map((place) => frequency[place]!).sort()
    bound = Math.max(bound, sorted[sorted.length - maxWords]!)
  })
  return Math.ceil(bound / Math.max(1, segments.length))
}
