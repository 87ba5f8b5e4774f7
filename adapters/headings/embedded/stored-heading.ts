import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'

/** References are followed within one authority; records without an authority refer only to each other. */
export const schemeOf = ({ topicAuthority, nameAuthority, isSeriesTitle }: HeadingDocument): string =>
  isSeriesTitle ? `series ${nameAuthority}` : topicAuthority ? `subject ${topicAuthority}` : `name ${nameAuthority}`

/**
 * The normalised key of a heading, equal for different spellings; subdivisions stay separate (`Dogs -- Art` is not
 * `Dogs art`).
 */
export const keyOf = (heading: string): string =>
  heading
    .split(' -- ')
    .map((part) => analyse(part).join(' '))
    .join(' -- ')

/** Words contain no space and no bar. */
export const wordsOf = ({ heading, variants, unlisted = [] }: HeadingDocument): string =>
  [heading, ...variants, ...unlisted].map((text) => analyse(text).join(' ')).join('|')

/** The letter of the index that an entry belongs to. */
export function letterOf(sort: string): string {
  const first = analyse(sort.slice(0, 4))[0]?.[0] ?? '0'
  return first >= 'a' && first <= 'z' ? first : '0'
}
