import bodybuilder from 'bodybuilder'
import { itemTypes } from '#marc/item-types.ts'

export const mostTitles = 20
const longest = 200

/** A text is a title to type ahead, not something to listen to or to watch. */
const leftOut = [...itemTypes.Audio, ...itemTypes.Video, 'Music score']

/** Titles with at least 70 % of the words, the last of which may be unfinished; an author may be among them. */
export function titleQuery(text: string): Record<string, unknown> {
  const query = text.slice(0, longest)
  return bodybuilder()
    .size(mostTitles)
    .orQuery('match_phrase_prefix', 'title', query)
    .orQuery('multi_match', { query, fields: ['title', 'authors'], minimum_should_match: '70%' })
    .queryMinimumShouldMatch(1)
    .notFilter('terms', 'scisType', leftOut)
    .build() as Record<string, unknown>
}
