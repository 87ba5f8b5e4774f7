import { z } from 'zod'
import { isCounted } from '../../facets.ts'
import { maxContaining } from '../../rules.ts'
import { foldedParts } from './facet-values.ts'
import type { FacetRequest } from './query.ts'
import { facetOf, targetOf } from './query-fields.ts'
import { accept, quoted, refuse } from './refuse.ts'

const maxFacets = 12
const maxBuckets = 20

const name = z.string().regex(/^(?!__)[\w .-]{1,64}$/, 'may have letters, digits, spaces, dots and hyphens')
const Terms = z.strictObject({
  field: z.string(),
  size: z.number().int().min(1).max(maxBuckets).default(maxBuckets),
  min_doc_count: z.number().int().min(1).default(1),
  include: z.array(z.string().min(1).max(500)).min(1).max(maxBuckets).optional(),
  /** Only values that contain each word of this text, in any case and without accents: our own condition. */
  containing: z.string().max(maxContaining).optional(),
})
const year = z.number().int().min(-9999).max(99999)
const Range = z.strictObject({
  field: z.literal('publicationYear'),
  ranges: z
    .array(z.strictObject({ key: z.string().min(1).max(64).optional(), from: year.optional(), to: year.optional() }))
    .min(1)
    .max(maxBuckets),
})
const Aggregation = z.strictObject({ terms: z.unknown(), range: z.unknown() }).partial()

/** As in Elasticsearch, a range's `from` is inclusive and its `to` exclusive. */
export type YearRange = { key: string; from?: number; to?: number }

/** The requested facets, and the original bounds of the year ranges. */
export function readAggregations(sent: unknown): { facets: FacetRequest[]; yearRanges: Map<string, YearRange[]> } {
  const entries = Object.entries(accept(z.record(z.string(), z.unknown()), sent ?? {}, 'aggs'))
  if (entries.length > maxFacets) throw refuse(`At most ${maxFacets} aggregations are accepted.`)
  const yearRanges = new Map<string, YearRange[]>()
  const facets = entries.map(([sentName, body]): FacetRequest => {
    const facet = accept(name, sentName, 'the name of an aggregation')
    const { terms, range } = accept(Aggregation, body, `the aggregation ${quoted(facet)}`)
    if ((terms === undefined) === (range === undefined)) throw refuse('An aggregation is either “terms” or “range”.')
    if (terms !== undefined) return termsFacet(facet, terms)
    const ranges = yearRangesOf(range)
    yearRanges.set(facet, ranges)
    return { name: facet, field: 'publicationYear', ranges: ranges.map(inclusive) }
  })
  return { facets, yearRanges }
}

function termsFacet(facet: string, body: unknown): FacetRequest {
  const {
    field,
    size,
    min_doc_count,
    include,
    containing = '',
  } = accept(Terms, body, `the aggregation ${quoted(facet)}`)
  const counted = facetOf(targetOf(field))
  // A field that can only be filtered by, such as issuance, is no facet.
  if (!counted || !isCounted(counted)) throw refuse(`The values of ${quoted(field)} cannot be counted.`)
  const parts = foldedParts(containing)
  return {
    name: facet,
    field: counted,
    size,
    minCount: min_doc_count,
    ...(include && { only: include }),
    ...(parts.length > 0 && { containing: parts }),
  }
}

function yearRangesOf(body: unknown): YearRange[] {
  const { ranges } = accept(Range, body, 'a range aggregation')
  const named = ranges.map(({ key, from, to }) => ({
    key: key ?? `${from ?? '*'}-${to ?? '*'}`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }))
  if (new Set(named.map(({ key }) => key)).size < named.length) throw refuse('Two ranges have the same key.')
  return named
}

const inclusive = ({ to, ...range }: YearRange) => (to === undefined ? range : { ...range, to: to - 1 })
