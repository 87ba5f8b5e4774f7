import { facetOfChoice } from '#features/catalogue/facets.ts'
import { choicesByFacet } from '#features/catalogue/query/server/clauses.ts'
import { containsParts, uncertainYearsWithin } from '#features/catalogue/query/server/facet-values.ts'
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
 * its own. Aggregations are named by request number, `f0`, …; those with the same choices share one filter. `u0`: the
 * uncertain years beside the ranges of `f0`.
 */
export function printFacets(
  requests: Map<number, FacetRequest>,
  choices: Choice[],
  print: (choice: Choice) => Query,
  attempt: number,
): Record<string, object> {
  const groups = new Map<string, { filter: Query[]; aggs: Record<string, object> }>()
  for (const [place, request] of requests) {
    const facet = facetOfChoice(request.field)
    const others = choices.filter(({ field }) => facetOfChoice(field) !== facet)
    const own = others.length < choices.length ? facet : ''
    let group = groups.get(own)
    if (!group) {
      group = { filter: printChoices(others, print), aggs: {} }
      groups.set(own, group)
    }
    const agg = printFacet(request, attempt)
    if (agg) group.aggs[`f${place}`] = agg
    if (agg && 'ranges' in request) group.aggs[`u${place}`] = uncertainYears
  }
  const printed: Record<string, object> = {}
  for (const [index, { filter, aggs }] of [...groups.values()].entries()) {
    if (filter.length === 0) Object.assign(printed, aggs)
    else if (Object.keys(aggs).length > 0) printed[`g${index}`] = { filter: { bool: { filter } }, aggs }
  }
  return printed
}

/** A filter for each facet. */
export const printChoices = (choices: Choice[], print: (choice: Choice) => Query): Query[] =>
  [...choicesByFacet(choices).values()].map((same) =>
    same.length === 1 ? print(same[0]!) : { bool: { should: same.map(print), minimum_should_match: 1 } },
  )

/** There are fewer patterns than this. */
const uncertainYears = { terms: { field: facetPath('uncertainYear'), size: 500, shard_size: 500 } }

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
      size: request.size + (request.containing && attempt === closeness.length - 1 ? manyValues : more),
      ...(request.only && { include: request.only }),
      ...(request.containing && !request.only && { include: mayContain(request.containing) }),
      shard_size: perShard,
      min_doc_count: 1,
      show_term_doc_count_error: true,
      order: [{ _count: 'desc' }, { _key: 'asc' }],
    },
  }
}

/** Below the engine's limit of buckets. */
const manyValues = 50_000

/**
 * A regular expression that matches every value with these parts, and all values with letters beyond ASCII: those are
 * compared when they are here. The longest part narrows most.
 */
function mayContain(parts: string[]): string {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one))
  if (/[^\x20-\x7e]/.test(longest)) return '.*[^ -~].*'
  const letters = [...longest].map((letter) =>
    /[a-z]/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : /\d/.test(letter) ? letter : `\\${letter}`,
  )
  return `.*${letters.join("'?")}.*|.*[^ -~].*`
}

type ValueBucket = { key: string; doc_count: number; doc_count_error_upper_bound: number }
type Aggregation = { buckets: ValueBucket[]; doc_count_error_upper_bound?: number; sum_other_doc_count?: number }
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
  uncertain: Aggregation | undefined,
): Bucket[] | undefined {
  if ('ranges' in request) return yearBuckets(request, said, uncertain)
  if (!said) return []
  const { containing, size } = request
  const fitting = containing ? said.buckets.filter(({ key }) => containsParts(key, containing)) : said.buckets
  if (containing && fitting.length < size && said.sum_other_doc_count && !isLast) return undefined
  const first = fitting.slice(0, size)
  const rest = fitting.slice(size)
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

function yearBuckets(
  { ranges }: Extract<FacetRequest, { ranges: unknown }>,
  said: Aggregation | undefined,
  uncertain: Aggregation | undefined,
): Bucket[] {
  const countsIn = (each?: Aggregation) => new Map(each?.buckets.map(({ key, doc_count }) => [key, doc_count]))
  const counts = countsIn(said)
  const patterns = countsIn(uncertain)
  return ranges.map(({ key, from, to }, place) => ({
    key,
    count: uncertainYearsWithin(from, to).reduce(
      (sum, pattern) => sum + (patterns.get(pattern) ?? 0),
      counts.get(`r${place}`) ?? 0,
    ),
  }))
}

/** Every aggregation of an answer by name, unwrapped from its filters. */
export function flatAggregations(said: Aggregations = {}): Map<string, Aggregation> {
  const found = new Map<string, Aggregation>()
  for (const [name, each] of Object.entries(said)) {
    if (!name.startsWith('g')) found.set(name, each as Aggregation)
    else
      for (const [inner, one] of Object.entries(each as Record<string, Aggregation>))
        if (/^[fu]\d+$/.test(inner)) found.set(inner, one)
  }
  return found
}
