import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'

/** References are followed within one authority; a record that does not say which keeps to the others that do not. */
export const schemeOf = ({ topicAuthority, nameAuthority, isSeriesTitle }: HeadingDocument): string =>
  isSeriesTitle ? `series ${nameAuthority}` : topicAuthority ? `subject ${topicAuthority}` : `name ${nameAuthority}`

/** What two spellings of one heading have in common; subdivisions stay apart (`Dogs -- Art` is not `Dogs art`). */
export const keyOf = (heading: string): string =>
  heading
    .split(' -- ')
    .map((part) => analyse(part).join(' '))
    .join(' -- ')

/** Words have no blank and no bar in them. */
export const wordsOf = ({ heading, variants, unlisted = [] }: HeadingDocument): string =>
  [heading, ...variants, ...unlisted].map((text) => analyse(text).join(' ')).join('|')

/** Under which letter of the index something stands. */
export function letterOf(sort: string): string {
  const first = analyse(sort.slice(0, 4))[0]?.[0] ?? '0'
  return first >= 'a' && first <= 'z' ? first : '0'
}
