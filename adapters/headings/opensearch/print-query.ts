import { authorities, type HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import { anyOf, isHeading, printClause, printPhrase, type WordsLike } from './print-clause.ts'

/** The score of a match: the heading itself, its beginning, words in it, a whole variant, words in variants. */
const worth = { exact: 5, beginning: 4, inHeading: 3, variant: 2, inVariants: 1 } as const

const order = { heading: 'asc', headingDescending: 'desc' } as const

/** A search request; the counts of all authorities ignore the chosen one. */
export function printQuery(query: HeadingQuery, wordsLike: WordsLike): object {
  const { clause, sort, from, size } = query
  const found = [isHeading, printClause(clause, wordsLike)]
  const chosen = query.authorities.map((authority) => authorities.indexOf(authority))
  const direction = sort === 'relevance' ? 'asc' : order[sort]
  return {
    from,
    size,
    track_total_hits: true,
    _source: ['shown'],
    query: {
      bool: { filter: found, ...(sort === 'relevance' && size > 0 ? { must: [printWorth(query, wordsLike)] } : {}) },
    },
    sort: [...(sort === 'relevance' ? ['_score'] : []), { sort: direction }, { id: direction }],
    aggs: { authority: { terms: { field: 'authority' } } },
    ...(chosen.length > 0 ? { post_filter: { terms: { authority: chosen } } } : {}),
  }
}

/** The score of a match. Matches in variants alone never score more than a whole variant. */
function printWorth({ clause, words }: HeadingQuery, wordsLike: WordsLike): object {
  const inHeading = printClause(clause, wordsLike, 'heading')
  const begins = printPhrase('heading', ['^', ...words], true)
  const isExact = printPhrase('heading', ['^', ...words, '$'], false)
  const isVariant = printPhrase('variants', ['^', ...words, '$'], false)
  const compared =
    words.length === 0
      ? []
      : [
          worthOf({ bool: { filter: [inHeading, isExact] } }, worth.exact),
          worthOf({ bool: { filter: [inHeading, begins] } }, worth.beginning),
          worthOf(anyOf([begins, isVariant]), worth.variant),
        ]
  return {
    dis_max: {
      queries: [...compared, worthOf(inHeading, worth.inHeading), worthOf({ match_all: {} }, worth.inVariants)],
    },
  }
}

const worthOf = (filter: object, boost: number) => ({ constant_score: { filter, boost } })

/** The words that a pattern matches: those in the most headings. */
export const printWordsLike = (pattern: string): object => ({
  size: 0,
  track_total_hits: false,
  aggs: { words: { terms: { field: 'words', include: asExpression(pattern), size: maxWords } } },
})

/** A pattern matches at most this many words. */
const maxWords = 1000

/** `*` is any characters, `?` one; all others are literal. */
const asExpression = (pattern: string): string =>
  Array.from(pattern, (each) =>
    each === '*' ? '.*' : each === '?' ? '.' : /[\p{L}\p{N}]/u.test(each) ? each : `\\${each}`,
  ).join('')
