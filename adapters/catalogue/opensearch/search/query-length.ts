import { refuse } from '#features/catalogue/query/server/refuse.ts'
import type { Query } from './print-query.ts'

/** The engine's limit is 1,024 conditions per query; some are its own and the alias's. */
const maxConditions = 1_000

/** 400 for a query beyond the engine's limit: more words than anyone types. */
export function refuseTooLong(query: Query): void {
  if (conditionsOf(query) > maxConditions) throw refuse('The search has too many words.')
}

/** The number of conditions in a query; a phrase is one, unless a word has alternatives. */
export function conditionsOf(query: Query): number {
  const { bool, match_phrase } = query as {
    bool?: Record<string, Query[] | number>
    match_phrase?: Record<string, { query: string }>
  }
  if (match_phrase) {
    const words = Object.values(match_phrase)[0]!.query
    return words.includes('|') ? words.split(' ').length : 1
  }
  if (!bool) return 1
  return Object.values(bool).reduce<number>(
    (sum, part) => (Array.isArray(part) ? part.reduce((inner, each) => inner + conditionsOf(each), sum) : sum),
    0,
  )
}
