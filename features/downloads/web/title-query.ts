import bodybuilder from 'bodybuilder'
import { itemTypes } from '#marc/item-types.ts'

export const mostTitles = 20
const longest = 200

/** A text is a title to type ahead, not something to listen to or to watch. */
const leftOut = [...itemTypes.Audio, ...itemTypes.Video, 'Music score']

/**
 * Titles with at least 70 % of the words, of which the last may be unfinished; those that go on as they were typed come
 * along from the first letter.
 */
export function titleQuery(text: string): Record<string, unknown> {
  const query = text.slice(0, longest)
  const words = query.split(/\s+/u).filter((word) => word !== '')
  const last = words.at(-1) ?? ''
  const body = bodybuilder()
    .size(mostTitles)
    .orQuery('match_phrase_prefix', 'title', query)
    .orQuery('match', 'title', { query, minimum_should_match: '70%' })
  if (words.length > 1)
    body.orQuery('bool', (both) =>
      both
        .query('match', 'title', { query: words.slice(0, -1).join(' '), minimum_should_match: '70%' })
        .query('prefix', 'title', last),
    )
  return body.queryMinimumShouldMatch(1).notFilter('terms', 'scisType', leftOut).build() as Record<string, unknown>
}
