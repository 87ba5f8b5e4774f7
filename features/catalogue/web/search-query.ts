import bodybuilder, { type Bodybuilder } from 'bodybuilder'
import { facetSize, type ResultFacet, resultFacets } from '../facets.ts'
import { isObject, yearRanges } from '../rules.ts'
import { relevance, type SearchState, sortOption } from './search-state.ts'

/** The query of a page of results with all its facets, as `/rest/catalogue/search` takes it. */
export function queryOf(state: SearchState): Record<string, unknown> {
  const body = bodybuilder()
    .size(state.size)
    .from((state.page - 1) * state.size)
  askFor(body, state)
  for (const { field } of resultFacets) {
    if (field === 'publicationYear') body.aggregation('range', field, { ranges: yearBuckets }, field)
    else body.aggregation('terms', field, { size: facetSize, min_doc_count: 1 }, field)
  }
  for (const { field } of resultFacets) filterBy(body, field, state)
  const option = sortOption(state.selectedOrder, state.orderByOperator)
  if (option && option !== relevance) body.sort(option.key, option.orderByOperator)
  return body.build() as Record<string, unknown>
}

/** As `queryOf`, for the total alone. */
export const totalQueryOf = (state: SearchState): Record<string, unknown> => {
  const { aggs: _, sort: __, ...query } = queryOf({ ...state, page: 1 })
  return { ...query, size: 0 }
}

/** The upper bound of a range aggregation is exclusive. */
const yearBuckets = yearRanges.map(({ key, from, to }) => ({ key, from, to: to + 1 }))

function askFor(body: Bodybuilder, { query, base }: SearchState) {
  const [type, inner] = Object.entries(base ?? {})[0] ?? []
  // Beside another query the base keeps its own bool, so that the chosen filters are not mixed into it.
  if (type && isObject(inner)) body.query('match_all').query(type, inner)
  else if (query === '') body.query('match_all')
  else body.query('query_string', 'query', query, { default_operator: 'and', analyze_wildcard: true })
}

function filterBy(body: Bodybuilder, field: ResultFacet, { filters }: SearchState) {
  const values = filters.filter((each) => each.field === field).map(({ value }) => value)
  if (values.length === 0) return
  if (field !== 'publicationYear') {
    body.filter('terms', field, values)
    return
  }
  const ranges = yearRanges.filter(({ key }) => values.includes(key)).map(({ from, to }) => ({ gte: from, lte: to }))
  if (ranges.length === 1) body.filter('range', field, ranges[0])
  else
    body.filter('bool', (years) => {
      for (const range of ranges) years.orFilter('range', field, range)
      return years
    })
}
