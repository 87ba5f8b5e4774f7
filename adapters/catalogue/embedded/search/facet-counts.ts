import { type FacetField, facetNames, facetOfChoice } from '#features/catalogue/facets.ts'
import { containsParts, uncertainYearsWithin } from '#features/catalogue/query/server/facet-values.ts'
import type { Bucket, CatalogueQuery, Choice, FacetRequest } from '#features/catalogue/query/server/query.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import type { FacetColumn, Segment } from '../index/segment.ts'
import { compareText } from '../index/string-table.ts'
import { smallest } from './order.ts'

type ValueRequest = Exclude<FacetRequest, { ranges: unknown }>
type YearRequest = Extract<FacetRequest, { ranges: unknown }>

/** Counts one facet over the segments, for all requests that name it; value numbers are the same in all segments. */
export type FacetCounter = {
  field: FacetRequest['field']
  /** Adds the counts of these records. */
  count(segment: Segment, docs: Uint32Array): void
  /** Adds the counts of all records of the segment except these. */
  countAllBut(segment: Segment, docs: Uint32Array): void
  /** The buckets of each request, under its name. */
  buckets(): [name: string, buckets: Bucket[]][]
}

export function openCounters({ facets }: CatalogueQuery, dictionary: FacetDictionary): FacetCounter[] {
  const fields = [...new Set(facets.map(({ field }) => facetOfChoice(field)))]
  return fields.map((field) => {
    const requests = facets.filter((request) => facetOfChoice(request.field) === field)
    const valuesOf = (name: FacetField) => dictionary.values[facetNames.indexOf(name)]!
    return field === 'publicationYear'
      ? countYears(requests, valuesOf('uncertainYear'))
      : countValues(field, requests as ValueRequest[], valuesOf(field))
  })
}

/** Above this share of a segment, the counts of the other records are subtracted from the totals. */
const denseShare = 0.6

/**
 * Counts the matches; a facet with choices counts the matches that fail only those, too. If that is most records,
 * counting the few others is quicker.
 */
export function countEach(
  counters: FacetCounter[],
  segment: Segment,
  chosen: Uint32Array,
  failing: Map<Choice['field'], Uint32Array>,
  goOn: () => void,
) {
  const isDense = (length: number) => length > segment.count * denseShare
  const others = isDense(chosen.length) ? allBut(segment.count, chosen) : undefined
  for (const counter of counters) {
    goOn()
    const own = failing.get(counter.field)
    if (own && isDense(chosen.length + own.length)) counter.countAllBut(segment, allBut(segment.count, chosen, own))
    else {
      if (others) counter.countAllBut(segment, others)
      else counter.count(segment, chosen)
      if (own) counter.count(segment, own)
    }
  }
}

function allBut(count: number, docs: Uint32Array, more: Uint32Array = new Uint32Array(0)): Uint32Array {
  const others = new Uint32Array(count - docs.length - more.length)
  let [at, atMore, found] = [0, 0, 0]
  for (let doc = 0; doc < count; doc++) {
    if (docs[at] === doc) at++
    else if (more[atMore] === doc) atMore++
    else others[found++] = doc
  }
  return others
}

/**
 * A thread runs one search at a time, so that searches share the memory of their counts. New memory for each would cost
 * as much as finding a rare word.
 */
const counting = new Map<string, Uint32Array>()

function zeros(name: string, length: number): Uint32Array {
  const known = counting.get(name)
  if (known && known.length >= length) return known.fill(0)
  const made = new Uint32Array(Math.ceil(length * 1.2))
  counting.set(name, made)
  return made
}

/** With up to this many distinct values all counts are scanned; with more, only those met. */
const fewValues = 4096

function countValues(field: FacetField, requests: ValueRequest[], values: string[]): FacetCounter {
  const facet = facetNames.indexOf(field)
  // counts[0] is for records without a value.
  const counts = zeros(field, values.length + 1)
  let met: number[] | undefined = values.length > fewValues ? [] : undefined
  const bucketsOf = ({ only, containing, minCount, size }: ValueRequest): Bucket[] => {
    const allowed = only && new Set(only)
    let least = Math.max(1, minCount)
    let enough: number[] = []
    const first = () =>
      smallest(enough.length, size, (a, b) => {
        const byCount = counts[enough[b]! + 1]! - counts[enough[a]! + 1]!
        return byCount || compareText(values[enough[a]!]!, values[enough[b]!]!)
      }).map((index) => enough[index]!)
    const take = (number: number) => {
      if (counts[number + 1]! < least || !(allowed?.has(values[number]!) ?? true)) return
      if (containing !== undefined && !containsParts(values[number]!, containing)) return
      enough.push(number)
      if (enough.length < size * 4) return
      // Most values are below the first ones so far, and need no more than one look.
      enough = first()
      least = counts[enough.at(-1)! + 1]!
    }
    if (met) for (const number of met) take(number)
    else for (let number = 0; number < values.length; number++) take(number)
    return first().map((number) => ({ key: values[number]!, count: counts[number + 1]! }))
  }
  return {
    field,
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
    buckets: () => requests.map((request) => [request.name, bucketsOf(request)]),
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

/** `values`: the uncertain years of the catalogue. */
function countYears(requests: FacetRequest[], values: string[]): FacetCounter {
  const counts = zeros('years', 65_536)
  const inFull = requests.filter((request): request is YearRequest => 'ranges' in request)
  const named = requests.filter((request): request is ValueRequest => !('ranges' in request))
  const every: ValueRequest = { name: '', field: 'uncertainYear', size: values.length, minCount: 1 }
  const uncertain = countValues('uncertainYear', [every, ...named], values)
  const counters = values.length === 0 ? [] : [uncertain]
  const bucketsOf = ({ ranges }: YearRequest, patterns: Map<string, number>): Bucket[] =>
    ranges.map(({ key, from, to }) => {
      let count = uncertainYearsWithin(from, to).reduce((sum, each) => sum + (patterns.get(each) ?? 0), 0)
      // Year 0 means unknown.
      for (let year = Math.max(1, from ?? 1); year <= Math.min(65_535, to ?? 65_535); year++) count += counts[year]!
      return { key, count }
    })
  return {
    field: 'publicationYear',
    count: (segment, docs) => {
      const { year } = segment
      for (let i = 0; i < docs.length; i++) counts[year[docs[i]!]!]!++
      for (const counter of counters) counter.count(segment, docs)
    },
    countAllBut: (segment, docs) => {
      const { year, count } = segment
      for (let doc = 0; doc < count; doc++) counts[year[doc]!]!++
      for (let i = 0; i < docs.length; i++) counts[year[docs[i]!]!]!--
      for (const counter of counters) counter.countAllBut(segment, docs)
    },
    buckets: () => {
      const [[, all], ...others] = uncertain.buckets() as [[string, Bucket[]], ...[string, Bucket[]][]]
      const patterns = new Map(all.map(({ key, count }) => [key, count]))
      return [...inFull.map((request): [string, Bucket[]] => [request.name, bucketsOf(request, patterns)]), ...others]
    },
  }
}
