import { prefixRange, type StringTable } from './string-table.ts'

/**
 * The words of local notes are terms of their own, which begin with a blank, as no word does: a list, a pattern or a
 * spelling for everybody never meets them. In a sorted table they come first.
 */
const mark = ' '

export const localTerm = (word: string): string => mark + word
export const isLocalTerm = (term: string): boolean => term.startsWith(mark)
/** The word of a term, local or not. */
export const wordOfTerm = (term: string): string => (isLocalTerm(term) ? term.slice(mark.length) : term)

/** Where the words for everybody begin. */
export const firstOpenTerm = (terms: StringTable): number => prefixRange(terms, mark)[1]
/** Before each word for everybody, and after all others. */
export const afterLocalTerms = '!'
