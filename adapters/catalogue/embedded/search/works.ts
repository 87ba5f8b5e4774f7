import { facetNames } from '#features/catalogue/facets.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import type { Segment } from '../index/segment.ts'
import type { Candidate } from './order.ts'

/** Counts the works of a search over its segments, and finds the first record of each. */
export type Works = {
  /** The works met so far. */
  total(): number
  /** Counts these matches. Returns the places of the first records of the first `limit` works among them, in order. */
  firstOfEach(segment: Segment, docs: Uint32Array, limit: number, compare: Compare): number[]
  /** Whether no record of its work has been met by this function. */
  isFirst(candidate: Candidate): boolean
  /** How many of the matches counted are records of the candidates' works. */
  editions(candidates: Candidate[]): number[]
}
type Compare = (a: number, b: number) => number

const facet = facetNames.indexOf('work')

/**
 * By the number of a work, one more than its place in a list, while the list is in use; else 0. A thread runs one search
 * at a time, and each function leaves nothing behind, so that searches share it instead of clearing their own.
 */
let placeOf = new Uint32Array(0)

/** Works have the same numbers in all segments. */
export function openWorks(dictionary: FacetDictionary): Works {
  const count = dictionary.values[facet]!.length + 1
  if (placeOf.length < count) placeOf = new Uint32Array(Math.ceil(count * 1.2))
  /** A bit for each work. */
  const found = new Uint32Array((count >>> 5) + 1)
  const searched: [numbers: ArrayLike<number>, docs: Uint32Array][] = []
  const merged = new Set<number>()
  const numberOf = ({ live, doc }: Candidate) => live.segment.facets[facet]!.values[doc]!
  let total = 0
  return {
    total: () => total,
    firstOfEach: ({ facets }, docs, limit, compare) => {
      const numbers = facets[facet]!.values
      searched.push([numbers, docs])
      for (let i = 0; i < docs.length; i++) {
        const work = numbers[docs[i]!]!
        const bit = 1 << (work & 31)
        if ((found[work >>> 5]! & bit) !== 0) continue
        found[work >>> 5]! |= bit
        total++
      }
      return smallestOfEach(numbers, docs, limit, compare)
    },
    isFirst: (candidate) => {
      const work = numberOf(candidate)
      if (merged.has(work)) return false
      merged.add(work)
      return true
    },
    editions: (candidates) => {
      const counts = candidates.map(() => 0)
      candidates.forEach((candidate, place) => {
        placeOf[numberOf(candidate)] = place + 1
      })
      for (const [numbers, docs] of searched)
        for (let i = 0; i < docs.length; i++) {
          const place = placeOf[numbers[docs[i]!]!]!
          if (place !== 0) counts[place - 1]!++
        }
      for (const candidate of candidates) placeOf[numberOf(candidate)] = 0
      return counts
    },
  }
}

/** Like `smallest`: a heap with the largest on top, in which a work has one place, that of its smallest match. */
function smallestOfEach(numbers: ArrayLike<number>, docs: Uint32Array, limit: number, compare: Compare): number[] {
  const heap: number[] = []
  const workOf = (index: number) => numbers[docs[index]!]!
  const put = (at: number, index: number) => {
    heap[at] = index
    placeOf[workOf(index)] = at + 1
  }
  const rise = (from: number, index: number) => {
    let at = from
    for (; at > 0; at = (at - 1) >>> 1) {
      const parent = heap[(at - 1) >>> 1]!
      if (compare(parent, index) >= 0) break
      put(at, parent)
    }
    put(at, index)
  }
  const sink = (from: number, index: number) => {
    let at = from
    for (;;) {
      const left = at * 2 + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && compare(heap[right]!, heap[left]!) > 0 ? right : left
      if (compare(heap[child]!, index) <= 0) break
      put(at, heap[child]!)
      at = child
    }
    put(at, index)
  }
  for (let index = 0; index < docs.length; index++) {
    if (heap.length === limit && compare(index, heap[0]!) >= 0) continue
    const place = placeOf[workOf(index)]!
    if (place !== 0) {
      if (compare(index, heap[place - 1]!) < 0) sink(place - 1, index)
    } else if (heap.length < limit) rise(heap.length, index)
    else {
      placeOf[workOf(heap[0]!)] = 0
      sink(0, index)
    }
  }
  for (const index of heap) placeOf[workOf(index)] = 0
  return heap.sort(compare)
}
