import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import { type AnalysedBatch, marcOf } from './analysed-batch.ts'
import { FacetDictionary } from './index/facet-dictionary.ts'
import { SegmentWriter } from './index/segment-writer.ts'
import { isSet, readStored, type StoredSegment, setBit, showSegments } from './index/stored-segment.ts'
import { findHashed } from './index/string-table.ts'
import { mergeWhereDue, type SegmentSizes } from './index/tiers.ts'
import { Publication } from './publication.ts'
import { inTransaction, type Manifest, readManifest, saveManifest } from './schema.ts'
import { dropSegment, sweep } from './sweep.ts'

type Place = { segment: StoredSegment; doc: number }
type Pending = { doc: number; row: number; digest: Buffer }

/** One load or removal: invisible until `finish`, which switches to the new state in one durable transaction. */
export class WriteSession {
  private readonly db: DatabaseSync
  private readonly sizes: SegmentSizes
  private readonly manifest: Manifest
  /** The existing segments, and those that this session adds. */
  private readonly base: StoredSegment[]
  private readonly segments: SegmentWriter
  private readonly deletedBefore: Map<number, number>
  /** Records of the current segment. */
  private pending = new Map<string, Pending>()
  private readonly deadRows = new Set<number>()
  private readonly report: LoadReport = { loaded: 0, updated: 0, unchanged: 0 }
  /** How often this load has counted a repeated id as updated. */
  private readonly revisions = new Map<string, number>()
  private readonly publication: Publication
  private readonly insertRecord: StatementSync
  private readonly deleteRecord: StatementSync

  constructor(db: DatabaseSync, sizes: SegmentSizes) {
    this.db = db
    this.sizes = sizes
    sweep(db)
    this.manifest = readManifest(db)
    const facets = new FacetDictionary()
    facets.readNew(db)
    this.base = readStored(db)
    this.deletedBefore = new Map(this.base.map((each) => [each.id, each.deletedCount]))
    this.segments = new SegmentWriter(db, sizes, this.manifest, facets)
    this.publication = new Publication(db)
    this.insertRecord = db.prepare('insert into record values (?, ?, ?, ?)')
    this.deleteRecord = db.prepare('delete from record where row = ?')
  }

  write(batch: AnalysedBatch) {
    for (let at = 0; at < batch.documents.length; at++) this.writeOne(batch, at)
  }

  private writeOne(batch: AnalysedBatch, at: number) {
    const id = batch.analysed.ids[at]!
    const digest = Buffer.from(batch.digests.buffer, batch.digests.byteOffset + at * 16, 16)
    const before = this.find(this.base, id, true)
    const unchanged = before !== undefined && digest.equals(hashAt(before))
    const earlier = this.pending.get(id)
    const added = earlier ? undefined : this.find(this.segments.added, id, false)
    if (earlier || added) {
      if (digest.equals(earlier ? earlier.digest : hashAt(added!))) {
        this.report.unchanged++
        return
      }
      if (earlier) this.forget(id, earlier)
      else this.bury(added!)
      if (unchanged) {
        // The load has restored the version from before it.
        this.revive(before)
        const counted = this.revisions.get(id) ?? 1
        this.report.updated -= counted
        this.report.unchanged += counted + 1
        this.revisions.delete(id)
        return
      }
      this.revisions.set(id, (this.revisions.get(id) ?? (before ? 1 : 0)) + 1)
      this.report.updated++
    } else if (unchanged && !isSet(before.segment.deleted, before.doc)) {
      this.report.unchanged++
      return
    } else if (before && !isSet(before.segment.deleted, before.doc)) {
      this.bury(before)
      this.report.updated++
    } else {
      this.report.loaded++
      this.publication.add(id)
    }
    this.add(batch, at, digest)
  }

  /** Returns whether the record existed. */
  remove(id: string): boolean {
    const place = this.find(this.base, id, true)
    if (!place || isSet(place.segment.deleted, place.doc)) return false
    this.bury(place)
    this.publication.remove(id, place.segment.index.rows[place.doc]!)
    return true
  }

  private add(batch: AnalysedBatch, at: number, digest: Buffer) {
    this.segments.begin()
    const row = this.manifest.nextRow++
    const json = batch.documents[at]!
    const marc = marcOf(batch, at)
    this.insertRecord.run(row, json, marc, batch.encodings[at]!)
    this.manifest.records++
    const doc = this.segments.add(batch.analysed, at, { row, digest, bytes: json.length + marc.length })
    this.pending.set(batch.analysed.ids[at]!, { doc, row, digest })
    if (this.segments.isFull) this.flush()
  }

  private forget(id: string, { doc, row }: Pending) {
    this.pending.delete(id)
    this.segments.forget(doc)
    this.dropRecord(row)
  }

  private dropRecord(row: number) {
    this.deleteRecord.run(row)
    this.manifest.records--
  }

  private bury({ segment, doc }: Place) {
    setBit(segment, doc)
    this.deadRows.add(segment.index.rows[doc]!)
  }

  private revive({ segment, doc }: Place) {
    segment.deleted![doc >>> 3]! &= ~(1 << (doc & 7))
    segment.deletedCount--
    segment.changed = true
    this.deadRows.delete(segment.index.rows[doc]!)
  }

  /** The place of an id, or with `buried` its place before this load replaced it. */
  private find(segments: StoredSegment[], id: string, buried: boolean): Place | undefined {
    let dead: Place | undefined
    for (const segment of segments) {
      const place = findHashed(segment.index.ids, segment.index.idSlots, id)
      if (place < 0) continue
      const found = { segment, doc: segment.index.idDocs[place]! }
      if (!isSet(segment.deleted, found.doc)) return found
      if (buried && this.deadRows.has(segment.index.rows[found.doc]!)) dead = found
    }
    return dead
  }

  private flush() {
    this.segments.flush()
    this.pending = new Map()
  }

  /** Commits the new state: after a crash at any moment there is the old one or the new one. */
  finish(): LoadReport {
    this.flush()
    const { added } = this.segments
    const nothingNew = added.every((each) => each.deletedCount === each.index.count)
    if (nothingNew && this.base.every((each) => each.deletedCount === this.deletedBefore.get(each.id))) {
      sweep(this.db)
      return this.report
    }
    const dropped: number[] = []
    const all = [...this.base, ...added]
    const live = mergeWhereDue(this.db, this.manifest, all, this.sizes, (old) => dropped.push(old.id))
    this.db.exec('pragma synchronous = full')
    inTransaction(this.db, () => {
      for (const row of this.deadRows) this.dropRecord(row)
      for (const id of dropped) dropSegment(this.db, id)
      const isEmpty = (each: StoredSegment) => each.deletedCount === each.index.count
      for (const each of live.filter(isEmpty)) dropSegment(this.db, each.id)
      showSegments(this.db, live)
      this.publication.save(this.manifest)
      saveManifest(this.db, this.manifest)
    })
    this.db.exec('pragma synchronous = normal')
    return this.report
  }

  abandon() {
    this.segments.abandon()
    sweep(this.db)
  }
}

const hashAt = ({ segment, doc }: Place) => segment.hashes.subarray(doc * 16, doc * 16 + 16)
