import type { Reading } from '../../contract.ts'
import { searchLimits } from '../../query/server/parse-search.ts'
import { readPlainJson } from '../../query/server/plain-json.ts'
import { listOf } from '../../query/server/read-clause.ts'

type Json = Record<string, unknown>
/** A search by a text and filters alone. `write`: the same search, but for its text. */
export type TypedSearch = { text: string; isNarrowed: boolean; isFirstPage: boolean; write(reading: Reading): Json }

export function typedSearch(query: unknown): TypedSearch | undefined {
  const { query: sent, ...search } = readPlainJson(query, searchLimits.bytes) as Json & { query?: Json }
  const bool = (sent?.bool ?? { must: sent }) as Json
  const [leaf, ...more] = listOf(bool.must) as Json[]
  const { query: text, fields } = (leaf?.query_string ?? {}) as Json
  if (typeof text !== 'string' || more.length > 0 || fields || bool.should) return undefined
  const { filter, must_not } = bool
  return {
    text,
    isNarrowed: listOf(filter).length + listOf(must_not).length > 0,
    isFirstPage: !Number(search.from ?? 0),
    write: ({ query, atLeast, filters, keepsFilters }) => ({
      ...search,
      query: {
        bool: {
          must: [leafOf(query, atLeast)],
          filter: [...(keepsFilters ? listOf(filter) : []), ...termsOf(filters)],
          ...(keepsFilters && must_not ? { must_not } : {}),
        },
      },
    }),
  }
}

const leafOf = (query: string, atLeast: number | undefined): Json =>
  atLeast !== undefined
    ? { match: { keyword: { query, minimum_should_match: atLeast } } }
    : query === ''
      ? { match_all: {} }
      : { query_string: { query, default_operator: 'and', analyze_wildcard: true } }

const termsOf = (filters: Reading['filters']): Json[] =>
  [...Map.groupBy(filters, ({ field }) => field)].map(([field, chosen]) => ({
    terms: { [field]: chosen.map(({ value }) => value) },
  }))
