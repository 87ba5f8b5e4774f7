import { fits } from '#adapters/catalogue/embedded/search/patterns.ts'
import type { SearchRun } from './evaluate.ts'

/** A pattern stands for at most so many words: those in most headings. */
const mostWords = 1000

/** The words that a pattern stands for (`*` any characters, `?` one); it begins with letters. */
export function wordsLike({ index: { words, sorted, docStarts }, goOn }: SearchRun, pattern: string): number[] {
  const start = /^[^*?]*/.exec(pattern)![0]
  const found: number[] = []
  for (let at = firstFrom(words, sorted, start); at < sorted.length; at++) {
    goOn()
    const word = words[sorted[at]!]!
    if (!word.startsWith(start)) break
    if (fits(word, pattern)) found.push(sorted[at]!)
  }
  if (found.length <= mostWords) return found
  const headings = (word: number) => docStarts[word + 1]! - docStarts[word]!
  return found.sort((a, b) => headings(b) - headings(a)).slice(0, mostWords)
}

function firstFrom(words: string[], sorted: Uint32Array, start: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (words[sorted[middle]!]! < start) low = middle + 1
    else high = middle
  }
  return low
}
