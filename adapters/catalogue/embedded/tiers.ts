import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, type Manifest } from './schema.ts'
import { storeSegment } from './segment.ts'
import { mergeSegments } from './segment-merge.ts'
import { idIndexOf, type StoredSegment, wholeSegment } from './stored-segment.ts'

/** So many segments of about one size become one: many small loads do not make a search slow. */
const perTier = 8

/** Beyond this a segment is merged no more. */
const mostRecords = 2_000_000

const tierOf = (records: number) => Math.max(0, Math.ceil(Math.log(Math.max(1, records) / 1000) / Math.log(perTier)))

/** Merges what is due and returns the segments that are left; `drop` learns which ones have been replaced. */
export function mergeWhereDue(
  db: DatabaseSync,
  manifest: Manifest,
  segments: StoredSegment[],
  drop: (old: StoredSegment) => void,
): StoredSegment[] {
  let rest = segments
  for (;;) {
    const due = dueTogether(rest)
    if (due.length === 0) return rest
    const id = manifest.nextSegment++
    const merged = inTransaction(db, () => {
      const made = mergeSegments(
        db,
        due.map((each) => ({ ...each, segment: wholeSegment(db, each) })),
        id,
      )
      storeSegment(db, id, made.segment, made.hashes)
      return made
    })
    for (const old of due) drop(old)
    const stored = {
      id,
      index: idIndexOf(merged.segment),
      hashes: merged.hashes,
      deleted: undefined,
      deletedCount: 0,
      changed: false,
      live: false,
    }
    rest = [...rest.filter((each) => !due.includes(each)), stored]
  }
}

function dueTogether(segments: StoredSegment[]): StoredSegment[] {
  const tiers = Map.groupBy(segments, (each) => tierOf(each.index.count - each.deletedCount))
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const same = tiers.get(tier)!
    const together = same.reduce((sum, each) => sum + each.index.count - each.deletedCount, 0)
    if (same.length >= perTier && together <= mostRecords) return same
  }
  // A segment that is mostly gone is written anew; one that is wholly gone is simply dropped.
  const hollow = segments.find(
    (each) => each.deletedCount * 3 > each.index.count && each.deletedCount < each.index.count,
  )
  return hollow ? [hollow] : []
}
