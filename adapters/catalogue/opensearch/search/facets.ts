import type { Bucket, Choice, FacetRequest } from '#features/catalogue/query/server/query.ts'
import { facetPath, type Query } from './print-query.ts'

/** How precisely shards are asked for their most frequent values, by attempt: see facetBuckets. */
export const closeness = [
  { more: 30, perShard: 500 },
  { more: 200, perShard: 20_000 },
  { more: 2_000, perShard: 10_000_000 },
] as const

/**
 * Facets as aggregations. The query itself has no choices: hits are post-filtered by all of them, each facet by all but
 * its own. Aggregations are named by request number, `f0`, …; those with the same choices share one filter.
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

/** Choices of one field are alternatives (or); fields combine with and. */
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
      ...(request.only && { include: request.only }),
      shard_size: perShard,
      min_doc_count: 1,
      show_term_doc_count_error: true,
      order: [{ _count: 'desc' }, { _key: 'asc' }],
    },
  }
}

type ValueBucket = { key: string; doc_count: number; doc_count_error_upper_bound: number }
type Aggregation = { buckets: ValueBucket[]; doc_count_error_upper_bound?: number }
/** An aggregation's answer, or a filter with others in it. */
export type Aggregations = Record<string, Aggregation | Record<string, Aggregation>>

/**
 * The buckets of a facet; undefined if shards may have omitted a relevant value or part of its count. Each shard
 * returns only its most frequent values, with an upper bound of the error.
 */
export function facetBuckets(
  request: FacetRequest,
  said: Aggregation | undefined,
  isLast: boolean,
): Bucket[] | undefined {
  if ('ranges' in request) return yearBuckets(request, said)
  if (!said) return []
  const first = said.buckets.slice(0, request.size)
  const rest = said.buckets.slice(request.size)
  const last = first.at(-1)
  const missing = said.doc_count_error_upper_bound ?? 0
  if (last && missing !== 0 && !isLast) {
    const exact = first.every((each) => each.doc_count_error_upper_bound === 0)
    const others = rest.map((each) => each.doc_count + each.doc_count_error_upper_bound)
    // A value left out after the last one returned may be as frequent as that one plus everything missing.
    const omitted = (rest.at(-1) ?? last).doc_count + missing
    if (!exact || last.doc_count <= Math.max(omitted, ...others)) return undefined
  }
  return first
    .map(({ key, doc_count }) => ({ key, count: doc_count }))
    .filter(({ count }) => count >= Math.max(1, request.minCount))
}

function yearBuckets({ ranges }: Extract<FacetRequest, { ranges: unknown }>, said: Aggregation | undefined): Bucket[] {
  const counts = new Map(said?.buckets.map(({ key, doc_count }) => [key, doc_count]))
  return ranges.map(({ key }, place) => ({ key, count: counts.get(`r${place}`) ?? 0 }))
}

/** Every aggregation of an answer by name, unwrapped from its filters. */
export function flatAggregations(said: Aggregations = {}): Map<string, Aggregation> {
  const found = new Map<string, Aggregation>()
  for (const [name, each] of Object.entries(said)) {
    if (!name.startsWith('g')) found.set(name, each as Aggregation)
    else
      for (const [inner, one] of Object.entries(each as Record<string, Aggregation>))
        if (/^f\d+$/.test(inner)) found.set(inner, one)
  }
  return found
}
