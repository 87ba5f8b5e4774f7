import { itemTypes } from '#marc/crosswalk/item-types.ts'
import type { Reading } from '../contract.ts'
import { facetSize, type ResultFacet, resultFacets, uncertain } from '../facets.ts'
import { yearRanges, yearsOf } from '../rules.ts'
import { changeSearch, type Filter, isChosen, type SearchState, sortOption } from './search-state.ts'

/** A query in the JSON form of the search engine's query language, which `/rest/catalogue/search` takes. */
export type QueryJson = Record<string, unknown>

/** The query of a page of results with all its facets, as `/rest/catalogue/search` takes it. */
export function queryOf(state: SearchState): QueryJson {
  const { chosen = [], excluded = [] } = Object.groupBy(state.filters, (each) =>
    each.excluded ? 'excluded' : 'chosen',
  )
  return {
    size: state.size,
    from: (state.page - 1) * state.size,
    // The base has a bool inside this one, so that the chosen filters are not mixed into it.
    query: {
      bool: {
        must: [state.base ?? textQuery(state.query)],
        filter: resultFacets.flatMap(({ field }) => filtersOf(field, chosen)),
        ...(excluded.length > 0 && { must_not: resultFacets.flatMap(({ field }) => filtersOf(field, excluded)) }),
      },
    },
    aggs: {
      ...Object.fromEntries(resultFacets.map(({ field }) => [field, countsOf(field)])),
      ...typeCounts,
      uncertainYear: { terms: { field: 'uncertainYear', include: [uncertain] } },
    },
    ...(state.grouped && { collapse: { field: 'work' } }),
    ...sortBy(sortOption(state.selectedOrder, state.orderByOperator)),
  }
}

/** The search that makes another reading of a search. */
export function searchOfReading(state: SearchState, { query, name = '', atLeast, ...reading }: Reading): SearchState {
  const kept = reading.keepsFilters ? state.filters : []
  return changeSearch(state, {
    query,
    queryForDisplay: name,
    base: atLeast === undefined ? undefined : { match: { keyword: { query, minimum_should_match: atLeast } } },
    filters: [...kept, ...reading.filters.filter((filter) => !isChosen({ filters: kept }, filter))],
  })
}

/** As `queryOf`, for the total alone. */
export const totalQueryOf = (state: SearchState): QueryJson => {
  const { aggs: _, sort: __, ...query } = queryOf({ ...state, page: 1 })
  return { ...query, size: 0 }
}

/** The words of a search box, all of which must occur; everything if there are none. */
export const textQuery = (query: string): QueryJson =>
  query === '' ? { match_all: {} } : { query_string: { query, default_operator: 'and', analyze_wildcard: true } }

/** The member `sort` of a query; none for relevance, the order of a search without it. */
export const sortBy = (option?: { key: string; orderByOperator: string }): QueryJson =>
  option && option.key !== '_score' ? { sort: [{ [option.key]: { order: option.orderByOperator } }] } : {}

/** The upper bound of a range aggregation is exclusive. */
const yearBuckets = yearRanges.map(({ key, from, to }) => ({ key, from, to: to + 1 }))

const valueCounts = (field: ResultFacet): { terms: QueryJson } => ({
  terms: { field, size: facetSize, min_doc_count: 1 },
})
const countsOf = (field: ResultFacet): QueryJson =>
  field === 'publicationYear' ? { range: { field, ranges: yearBuckets } } : valueCounts(field)

const types = Object.values(itemTypes).flat()

/** Counts all types together: an aggregation has at most `facetSize` buckets, so the others have a second. */
export const typeAggregations = [
  { name: 'scisType', types: types.slice(0, facetSize) },
  { name: 'scisTypeOther', types: types.slice(facetSize) },
]

const typeCounts = Object.fromEntries(
  typeAggregations.map(({ name, types }) => [name, { terms: { ...valueCounts('scisType').terms, include: types } }]),
)

function filtersOf(field: ResultFacet, filters: Filter[]): QueryJson[] {
  const values = filters.filter((each) => each.field === field).map(({ value }) => value)
  if (values.length === 0) return []
  if (field !== 'publicationYear') return [{ terms: { [field]: values } }]
  const years = values.sort().map((value) => {
    const { from, to } = yearsOf(value) ?? {}
    return value === uncertain
      ? { terms: { uncertainYear: [uncertain] } }
      : { range: { [field]: { gte: from, lte: to } } }
  })
  return years.length === 1 ? years : [{ bool: { should: years } }]
}
