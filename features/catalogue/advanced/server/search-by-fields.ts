import { catalogueProblem } from '../../contract.ts'
import { facetSize, resultFacets } from '../../facets.ts'
import { deepestHit, sortOptions, yearRanges } from '../../rules.ts'
import type { FieldSearch } from '../contract.ts'

/** The query that the results page would send for this search. */
export function queryOfFields(search: FieldSearch, pageSize: number): Record<string, unknown> {
  const option = sortOptions.find(({ selectedOrder }) => selectedOrder === search.selectedOrder)
  const sort =
    option && option.key !== '_score' ? { [option.key]: search.orderByOperator ?? option.orderByOperator } : {}
  return {
    size: pageSize,
    // Every page beyond the last one is refused in the same way.
    from: Math.min((search.pageNumber - 1) * pageSize, deepestHit),
    query: {
      bool: { must: wordsOf(search.query), filter: resultFacets.flatMap(({ field }) => chosen(field, search)) },
    },
    aggs: Object.fromEntries(resultFacets.map(({ field }) => [field, countsOf(field)])),
    sort,
  }
}

const wordsOf = (query = '') =>
  query.trim() === ''
    ? { match_all: {} }
    : { query_string: { query: query.trim(), default_operator: 'and', analyze_wildcard: true } }

type Facet = (typeof resultFacets)[number]['field']

function chosen(field: Facet, search: FieldSearch): object[] {
  const values = [search[field] ?? []].flat()
  if (values.length === 0) return []
  if (field !== 'publicationYear') return [{ terms: { [field]: values } }]
  return [{ bool: { should: values.map((each) => ({ range: { publicationYear: yearsOf(each) } })) } }]
}

/** `2004`, `1990-1999`, or a range of the facet by its key or label (`2014 and after`). */
function yearsOf(text: string) {
  const written = text.trim().toLowerCase()
  const named = yearRanges.find(({ key, label }) => key === written || label.toLowerCase() === written)
  if (named) return { gte: named.from, lte: named.to }
  const [, from, to = from] = /^(\d{4})(?:\s*-\s*(\d{4}))?$/.exec(written) ?? []
  if (from === undefined || to === undefined)
    throw catalogueProblem('query_not_accepted', {
      messages: ['publicationYear must be a year, two years with a hyphen between them, or a range of the facet.'],
      errors: { publicationYear: ['must be a year or a range of years'] },
    })
  return { gte: Number(from), lte: Number(to) }
}

function countsOf(field: Facet) {
  if (field !== 'publicationYear') return { terms: { field, size: facetSize, min_doc_count: 1 } }
  // The upper bound of a range aggregation is exclusive.
  return { range: { field, ranges: yearRanges.map(({ key, from, to }) => ({ key, from, to: to + 1 })) } }
}
