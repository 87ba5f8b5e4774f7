import type { Choice, FacetRequest } from '#features/catalogue/query/server/query.ts'
import { facetPath, type Query } from './print-query.ts'

/** How closely shards are asked for their most frequent values, in attempts: see facet-buckets.ts. */
export const closeness = [
  { more: 30, perShard: 500 },
  { more: 200, perShard: 20_000 },
  { more: 2_000, perShard: 10_000_000 },
] as const

/**
 * Facets as aggregations. The query itself holds no choice: hits obey all of them afterwards, and each facet all but its
 * own. Aggregations are named by the places of the requests, `f0`, …; those under the same choices share one filter.
 */
export function printFacets(
  requests: Map<number, FacetRequest>,
  choices: Choice[],
  print: (choice: Choice) => Query,
  attempt: number,
): Record<string, object> {
  const groups = new Map<string, { filter: Query[]; aggs: Record<string, object> }>()
  for (const [place, request] of requests) {
    const others = choices.filter(({ field }) => field !== request.field)
    const own = others.length < choices.length ? request.field : ''
    let group = groups.get(own)
    if (!group) {
      group = { filter: printChoices(others, print), aggs: {} }
      groups.set(own, group)
    }
    const agg = printFacet(request, attempt)
    if (agg) group.aggs[`f${place}`] = agg
  }
  const printed: Record<string, object> = {}
  for (const [index, { filter, aggs }] of [...groups.values()].entries()) {
    if (filter.length === 0) Object.assign(printed, aggs)
    else if (Object.keys(aggs).length > 0) printed[`g${index}`] = { filter: { bool: { filter } }, aggs }
  }
  return printed
}

/** Choices of one field are alternatives; each field with choices must be obeyed. */
export function printChoices(choices: Choice[], print: (choice: Choice) => Query): Query[] {
  const byField = Map.groupBy(choices, ({ field }) => field)
  return [...byField.values()].map((same) =>
    same.length === 1 ? print(same[0]!) : { bool: { should: same.map(print), minimum_should_match: 1 } },
  )
}

function printFacet(request: FacetRequest, attempt: number): object | undefined {
  if ('ranges' in request) {
    if (request.ranges.length === 0) return undefined
    return {
      range: {
        field: request.field,
        ranges: request.ranges.map(({ from, to }, place) => ({
          key: `r${place}`,
          from: Math.max(1, from ?? 1),
          ...(to === undefined ? {} : { to: to + 1 }),
        })),
      },
    }
  }
  if (request.size === 0) return undefined
  const { more, perShard } = closeness[attempt]!
  return {
    terms: {
      field: facetPath(request.field),
      size: request.size + more,
      shard_size: perShard,
      min_doc_count: 1,
      show_term_doc_count_error: true,
      order: [{ _count: 'desc' }, { _key: 'asc' }],
    },
  }
}
