import { isUnspaced } from '#features/catalogue/server/analysis.ts'
import { findNearWords } from './near-words.ts'
import type { Segment } from './segment.ts'
import { compareText, findSorted, prefixRange, textAt } from './string-table.ts'
import { wordTerms } from './words.ts'

type Vocabulary = Pick<Segment, 'terms' | 'frequency' | 'stems' | 'stemStarts' | 'stemTerms'>
type Candidate = { frequency: number; changes: number }

const mostSpellings = 5
const shortestWord = 3
const shortestHalf = 3
/** A word that the catalogue has may be a misprint of one that is so much more frequent, and differs in one letter. */
const muchMore = 20
/** What a missing end of the word counts, in changes: more than one wrong letter, less than two. */
const unfinished = 1.5

/** Words of these segments that a folded word may have been meant for, likeliest first. */
export function spellingsOf(segments: Vocabulary[], word: string, goOn: () => void): string[] {
  const known = frequencyOf(segments, word)
  if ([...word].length < shortestWord || /\d/.test(word) || isUnspaced(word)) return []
  const found = new Map<string, Candidate>()
  for (const segment of segments) {
    goOn()
    collect(segment, word, found)
  }
  found.delete(word)
  const likely = [...found].filter(
    ([, { frequency, changes }]) => frequency > known * muchMore && (known === 0 || changes <= 1),
  )
  const halves = known === 0 ? twoWords(segments, word) : undefined
  return [...likely, ...(halves ? [halves] : [])]
    .map(([text, candidate]): [string, number] => [text, likelihood(word, text, candidate)])
    .sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
    .slice(0, mostSpellings)
    .map(([text]) => text)
}

function collect({ terms, frequency }: Vocabulary, word: string, found: Map<string, Candidate>) {
  const bytes = Buffer.from(word)
  const note = (place: number, changes: number) => {
    const text = textAt(terms, place)
    const candidate = found.get(text)
    if (candidate) {
      // Of several segments the sum counts; a word that is met twice in one is met as a longer one too.
      candidate.frequency += frequency[place]!
      candidate.changes = Math.min(candidate.changes, changes)
    } else found.set(text, { frequency: frequency[place]!, changes })
  }
  const met = new Map<number, number>()
  const meet = (place: number, changes: number) => met.set(place, Math.min(changes, met.get(place) ?? changes))
  findNearWords(terms, bytes, 1, meet)
  // Two mistakes in a short word leave nothing of it; and hardly anybody makes one of two in the first letter.
  if (bytes.length > 5) findNearWords(terms, bytes, 2, meet, prefixRange(terms, word.slice(0, 1)))
  if (bytes.length > 4) {
    const [from, to] = prefixRange(terms, word)
    let most = -1
    for (let place = from; place < to; place++) if (most < 0 || frequency[place]! > frequency[most]!) most = place
    if (most >= 0) meet(most, unfinished)
  }
  for (const [place, changes] of met) note(place, changes)
}

/** Each change costs as much as being some ten times rarer; the same beginning is worth something. */
function likelihood(word: string, text: string, { frequency, changes }: Candidate): number {
  let same = 0
  while (same < Math.min(word.length, 4) && word[same] === text[same]) same++
  return Math.log2(frequency + 1) - 4 * changes + 0.75 * same
}

function frequencyOf(segments: Vocabulary[], word: string): number {
  let sum = 0
  for (const segment of segments)
    for (const { term } of wordTerms(segment as Segment, word)) sum += segment.frequency[term]!
  return sum
}

/** Two words that were written as one: `harrypotter`. */
function twoWords(segments: Vocabulary[], word: string): [string, Candidate] | undefined {
  const often = (text: string) =>
    segments.reduce((sum, { terms, frequency }) => {
      const place = findSorted(terms, text)
      return place < 0 ? sum : sum + frequency[place]!
    }, 0)
  let best: [string, Candidate] | undefined
  for (let at = shortestHalf; at <= word.length - shortestHalf; at++) {
    const first = often(word.slice(0, at))
    const frequency = first === 0 ? 0 : Math.min(first, often(word.slice(at)))
    if (frequency > (best?.[1].frequency ?? 0))
      best = [`${word.slice(0, at)} ${word.slice(at)}`, { frequency, changes: 1 }]
  }
  return best
}
