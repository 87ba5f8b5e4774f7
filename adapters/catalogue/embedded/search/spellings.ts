import {
  type Candidate,
  isSpelt,
  likeliest,
  maxChanges,
  mayBeUnfinished,
  twoWords,
  unfinished,
} from '../../likely-spelling.ts'
import { firstOpenTerm } from '../index/local-terms.ts'
import type { Segment } from '../index/segment.ts'
import { findSorted, prefixRange, sizeOf, textAt } from '../index/string-table.ts'
import { wordTerms } from '../index/words.ts'
import { findNearWords } from './near-words.ts'

type Vocabulary = Pick<Segment, 'terms' | 'frequency' | 'stems' | 'stemStarts' | 'stemTerms'>
/** Likely intended spellings of a folded word in these segments, likeliest first. */
export function spellingsOf(segments: Vocabulary[], word: string, inContext: boolean, goOn: () => void): string[] {
  if (!isSpelt(word)) return []
  const known = frequencyOf(segments, word)
  const found = new Map<string, Candidate>()
  for (const segment of segments) {
    collect(segment, word, found, goOn)
  }
  return likeliest(word, known, found, known === 0 ? halvesIn(segments, word) : undefined, inContext)
}

function collect({ terms, frequency }: Vocabulary, word: string, found: Map<string, Candidate>, goOn: () => void) {
  const bytes = Buffer.from(word)
  const note = (place: number, changes: number) => {
    const text = textAt(terms, place)
    const candidate = found.get(text)
    if (candidate) {
      // Frequencies add up across segments; a word may also be met twice within one, as a near word and as a longer
      // one.
      candidate.frequency += frequency[place]!
      candidate.changes = Math.min(candidate.changes, changes)
    } else found.set(text, { frequency: frequency[place]!, changes })
  }
  const met = new Map<number, number>()
  const meet = (place: number, changes: number) => met.set(place, Math.min(changes, met.get(place) ?? changes))
  findNearWords(terms, bytes, 1, meet, [firstOpenTerm(terms), sizeOf(terms)], goOn)
  // Two mistakes rarely include one in the first letter.
  if (maxChanges(word) === 2) findNearWords(terms, bytes, 2, meet, prefixRange(terms, word.slice(0, 1)), goOn)
  if (mayBeUnfinished(word)) {
    const [from, to] = prefixRange(terms, word)
    let most = -1
    for (let place = from; place < to; place++) if (most < 0 || frequency[place]! > frequency[most]!) most = place
    if (most >= 0) meet(most, unfinished)
  }
  for (const [place, changes] of met) note(place, changes)
}

function frequencyOf(segments: Vocabulary[], word: string): number {
  let sum = 0
  for (const segment of segments)
    for (const { term } of wordTerms(segment as Segment, word)) sum += segment.frequency[term]!
  return sum
}

function halvesIn(segments: Vocabulary[], word: string) {
  return twoWords(word, (half) =>
    segments.reduce((sum, { terms, frequency }) => {
      const place = findSorted(terms, half)
      return place < 0 ? sum : sum + frequency[place]!
    }, 0),
  )
}
