import { isUnspaced, maxWordLength } from '#features/catalogue/query/server/analysis.ts'
import { respelled } from '#features/catalogue/query/server/stem.ts'

/** How often a word occurs in the catalogue, and its edit distance from the typed word. */
export type Candidate = { frequency: number; changes: number }

const maxSpellings = 5
const maxInContext = 12
const shortestWord = 3
const shortestHalf = 3
/** A known word may be a misprint of one that is this many times as frequent and differs in one letter. */
const muchMore = 20
/** The cost of a missing word ending, in changes: more than one wrong letter, less than two. */
export const unfinished = 1.5

/** False for text without a spelling: numbers, a letter or two, scripts without spaces, more than a word. */
export const isSpelt = (word: string): boolean =>
  word.length <= maxWordLength && [...word].length >= shortestWord && !/[\d\s]/.test(word) && !isUnspaced(word)

/** Two mistakes would change most of a short word. */
export const maxChanges = (word: string): 1 | 2 => (Buffer.byteLength(word) > 5 ? 2 : 1)
/** Words this short are never taken as unfinished. */
export const mayBeUnfinished = (word: string): boolean => Buffer.byteLength(word) > 4

/** The likely intended words, likeliest first; `known` is how often the typed word itself occurs. */
export function likeliest(
  word: string,
  known: number,
  candidates: Iterable<[string, Candidate]>,
  halves: [string, Candidate] | undefined,
  inContext = false,
): string[] {
  const rarest = inContext ? 0 : known * muchMore
  const likely = [...candidates].filter(
    ([text, { frequency, changes }]) => text !== word && frequency > rarest && (known === 0 || changes <= 1),
  )
  return [...likely, ...(halves && known === 0 ? [halves] : [])]
    .map(([text, candidate]): [string, number] => [text, likelihood(word, text, candidate)])
    .sort((a, b) => b[1] - a[1] || Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])))
    .slice(0, inContext ? maxInContext : maxSpellings)
    .map(([text]) => text.replace(respelled, ''))
}

/** Each change costs as much as being about ten times rarer; a common prefix is a bonus. */
function likelihood(word: string, text: string, { frequency, changes }: Candidate): number {
  let same = 0
  while (same < Math.min(word.length, 4) && word[same] === text[same]) same++
  return Math.log2(frequency + 1) - 4 * changes + 0.75 * same
}

/** Every split of a word in two, each half long enough to be a word. */
export const halvesOf = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 2 * shortestHalf + 1) }, (_, i) => [
    word.slice(0, i + shortestHalf),
    word.slice(i + shortestHalf),
  ])

/** Two words typed as one, `harrypotter`: the pair whose rarer half is the most frequent. */
export function twoWords(word: string, often: (half: string) => number): [string, Candidate] | undefined {
  let best: [string, Candidate] | undefined
  for (const [first, second] of halvesOf(word)) {
    const before = often(first)
    const frequency = before === 0 ? 0 : Math.min(before, often(second))
    if (frequency > (best?.[1].frequency ?? 0)) best = [`${first} ${second}`, { frequency, changes: 1 }]
  }
  return best
}
