import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { analyse } from './analysis.ts'

/** The titles under which a question for exactly them finds a record, as folded words; each with and without article. */
export type TitleKeys = {
  /** Title proper and subtitle (245 $a $b), as the title page has them. */
  whole: string
  /** The same without its article. */
  short: string
  /** The title proper alone (245 $a). */
  proper: string[]
  /** Variant, uniform and former titles, and titles in another script. */
  other: string[]
}

/** How well a record fits a question for exactly its title, or exactly its main author; 0: not at all. */
export const exactRanks = { whole: 5, short: 4, proper: 3, other: 2, author: 1 } as const

export function titleKeysOf({ title, titleSort, titleInScript, searched }: BibliographicDocument): TitleKeys {
  const words = analyse(title.titlePrimary)
  const filed = analyse(titleSort)
  const article = words.slice(0, Math.max(0, words.length - filed.length))
  // Documents of earlier versions lack both.
  const proper = analyse(searched.properTitle ?? '')
  const others = [titleInScript ?? '', ...searched.titles].map((each) => analyse(each).join(' '))
  return {
    whole: words.join(' '),
    short: filed.join(' '),
    proper: distinct([
      proper.join(' '),
      ...(startsWith(proper, article) ? [proper.slice(article.length).join(' ')] : []),
    ]),
    other: distinct(others.flatMap((each) => [each, withoutArticle(each)])),
  }
}

/** A question as it was typed, and without an article at its start. */
export const titleQuestions = (words: string): string[] => distinct([words, withoutArticle(words)])

/**
 * Beginnings of the sort key of the author that a question names: `rowling j k` for `Rowling J. K.` and `J. K. Rowling`.
 * None for a single word, which is a subject as often.
 */
export function authorQuestions(words: string): string[] {
  const at = words.lastIndexOf(' ')
  return at < 0 ? [] : distinct([words, `${words.slice(at + 1)} ${words.slice(0, at)}`])
}

const withoutArticle = (words: string): string => words.replace(/^(?:the|an?) (?=.)/, '')
const startsWith = (words: string[], start: string[]) => start.length > 0 && start.every((word, i) => words[i] === word)
const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '')
