import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { IndexUnusable } from '../check/index-unusable.ts'
import { loadPartNames, type Segment, segmentOf } from './segment.ts'
import { readParts } from './segment-parts.ts'

/** The part of a segment that tells which records it has; a load needs no more unless it merges. */
export type IdIndex = Pick<Segment, 'count' | 'ids' | 'idDocs' | 'idSlots' | 'rows'>

export const idIndexOf = ({ count, ids, idDocs, idSlots, rows }: Segment): IdIndex => ({
  count,
  ids,
  idDocs,
  idSlots,
  rows,
})

/** A segment as the writing thread knows it. */
export type StoredSegment = {
  id: number
  index: IdIndex
  /** Sixteen bytes per record, by which a load recognises an unchanged record. */
  hashes: Uint8Array
  deleted: Uint8Array | undefined
  deletedCount: number
  /** Records were marked deleted since it was read. */
  changed: boolean
  /** Visible to searches. */
  live: boolean
}

type LiveRow = { id: number; records: number; deleted: Uint8Array | undefined; deletedCount: number }

/** The segments of the current state, without their contents. */
export function readLive(db: DatabaseSync): LiveRow[] {
  const rows = db
    .prepare('select id, records, deleted, deleted_count as deletedCount from segment where live = 1 order by id')
    .all() as (Omit<LiveRow, 'deleted'> & { deleted: Uint8Array | null })[]
  return rows.map(({ deleted, ...row }) => {
    if (
      deleted ? deleted.length !== (row.records + 7) >>> 3 || setBits(deleted) !== row.deletedCount : row.deletedCount
    )
      throw new IndexUnusable(`Segment ${row.id} has other marks of deletion than it counts`)
    return { ...row, deleted: deleted ?? undefined }
  })
}

function setBits(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Without the parts that only searches need: a small load must not read everything. */
export const readStored = (db: DatabaseSync): StoredSegment[] =>
  readLive(db).map(({ id, records, deleted, deletedCount }) => {
    const index = segmentOf<IdIndex>(readParts(db, id, records, loadPartNames))
    return { id, index, hashes: readHashes(db, id, records), deleted, deletedCount, changed: false, live: true }
  })

export function readHashes(db: DatabaseSync, id: number, count: number): Uint8Array {
  const stored = db.prepare('select bytes, sum from segment_hash where segment = ?').get(id) as
    | { bytes: Uint8Array | null; sum: number | null }
    | undefined
  if (stored?.bytes?.length === count * 16 && crc32(stored.bytes) === stored.sum) return stored.bytes
  throw new IndexUnusable(`Segment ${id} ${stored ? 'has other hashes than were written' : 'lacks its hashes'}`)
}

/** Makes the segments visible to searches in the state being written. */
export function showSegments(db: DatabaseSync, segments: StoredSegment[]) {
  const update = db.prepare('update segment set live = 1, deleted = ?, deleted_count = ? where id = ?')
  for (const each of segments)
    if (each.changed || !each.live) update.run(each.deleted ?? null, each.deletedCount, each.id)
}

export const wholeSegment = (db: DatabaseSync, { id, index }: StoredSegment): Segment =>
  segmentOf(readParts(db, id, index.count))

export const isSet = (bits: Uint8Array | undefined, doc: number): boolean =>
  bits !== undefined && (bits[doc >>> 3]! & (1 << (doc & 7))) !== 0

export function setBit(stored: StoredSegment, doc: number) {
  stored.deleted ??= new Uint8Array((stored.index.count + 7) >>> 3)
  if (isSet(stored.deleted, doc)) return
  stored.deleted[doc >>> 3]! |= 1 << (doc & 7)
  stored.deletedCount++
  stored.changed = true
}
