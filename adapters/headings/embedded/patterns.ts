import type { HeadingIndex } from './heading-index.ts'

/** A pattern stands for at most so many words: those in most headings. */
const mostWords = 1000

/** The words that a pattern stands for (`*` any characters, `?` one); it begins with letters. */
export function wordsLike({ words, sorted, docStarts }: HeadingIndex, pattern: string): number[] {
  const start = /^[^*?]*/.exec(pattern)![0]
  const found: number[] = []
  for (let at = firstFrom(words, sorted, start); at < sorted.length; at++) {
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

/** Letter by letter, going back to the last `*` only: no pattern takes longer than word times pattern. */
export function fits(word: string, pattern: string): boolean {
  let at = 0
  let of = 0
  let star = -1
  let retry = 0
  while (at < word.length) {
    if (of < pattern.length && (pattern[of] === '?' || pattern[of] === word[at])) {
      at++
      of++
    } else if (pattern[of] === '*') {
      star = of++
      retry = at
    } else if (star >= 0) {
      of = star + 1
      at = ++retry
    } else return false
  }
  while (pattern[of] === '*') of++
  return of === pattern.length
}
