import { isUnspaced } from '#features/catalogue/query/server/analysis.ts'

/** How often a word stands in the catalogue, and how many letters it is away from what was typed. */
export type Candidate = { frequency: number; changes: number }

const maxSpellings = 5
const shortestWord = 3
const shortestHalf = 3
/** A word that the catalogue has may be a misprint of one that is so much more frequent, and differs in one letter. */
const muchMore = 20
/** What a missing end of the word counts, in changes: more than one wrong letter, less than two. */
export const unfinished = 1.5

/** False for what nobody spells: numbers, a letter or two, scripts without spaces. */
export const isSpelt = (word: string): boolean =>
  [...word].length >= shortestWord && !/\d/.test(word) && !isUnspaced(word)

/** Two mistakes in a short word leave nothing of it. */
export const maxChanges = (word: string): 1 | 2 => (Buffer.byteLength(word) > 5 ? 2 : 1)
/** Of so short a word the end is not missing. */
export const mayBeUnfinished = (word: string): boolean => Buffer.byteLength(word) > 4

/** Of the candidates those that were probably meant, likeliest first; `known` is how often the word itself stands there. */
export function likeliest(
  word: string,
  known: number,
  candidates: Iterable<[string, Candidate]>,
  halves: [string, Candidate] | undefined,
): string[] {
  const likely = [...candidates].filter(
    ([text, { frequency, changes }]) => text !== word && frequency > known * muchMore && (known === 0 || changes <= 1),
  )
  return [...likely, ...(halves && known === 0 ? [halves] : [])]
    .map(([text, candidate]): [string, number] => [text, likelihood(word, text, candidate)])
    .sort((a, b) => b[1] - a[1] || Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])))
    .slice(0, maxSpellings)
    .map(([text]) => text)
}

/** Each change costs as much as being some ten times rarer; the same beginning is worth something. */
function likelihood(word: string, text: string, { frequency, changes }: Candidate): number {
  let same = 0
  while (same < Math.min(word.length, 4) && word[same] === text[same]) same++
  return Math.log2(frequency + 1) - 4 * changes + 0.75 * same
}

/** Every way to part a word in two, each half long enough to be one. */
export const halvesOf = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 2 * shortestHalf + 1) }, (_, i) => [
    word.slice(0, i + shortestHalf),
    word.slice(i + shortestHalf),
  ])

/** Two words that were written as one, `harrypotter`: the pair whose rarer half stands there most often. */
export function twoWords(word: string, often: (half: string) => number): [string, Candidate] | undefined {
  let best: [string, Candidate] | undefined
  for (const [first, second] of halvesOf(word)) {
    const before = often(first)
    const frequency = before === 0 ? 0 : Math.min(before, often(second))
    if (frequency > (best?.[1].frequency ?? 0)) best = [`${first} ${second}`, { frequency, changes: 1 }]
  }
  return best
}
