import type { Matches } from '#adapters/catalogue/embedded/matches.ts'
import type { HeadingIndex } from './heading-index.ts'

/** What a match is worth: the heading itself, its beginning, words in it, a whole variant, words in variants. */
export const worth = { exact: 5, beginning: 4, inHeading: 3, variant: 2, inVariants: 1 } as const

/** The worth of each match. `inHeading`: those that match by the heading alone; `words`: of the whole query. */
export function rank(index: HeadingIndex, found: Matches, inHeading: Matches, words: string[]): Uint8Array {
  const ranks = new Uint8Array(found.docs.length)
  let next = 0
  found.docs.forEach((doc, i) => {
    while (next < inHeading.docs.length && inHeading.docs[next]! < doc) next++
    const isInHeading = inHeading.docs[next] === doc
    ranks[i] =
      (words.length > 0 ? byWholeWords(index, doc, words) : 0) || worth[isInHeading ? 'inHeading' : 'inVariants']
    if (!isInHeading && ranks[i]! > worth.variant) ranks[i] = worth.variant
    if (isInHeading && ranks[i]! < worth.inHeading) ranks[i] = worth.inHeading
  })
  return ranks
}

/** 0 where neither the heading begins so nor a variant is the same. */
function byWholeWords(index: HeadingIndex, doc: number, words: string[]): number {
  const { tokens, starts } = index
  let from = starts[doc]!
  for (let part = 0; from < starts[doc + 1]!; part++) {
    const to = tokens.indexOf(0, from)
    if (beginsWith(index, from, to, words)) {
      const isWhole = to - from === words.length && index.words[tokens[to - 1]!] === words.at(-1)
      if (part === 0) return isWhole ? worth.exact : worth.beginning
      if (isWhole) return worth.variant
    }
    from = to + 1
  }
  return 0
}

/** The last word may be the beginning of one. */
function beginsWith({ words: known, tokens }: HeadingIndex, from: number, to: number, words: string[]): boolean {
  if (to - from < words.length) return false
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (known[tokens[from + i]!] !== words[i]) return false
  return known[tokens[from + last]!]!.startsWith(words[last]!)
}
