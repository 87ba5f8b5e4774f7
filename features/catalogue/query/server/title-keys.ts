import { spelledOut } from '#kit/fold.ts'
import { mapOf } from '#kit/map-of.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { analyse } from './analysis.ts'
import { joinRuns } from './joined-words.ts'
import type { CatalogueQuery } from './query.ts'
import { canonicalWord } from './variants.ts'

/** The titles under which a question for exactly them finds a record, as folded words; each with and without article. */
export type TitleKeys = {
  /** Title proper and subtitle (245 $a $b), as the title page has them. */
  whole: string
  /** The same without its article. */
  short: string
  /** The title proper alone (245 $a). */
  proper: string[]
  /**
   * Variant, uniform and former titles, titles in another script, and the title with each word in its canonical form and
   * hyphened words as one.
   */
  other: string[]
}

/** How well a record fits a question for exactly its title, or exactly its main author; 0: not at all. */
export const exactRanks = { whole: 5, short: 4, proper: 3, other: 2, author: 1 } as const

export function titleKeysOf({ title, titleSort, titleInScript, searched }: BibliographicDocument): TitleKeys {
  const words = analyse(title.titlePrimary)
  const filed = analyse(titleSort)
  const article = words.slice(0, Math.max(0, words.length - filed.length))
  // Documents of earlier versions lack both.
  const properTitle = searched.properTitle ?? ''
  const hasSubtitle = properTitle !== title.titlePrimary
  const proper = hasSubtitle ? analyse(properTitle) : words
  const others = [titleInScript ?? '', ...searched.titles].map((each) => analyse(each).join(' '))
  const bothWays = (title: string[]) => [
    title.join(' '),
    ...(startsWith(title, article) ? [title.slice(article.length).join(' ')] : []),
  ]
  const asWritten = distinct([...bothWays(words), filed.join(' '), ...bothWays(proper)])
  const canonical = [
    ...[title.titlePrimary, ...(hasSubtitle ? [properTitle] : [])].flatMap(spelledOut).map(analyse),
    ...otherForms(title.titlePrimary, words),
    ...(hasSubtitle ? otherForms(properTitle, proper) : []),
  ].flatMap(bothWays)
  return {
    whole: words.join(' '),
    short: filed.join(' '),
    proper: distinct(bothWays(proper)),
    other: distinct([
      ...others.flatMap((each) => [each, withoutArticle(each)]),
      ...canonical.filter((each) => !asWritten.includes(each)),
    ]),
  }
}

/**
 * The words of a title in their canonical forms, and with its hyphened words and initials as one, if it has any. None for
 * most titles: loads compute this for every record.
 */
function otherForms(title: string, words: string[]): string[][] {
  const joined = joinRuns(title)
  const canonical = words.map(canonicalWord)
  const forms = canonical.every((word, i) => word === words[i]) ? [] : [canonical]
  return joined === title ? forms : [...forms, analyse(joined).map(canonicalWord)]
}

/** A question as it was typed, and without an article at its start. */
export const titleQuestions = (words: string): string[] => distinct([words, withoutArticle(words)])

/**
 * The question with each word in its canonical form, with and without two of its words written as one: a title that
 * differs from the question only by such forms is an `other` title. Without the question itself. `forms`: further forms
 * of it, see `titleForms` of a query.
 */
export function variantQuestions(words: string, forms: string[] = []): string[] {
  const all = [words, ...forms].flatMap((each) => [...titleQuestions(each), ...variantsOf(each)])
  const asTyped = titleQuestions(words)
  return distinct(all).filter((each) => !asTyped.includes(each))
}

function variantsOf(words: string): string[] {
  const list = words.split(' ')
  const joined =
    list.length > maxJoined ? [] : list.slice(1).map((_, at) => list.toSpliced(at, 2, list[at]! + list[at + 1]!))
  const canonical = [list, ...joined].map((each) => each.map(canonicalWord).join(' '))
  return canonical.flatMap(titleQuestions)
}

/** Of a longer question no two words are joined. */
const maxJoined = 12

/**
 * Beginnings of the sort key of the author that a question names: `rowling j k` for `Rowling J. K.`, `J. K. Rowling` and
 * `JK Rowling`. None for a single word, which is a subject as often.
 */
export function authorQuestions(words: string): string[] {
  const list = words.split(' ')
  if (list.length < 2) return []
  const surnameFirst = (names: string[]) => [names.at(-1)!, ...names.slice(0, -1)]
  const asTyped = [list, surnameFirst(list)]
  return distinct(
    [...asTyped, ...asTyped.map(([surname, ...given]) => [surname!, ...given.flatMap(initials)])].map((names) =>
      names.join(' '),
    ),
  )
}

/** `jrr` is J. R. R. */
const initials = (name: string): string[] => (/^\p{Ll}{2,3}$/u.test(name) ? [...name] : [name])

const withoutArticle = (words: string): string => words.replace(/^(?:the|an?) (?=.)/, '')
const startsWith = (words: string[], start: string[]) => start.length > 0 && start.every((word, i) => words[i] === word)
const distinct = (texts: string[]) => [...new Set(texts)].filter((text) => text !== '')

/** Points of a record for each value of its facet `recordHas`. */
export const pointsOf = mapOf<number>({ cover: 75, summary: 50, subjects: 25 })

/** A point for each year from 1951 on; a record without a year gets none. */
export const newest = { year: 2050, points: 100 } as const
export const pointsOfYear = (year: number): number =>
  year === 0 ? 0 : Math.max(0, newest.points - Math.abs(newest.year - year))

/**
 * All 250 points together weigh a fortieth of a common word in the title (10): of editions with the same title those
 * with a cover, a summary and subjects, and newer ones, come first, but a record that has more of the question comes
 * before them.
 */
export const pointWeight = 1 / 1000
export const maxPreference = 0.25

/** Records are preferred only where the question may be a title: a list of everything stays in the order of titles. */
export const hasPreference = ({ sort: [first], wholeTitle }: CatalogueQuery): boolean =>
  Boolean(wholeTitle) && (first === undefined || (first.key === '_score' && first.descending))
