import { facetNames } from '#features/catalogue/facets.ts'
import type { Bucket, CatalogueQuery, FacetRequest } from '#features/catalogue/query/server/query.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import type { FacetColumn, Segment } from '../index/segment.ts'
import { compareText } from '../index/string-table.ts'
import { smallest } from './order.ts'

/** Counts one facet over the segments; value numbers are the same in all of them. */
export type FacetCounter = {
  request: FacetRequest
  /** Adds the counts of these records. */
  count(segment: Segment, docs: Uint32Array): void
  /** Adds the counts of all records of the segment except these. */
  countAllBut(segment: Segment, docs: Uint32Array): void
  buckets(): Bucket[]
}

export function openCounters(query: CatalogueQuery, dictionary: FacetDictionary): FacetCounter[] {
  return query.facets.map((request) =>
    'ranges' in request ? countYears(request) : countValues(request, facetNames.indexOf(request.field), dictionary),
  )
}

/** Above this share of a segment, the counts of the other records are subtracted from the totals. */
const denseShare = 0.6

/** If a search finds most records, counting the few others is quicker. */
export function countEach(counters: FacetCounter[], segment: Segment, docs: Uint32Array, goOn: () => void) {
  const others = docs.length > segment.count * denseShare ? allBut(docs, segment.count) : undefined
  for (const counter of counters) {
    goOn()
    if (others) counter.countAllBut(segment, others)
    else counter.count(segment, docs)
  }
}

function allBut(docs: Uint32Array, count: number): Uint32Array {
  const others = new Uint32Array(count - docs.length)
  for (let doc = 0, at = 0, found = 0; doc < count; doc++) {
    if (docs[at] === doc) at++
    else others[found++] = doc
  }
  return others
}

/** With up to this many distinct values all counts are scanned; with more, only those met. */
const fewValues = 4096

function countValues(
  request: Exclude<FacetRequest, { ranges: unknown }>,
  facet: number,
  dictionary: FacetDictionary,
): FacetCounter {
  const values = dictionary.values[facet]!
  // counts[0] is for records without a value.
  const counts = new Uint32Array(values.length + 1)
  const only = request.only && new Set(request.only)
  let met: number[] | undefined = values.length > fewValues ? [] : undefined
  return {
    request,
    count: (segment, docs) => {
      const column = segment.facets[facet]!
      if (column.starts.length === 0) countSingle(column.values, docs, counts, met)
      else if (met) countManyOfMany(column, docs, counts, met)
      else countMany(column, docs, counts, 1)
    },
    countAllBut: (segment, docs) => {
      met = undefined
      const column = segment.facets[facet]!
      const sums = sumsOf(column, segment.count)
      for (let number = 0; number < sums.length; number++) counts[number]! += sums[number]!
      if (column.starts.length > 0) countMany(column, docs, counts, -1)
      else for (let i = 0; i < docs.length; i++) counts[column.values[docs[i]!]!]!--
    },
    buckets: () => {
      const least = Math.max(1, request.minCount)
      const enough: number[] = []
      const take = (number: number) => {
        if (counts[number + 1]! >= least && (only === undefined || only.has(values[number]!))) enough.push(number)
      }
      if (met) met.forEach(take)
      else for (let number = 0; number < values.length; number++) take(number)
      const first = smallest(enough.length, request.size, (a, b) => {
        const byCount = counts[enough[b]! + 1]! - counts[enough[a]! + 1]!
        return byCount || compareText(values[enough[a]!]!, values[enough[b]!]!)
      })
      return first.map((index) => ({ key: values[enough[index]!]!, count: counts[enough[index]! + 1]! }))
    },
  }
}

const knownSums = new WeakMap<Uint32Array, Uint32Array>()

/** How many records of the segment have each value, as in `counts` above; computed once. */
function sumsOf(column: FacetColumn, records: number): Uint32Array {
  let sums = knownSums.get(column.values)
  if (!sums) {
    const single = column.starts.length === 0
    sums = new Uint32Array(column.values.reduce((most, number) => Math.max(most, number), 0) + 2)
    if (single) for (let doc = 0; doc < records; doc++) sums[column.values[doc]!]!++
    else for (const number of column.values) sums[number + 1]!++
    knownSums.set(column.values, sums)
  }
  return sums
}

function countSingle(values: Uint32Array, docs: Uint32Array, counts: Uint32Array, met: number[] | undefined) {
  if (!met) {
    for (let i = 0; i < docs.length; i++) counts[values[docs[i]!]!]!++
    return
  }
  for (let i = 0; i < docs.length; i++) {
    const value = values[docs[i]!]!
    if (counts[value]!++ === 0 && value !== 0) met.push(value - 1)
  }
}

function countMany({ starts, values }: FacetColumn, docs: Uint32Array, counts: Uint32Array, by: 1 | -1) {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    const end = starts[doc + 1]!
    for (let at = starts[doc]!; at < end; at++) counts[values[at]! + 1]! += by
  }
}

function countManyOfMany({ starts, values }: FacetColumn, docs: Uint32Array, counts: Uint32Array, met: number[]) {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    const end = starts[doc + 1]!
    for (let at = starts[doc]!; at < end; at++) {
      const number = values[at]!
      if (counts[number + 1]!++ === 0) met.push(number)
    }
  }
}

function countYears(request: Extract<FacetRequest, { ranges: unknown }>): FacetCounter {
  const counts = new Uint32Array(65_536)
  return {
    request,
    count: ({ year }, docs) => {
      for (let i = 0; i < docs.length; i++) counts[year[docs[i]!]!]!++
    },
    countAllBut: ({ year, count }, docs) => {
      for (let doc = 0; doc < count; doc++) counts[year[doc]!]!++
      for (let i = 0; i < docs.length; i++) counts[year[docs[i]!]!]!--
    },
    buckets: () =>
      request.ranges.map(({ key, from, to }) => {
        let count = 0
        // Year 0 means unknown.
        for (let year = Math.max(1, from ?? 1); year <= Math.min(65_535, to ?? 65_535); year++) count += counts[year]!
        return { key, count }
      }),
  }
}
