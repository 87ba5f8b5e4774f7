import type { Segment } from '../index/segment.ts'
import { compareText, findSorted, prefixRange, type StringTable, textAt } from '../index/string-table.ts'

/** A pattern matches at most this many words, the most frequent ones. */
export const maxWords = 1000

const beyondBasicPlane = /[\ud800-\udfff]/
/** A text as a list of characters. */
const charactersOf = (text: string): ArrayLike<string> => (beyondBasicPlane.test(text) ? [...text] : text)

/**
 * Whether the pattern matches a whole word; `?` is one character, `*` any number. Backtracks to the last `*` only: the
 * time is at most word times pattern, unlike a regular expression.
 */
export function fits(word: string, pattern: string): boolean {
  const letters = charactersOf(word)
  const symbols = charactersOf(pattern)
  let at = 0
  let of = 0
  let star = -1
  let retry = 0
  while (at < letters.length) {
    // The star is checked first because the word may contain a star too.
    if (symbols[of] === '*') {
      star = of++
      retry = at
    } else if (of < symbols.length && (symbols[of] === '?' || symbols[of] === letters[at])) {
      at++
      of++
    } else if (star >= 0) {
      of = star + 1
      at = ++retry
    } else return false
  }
  while (symbols[of] === '*') of++
  return of === symbols.length
}

/**
 * The places in a sorted table that a pattern matches: found by its literal prefix, then tested one by one if needed.
 */
export function* placesOf(table: StringTable, pattern: string): Generator<number> {
  const literal = pattern.slice(0, pattern.search(/[*?]|$/))
  const rest = pattern.slice(literal.length)
  const [from, to] = rest === '' ? single(table, literal) : prefixRange(table, literal)
  if (rest === '' || rest === '*') {
    for (let place = from; place < to; place++) yield place
    return
  }
  for (let place = from; place < to; place++) if (fits(textAt(table, place), pattern)) yield place
}

function single(table: StringTable, text: string): [number, number] {
  const place = findSorted(table, text)
  return place < 0 ? [0, 0] : [place, place + 1]
}

/** A word and its place among the terms of each segment, -1 if absent. */
export type PatternWord = { word: string; places: number[]; frequency: number }

/** Matching words of all segments in alphabetical order; if there are too many, the most frequent. */
export function mostFrequentTerms(segments: Segment[], pattern: string): PatternWord[] {
  const fitting = segments.map((segment) => Uint32Array.from(placesOf(segment.terms, pattern)))
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
