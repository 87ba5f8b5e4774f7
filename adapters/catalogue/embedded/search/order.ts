import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import { compareEntries } from '../index/string-table.ts'
import type { LiveSegment } from '../snapshot.ts'
import type { Matches } from './matches.ts'
import type { Works } from './works.ts'

/** A record that may be shown: `rank`: one of `exactRanks`, or 0. */
export type Candidate = { live: LiveSegment; doc: number; score: number; rank: number }

type Sort = CatalogueQuery['sort']

/** Missing values come last in either direction; 0 means missing in every column. */
const placed = (value: number, descending: boolean) =>
  value === 0 ? Number.POSITIVE_INFINITY : descending ? -value : value

/** One sort key per match of a segment; smaller comes first. */
function keysOf(
  live: LiveSegment,
  { docs, scores }: Matches,
  { key, descending }: Sort[number],
  ranks: Uint8Array | undefined,
): Float64Array {
  const keys = new Float64Array(docs.length)
  if (key === '_score') {
    const sign = descending ? -1 : 1
    if (scores) for (let i = 0; i < keys.length; i++) keys[i] = sign * scores[i]!
    // A rank weighs more than any score.
    if (ranks) for (let i = 0; i < keys.length; i++) keys[i]! -= ranks[i]! * 1e6
    return keys
  }
  const { titleOrder, authorOrder, year, date } = live.segment
  const column = { titleSort: titleOrder, authorSort: authorOrder, publicationYear: year, voyagerCreateDate: date }[key]
  for (let i = 0; i < keys.length; i++) keys[i] = placed(column[docs[i]!]!, descending)
  return keys
}

/** The first `limit` matches of one segment, ordered by the sort, then by title and id. */
export function firstOfSegment(
  live: LiveSegment,
  matches: Matches,
  sort: Sort,
  limit: number,
  ranks: Uint8Array | undefined,
  works?: Works,
): Candidate[] {
  const { titleOrder, idOrder } = live.segment
  const { docs, scores } = matches
  const [{ key, descending }] = sort as [Sort[number], ...Sort]
  // The usual order is by score alone, which needs no separate keys.
  const byScore = key === '_score' && scores !== undefined && ranks === undefined
  const first = byScore ? scores : keysOf(live, matches, sort[0]!, ranks)
  const before = byScore && descending ? 1 : -1
  const others = sort.slice(1).map((each) => keysOf(live, matches, each, undefined))
  const comesBefore = (a: number, b: number): number => {
    const one = first[a]!
    const two = first[b]!
    if (one !== two) return one < two ? before : -before
    for (const keys of others) if (keys[a] !== keys[b]) return keys[a]! < keys[b]! ? -1 : 1
    const byTitle = placed(titleOrder[docs[a]!]!, false) - placed(titleOrder[docs[b]!]!, false)
    // Two missing titles give NaN, which counts as equal.
    return byTitle || idOrder[docs[a]!]! - idOrder[docs[b]!]!
  }
  const ordered = works
    ? works.firstOfEach(live.segment, docs, limit, comesBefore)
    : smallest(docs.length, limit, comesBefore)
  return ordered.map((index) => ({
    live,
    doc: docs[index]!,
    score: scores?.[index] ?? 0,
    rank: ranks?.[index] ?? 0,
  }))
}

/** The indexes of the smallest, in order. Uses a heap with the largest of them on top. */
export function smallest(count: number, limit: number, compare: (a: number, b: number) => number): number[] {
  const heap: number[] = []
  for (let index = 0; index < count; index++) {
    if (heap.length < limit) {
      heap.push(index)
      let at = heap.length - 1
      while (at > 0) {
        const parent = (at - 1) >>> 1
        if (compare(heap[parent]!, heap[at]!) >= 0) break
        swap(heap, parent, at)
        at = parent
      }
    } else if (limit > 0 && compare(index, heap[0]!) < 0) {
      heap[0] = index
      for (let at = 0; ; ) {
        const left = at * 2 + 1
        if (left >= heap.length) break
        const right = left + 1
        const child = right < heap.length && compare(heap[right]!, heap[left]!) > 0 ? right : left
        if (compare(heap[child]!, heap[at]!) <= 0) break
        swap(heap, child, at)
        at = child
      }
    }
  }
  return heap.sort(compare)
}

function swap(list: number[], a: number, b: number) {
  const former = list[a]!
  list[a] = list[b]!
  list[b] = former
}

/** Merges the ordered lists of the segments, up to `limit`; with `works`, only the first record of each. */
export function mergeOrdered(lists: Candidate[][], sort: Sort, limit: number, works?: Works): Candidate[] {
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length === 1) return filled[0]!.slice(0, limit)
  const at = filled.map(() => 0)
  const merged: Candidate[] = []
  const merge = (candidate: Candidate) => {
    if (works?.isFirst(candidate) ?? true) merged.push(candidate)
  }
  while (merged.length < limit) {
    let best = -1
    filled.forEach((list, index) => {
      const head = list[at[index]!]
      if (head && (best < 0 || compareCandidates(head, filled[best]![at[best]!]!, sort) < 0)) best = index
    })
    if (best < 0) break
    merge(filled[best]![at[best]!++]!)
  }
  return merged
}

/** Title and author places are not comparable across segments, so their texts are compared. */
function compareCandidates(a: Candidate, b: Candidate, sort: Sort): number {
  if (a.rank !== b.rank) return b.rank - a.rank
  for (const { key, descending } of sort) {
    const order =
      key === '_score'
        ? (a.score - b.score) * (descending ? -1 : 1)
        : key === 'titleSort' || key === 'authorSort'
          ? compareKeys(a, b, key === 'titleSort' ? 'title' : 'author', descending)
          : compareNumbers(a, b, key === 'publicationYear' ? 'year' : 'date', descending)
    if (order !== 0) return order
  }
  return compareKeys(a, b, 'title', false) || compareIds(a, b)
}

function compareNumbers(a: Candidate, b: Candidate, column: 'year' | 'date', descending: boolean): number {
  const one = placed(a.live.segment[column][a.doc]!, descending)
  const two = placed(b.live.segment[column][b.doc]!, descending)
  return one === two ? 0 : one - two
}

function compareKeys(a: Candidate, b: Candidate, what: 'title' | 'author', descending: boolean): number {
  const one = a.live.segment[`${what}Order`][a.doc]!
  const two = b.live.segment[`${what}Order`][b.doc]!
  if (one === 0 || two === 0) return one === two ? 0 : one === 0 ? 1 : -1
  const order = compareEntries(a.live.segment[`${what}s`], one - 1, b.live.segment[`${what}s`], two - 1)
  return descending ? -order : order
}

const compareIds = (a: Candidate, b: Candidate) =>
  compareEntries(a.live.segment.ids, a.live.segment.idOrder[a.doc]!, b.live.segment.ids, b.live.segment.idOrder[b.doc]!)
