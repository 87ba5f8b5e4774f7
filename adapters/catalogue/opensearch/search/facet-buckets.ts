import type { Bucket, FacetRequest } from '#features/catalogue/query/server/query.ts'

type ValueBucket = { key: string; doc_count: number; doc_count_error_upper_bound: number }
type Said = { buckets: ValueBucket[]; doc_count_error_upper_bound?: number }
/** An aggregation's answer, or a filter with others in it. */
export type Aggregations = Record<string, Said | Record<string, Said>>

/**
 * The buckets of a facet; undefined where shards may have kept back a value that belongs to them, or a part of its count.
 * Each shard tells only its most frequent values, and beside them how much might be missing.
 */
export function facetBuckets(request: FacetRequest, said: Said | undefined, isLast: boolean): Bucket[] | undefined {
  if ('ranges' in request) return yearBuckets(request, said)
  if (!said) return []
  const first = said.buckets.slice(0, request.size)
  const rest = said.buckets.slice(request.size)
  const last = first.at(-1)
  const missing = said.doc_count_error_upper_bound ?? 0
  if (last && missing !== 0 && !isLast) {
    const exact = first.every((each) => each.doc_count_error_upper_bound === 0)
    const others = rest.map((each) => each.doc_count + each.doc_count_error_upper_bound)
    // What was left out behind the last that was told of may be as frequent as that, and as all that is missing.
    const untold = (rest.at(-1) ?? last).doc_count + missing
    if (!exact || last.doc_count <= Math.max(untold, ...others)) return undefined
  }
  return first
    .map(({ key, doc_count }) => ({ key, count: doc_count }))
    .filter(({ count }) => count >= Math.max(1, request.minCount))
}

function yearBuckets({ ranges }: Extract<FacetRequest, { ranges: unknown }>, said: Said | undefined): Bucket[] {
  const counts = new Map(said?.buckets.map(({ key, doc_count }) => [key, doc_count]))
  return ranges.map(({ key }, place) => ({ key, count: counts.get(`r${place}`) ?? 0 }))
}

/** Every aggregation of an answer by its name, out of the filters that hold them. */
export function flatAggregations(said: Aggregations = {}): Map<string, Said> {
  const found = new Map<string, Said>()
  for (const [name, each] of Object.entries(said)) {
    if (!name.startsWith('g')) found.set(name, each as Said)
    else
      for (const [inner, one] of Object.entries(each as Record<string, Said>))
        if (/^f\d+$/.test(inner)) found.set(inner, one)
  }
  return found
}
