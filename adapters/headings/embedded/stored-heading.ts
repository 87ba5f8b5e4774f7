import { withJoined } from '#features/catalogue/fields.ts'
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

/** The words of a heading or variant, then those of its other spellings, each in a row: `muller hans`, `mueller hans`. */
export const spellingsOf = (text: string): string[][] => withJoined([text]).map(analyse)

/** Separates the spellings of a text; no text contains it. */
export const nextSpelling = '/'

/** Words contain no space, no bar and no slash. */
export const wordsOf = ({ heading, variants, unlisted = [] }: HeadingDocument): string =>
  [heading, ...variants, ...unlisted]
    .map((text) =>
      spellingsOf(text)
        .map((words) => words.join(' '))
        .join(` ${nextSpelling} `),
    )
    .join('|')

/** The letter of the index that an entry belongs to. */
export function letterOf(sort: string): string {
  const first = analyse(sort.slice(0, 4))[0]?.[0] ?? '0'
  return first >= 'a' && first <= 'z' ? first : '0'
}
