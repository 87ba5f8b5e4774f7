import { analyse, isUnspaced } from '#features/catalogue/server/catalogue.ts'

/**
 * How a term's words may continue: `right` after the last word, `left` before the first. `masks`: the text has `*` for
 * any characters and `?` for one.
 */
export type Truncation = 'none' | 'right' | 'left' | 'both' | 'masks'

/** Letters, digits and masks; apostrophes join. */
const runs = /[\p{L}\p{N}\p{M}*?'’]+/gu

/** The folded words of a term in order, with `*` and `?` where they are open. */
export function wordsOfTerm(text: string, truncation: Truncation): string[] {
  if (truncation === 'masks') return (text.match(runs) ?? []).flatMap(maskedWords)
  const words = analyse(text)
  const last = words.length - 1
  if (last < 0) return words
  const isOpen = (word: string) => !isUnspaced(word)
  if (/left|both/.test(truncation) && isOpen(words[0]!)) words[0] = `*${words[0]}`
  if (/right|both/.test(truncation) && isOpen(words[last]!)) words[last] += '*'
  return words
}

/** A script without spaces has a word for each letter, so masks mean nothing there. */
function maskedWords(run: string): string[] {
  const pieces = run.split(/([*?])/).map((piece) => (/[*?]/.test(piece) ? [piece] : analyse(piece)))
  if (pieces.some((piece) => piece.length > 1 || piece.some(isUnspaced))) return analyse(run.replace(/[*?]/g, ' '))
  const word = pieces.flat().join('').replace(/\*+/g, '*')
  return word === '' ? [] : [word]
}

export const isMasked = (word: string): boolean => /[*?]/.test(word)
/** Compared with every word of the index. */
export const isOpenAtStart = (word: string): boolean => /^[*?]/.test(word)
/** `she*`, which the catalogue's phrases may end with. */
export const isBeginning = (word: string): boolean => /^[^*?]+\*$/.test(word)
