import type { Bucket, CatalogueQuery, FacetRequest } from '#features/catalogue/server/query.ts'
import type { FacetDictionary } from './facet-dictionary.ts'
import { smallest } from './order.ts'
import { type FacetColumn, facetNames, type Segment } from './segment.ts'
import { compareText } from './string-table.ts'

/** Counts one facet over the segments; the values' numbers are the same in all of them. */
export type FacetCounter = {
  request: FacetRequest
  count(segment: Segment, docs: Uint32Array): void
  buckets(): Bucket[]
}

export function openCounters(query: CatalogueQuery, dictionary: FacetDictionary): FacetCounter[] {
  return query.facets.map((request) =>
    'ranges' in request ? countYears(request) : countValues(request, facetNames.indexOf(request.field), dictionary),
  )
}

/** Up to so many different values all counts are looked through; of more, only those that were met. */
const fewValues = 4096

function countValues(
  request: Exclude<FacetRequest, { ranges: unknown }>,
  facet: number,
  dictionary: FacetDictionary,
): FacetCounter {
  const values = dictionary.values[facet]!
  // counts[0] is for records without a value.
  const counts = new Uint32Array(values.length + 1)
  const met: number[] | undefined = values.length > fewValues ? [] : undefined
  return {
    request,
    count: (segment, docs) => {
      const column = segment.facets[facet]!
      if (column.starts.length === 0) countSingle(column.values, docs, counts, met)
      else if (met) countManyOfMany(column, docs, counts, met)
      else countMany(column, docs, counts)
    },
    buckets: () => {
      const candidates = met ?? values.map((_, number) => number)
      const enough = candidates.filter((number) => counts[number + 1]! >= Math.max(1, request.minCount))
      const first = smallest(enough.length, request.size, (a, b) => {
        const byCount = counts[enough[b]! + 1]! - counts[enough[a]! + 1]!
        return byCount || compareText(values[enough[a]!]!, values[enough[b]!]!)
      })
      return first.map((index) => ({ key: values[enough[index]!]!, count: counts[enough[index]! + 1]! }))
    },
  }
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

function countMany({ starts, values }: FacetColumn, docs: Uint32Array, counts: Uint32Array) {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!
    const end = starts[doc + 1]!
    for (let at = starts[doc]!; at < end; at++) counts[values[at]! + 1]!++
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
    buckets: () =>
      request.ranges.map(({ key, from, to }) => {
        let count = 0
        // Year 0 is a record that does not say.
        for (let year = Math.max(1, from ?? 1); year <= Math.min(65_535, to ?? 65_535); year++) count += counts[year]!
        return { key, count }
      }),
  }
}
