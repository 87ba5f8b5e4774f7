import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type ChunkReader, openChunkReader } from './index/chunks.ts'
import { FacetDictionary } from './index/facet-dictionary.ts'
import { type Segment, type SegmentParts, segmentOf } from './index/segment.ts'
import { readParts } from './index/segment-parts.ts'
import { readLive } from './index/stored-segment.ts'

export type LiveSegment = {
  id: number
  segment: Segment
  /** One bit per deleted record. */
  deleted: Uint8Array | undefined
  live: number
}

/** The catalogue at one generation. */
export type Snapshot = { generation: number; records: number; segments: LiveSegment[]; facets: FacetDictionary }

/** Parts already read by some thread, by segment. */
export type SharedSegments = Map<number, SegmentParts>

/** Keeps the newest state in memory; announces each segment it reads, so that other threads need not read it again. */
export class SnapshotReader {
  readonly read: ChunkReader
  private readonly db: DatabaseSync
  /** Runs at every search. */
  private generationOf: StatementSync | undefined
  private readonly shared: SharedSegments
  private readonly announce: (id: number, parts: SegmentParts) => void
  /** Receives the segments of each new state: all others can be dropped. */
  private readonly isLive: (ids: number[]) => void
  private readonly loaded = new Map<number, Segment>()
  private current: Snapshot | undefined

  constructor(
    db: DatabaseSync,
    shared: SharedSegments,
    announce: (id: number, parts: SegmentParts) => void,
    isLive: (ids: number[]) => void,
  ) {
    this.isLive = isLive
    this.db = db
    this.read = openChunkReader(db)
    this.shared = shared
    this.announce = announce
  }

  /** Call within a transaction: the state and the postings read must match. */
  take(): Snapshot {
    this.generationOf ??= this.db.prepare('select generation from manifest')
    const { generation } = this.generationOf.get() as { generation: number }
    if (this.current?.generation === generation) return this.current
    const rows = readLive(this.db)
    const segments = rows.map(({ id, records, deleted, deletedCount }) => ({
      id,
      segment: this.segment(id, records),
      deleted: deletedCount > 0 ? deleted : undefined,
      live: records - deletedCount,
    }))
    for (const id of this.loaded.keys()) if (!rows.some((row) => row.id === id)) this.loaded.delete(id)
    for (const id of this.shared.keys()) if (!rows.some((row) => row.id === id)) this.shared.delete(id)
    this.isLive(rows.map((row) => row.id))
    const facets = this.current?.facets ?? new FacetDictionary()
    facets.readNew(this.db)
    this.current = { generation, segments, facets, records: segments.reduce((sum, each) => sum + each.live, 0) }
    return this.current
  }

  /** Another thread has read it: the two copies become one. */
  adopt(id: number, parts: SegmentParts) {
    this.shared.set(id, parts)
    if (!this.loaded.has(id)) return
    const segment = segmentOf(parts)
    this.loaded.set(id, segment)
    const live = this.current?.segments.find((each) => each.id === id)
    if (live) live.segment = segment
  }

  private segment(id: number, count: number): Segment {
    const known = this.loaded.get(id)
    if (known) return known
    let parts = this.shared.get(id)
    if (!parts) {
      parts = readParts(this.db, id, count)
      this.shared.set(id, parts)
      this.announce(id, parts)
    }
    const segment = segmentOf(parts)
    this.loaded.set(id, segment)
    return segment
  }
}

export const isDeleted = (deleted: Uint8Array, doc: number): boolean => (deleted[doc >>> 3]! & (1 << (doc & 7))) !== 0
