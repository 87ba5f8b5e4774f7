import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, type Manifest } from '../schema.ts'
import { mergeSegments } from './segment-merge.ts'
import { storeSegment } from './segment-parts.ts'
import { idIndexOf, type StoredSegment, wholeSegment } from './stored-segment.ts'

/** Segment sizes, in records. */
export type SegmentSizes = {
  /** A load starts another segment after this many. */
  ofLoad: number
  /** This many segments of one tier are merged, so that many small loads do not slow down searches. */
  perTier: number
  /** A merge never makes a larger segment. */
  max: number
}
export const usualSizes: SegmentSizes = { ofLoad: 50_000, perTier: 8, max: 2_000_000 }

/** The lowest tier holds up to 1/50 of what a load cuts; each higher tier, `perTier` times the one below. */
function tierOf(records: number, { ofLoad, perTier }: SegmentSizes): number {
  let tier = 0
  for (let limit = Math.max(1, ofLoad / 50); records > limit; limit *= perTier) tier++
  return tier
}

/** Merges what is due and returns the remaining segments; `drop` receives the replaced ones. */
export function mergeWhereDue(
  db: DatabaseSync,
  manifest: Manifest,
  segments: StoredSegment[],
  sizes: SegmentSizes,
  drop: (old: StoredSegment) => void,
): StoredSegment[] {
  let rest = segments
  for (;;) {
    const due = dueTogether(rest, sizes)
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

function dueTogether(segments: StoredSegment[], sizes: SegmentSizes): StoredSegment[] {
  const tiers = Map.groupBy(segments, (each) => tierOf(each.index.count - each.deletedCount, sizes))
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const same = tiers.get(tier)!
    const together = same.reduce((sum, each) => sum + each.index.count - each.deletedCount, 0)
    if (same.length >= sizes.perTier && together <= sizes.max) return same
  }
  // A segment with over a third of its records deleted is rewritten; one with all deleted is dropped.
  const hollow = segments.find(
    (each) => each.deletedCount * 3 > each.index.count && each.deletedCount < each.index.count,
  )
  return hollow ? [hollow] : []
}
