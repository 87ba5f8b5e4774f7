import type { DatabaseSync } from 'node:sqlite'
import { readParts, type Segment, segmentOf } from './segment.ts'

/** What a load needs of a segment, unless it is merged: which records it has. */
export type IdIndex = Pick<Segment, 'count' | 'ids' | 'idDocs' | 'idSlots' | 'rows'>
const idParts = ['ids.bytes', 'ids.starts', 'idDocs', 'idSlots', 'rows']

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
  /** Sixteen bytes for each record, by which a load sees that nothing has changed. */
  hashes: Uint8Array
  deleted: Uint8Array | undefined
  deletedCount: number
  /** Records were marked as gone since it was read. */
  changed: boolean
  /** Known to searches. */
  live: boolean
}

/** The segments of the present state, without what only searches need: a small load must not read everything. */
export function readStored(db: DatabaseSync): StoredSegment[] {
  const rows = db
    .prepare(
      `select s.id, s.deleted, s.deleted_count as deletedCount, h.bytes as hashes
       from segment s join segment_hash h on h.segment = s.id where s.live = 1 order by s.id`,
    )
    .all() as { id: number; deleted: Uint8Array | null; deletedCount: number; hashes: Uint8Array }[]
  return rows.map(({ id, deleted, deletedCount, hashes }) => {
    const parts = readParts(db, id, idParts)
    const words = (name: string) => new Uint32Array(parts[name]!)
    const rowNumbers = words('rows')
    const index = {
      count: rowNumbers.length,
      ids: { bytes: Buffer.from(parts['ids.bytes']!), starts: words('ids.starts') },
      idDocs: words('idDocs'),
      idSlots: words('idSlots'),
      rows: rowNumbers,
    }
    return { id, index, hashes, deleted: deleted ?? undefined, deletedCount, changed: false, live: true }
  })
}

export const wholeSegment = (db: DatabaseSync, { id }: StoredSegment): Segment => segmentOf(readParts(db, id))

export const isSet = (bits: Uint8Array | undefined, doc: number): boolean =>
  bits !== undefined && (bits[doc >>> 3]! & (1 << (doc & 7))) !== 0

export function setBit(stored: StoredSegment, doc: number) {
  stored.deleted ??= new Uint8Array((stored.index.count + 7) >>> 3)
  if (isSet(stored.deleted, doc)) return
  stored.deleted[doc >>> 3]! |= 1 << (doc & 7)
  stored.deletedCount++
  stored.changed = true
}
