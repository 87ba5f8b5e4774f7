import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/document.ts'
import { digestOf } from '../record-digest.ts'
import { ChunkWriter } from './chunks.ts'
import { FacetDictionary } from './facet-dictionary.ts'
import { inTransaction, type Manifest, readManifest } from './schema.ts'
import { facetNames, storeSegment } from './segment.ts'
import { SegmentBuilder } from './segment-builder.ts'
import { idIndexOf, isSet, readStored, type StoredSegment, setBit } from './stored-segment.ts'
import { findHashed } from './string-table.ts'
import { dropSegment, sweep } from './sweep.ts'
import { mergeWhereDue, type SegmentSizes } from './tiers.ts'

/** A segment is also cut when it has so many bytes of records. */
const segmentBytes = 192 * 1024 * 1024

type Place = { segment: StoredSegment; doc: number }
type Pending = { doc: number; row: number; digest: Buffer }

/** One load or removal: invisible until `finish`, which switches to the new state in one durable transaction. */
export class WriteSession {
  private readonly db: DatabaseSync
  private readonly sizes: SegmentSizes
  private readonly manifest: Manifest
  private readonly facets = new FacetDictionary()
  private facetsStored: number[]
  /** What the catalogue had before, and what this session has added. */
  private readonly base: StoredSegment[]
  private added: StoredSegment[] = []
  private readonly deletedBefore: Map<number, number>
  private builder: SegmentBuilder
  private pending = new Map<string, Pending>()
  /** Docs of the segment being built that a later record of the same load has replaced. */
  private pendingGone: number[] = []
  private pendingHashes: Buffer[] = []
  private pendingBytes = 0
  private inBatch = false
  private readonly deadRows = new Set<number>()
  private readonly report: LoadReport = { loaded: 0, updated: 0, unchanged: 0 }
  /** How often this load has counted an id as updated, where it comes more than once. */
  private readonly revisions = new Map<string, number>()
  private readonly insertRecord: StatementSync
  private readonly deleteRecord: StatementSync

  constructor(db: DatabaseSync, sizes: SegmentSizes) {
    this.db = db
    this.sizes = sizes
    sweep(db)
    this.manifest = readManifest(db)
    this.facets.readNew(db)
    this.facetsStored = this.facets.values.map((values) => values.length)
    this.base = readStored(db)
    this.deletedBefore = new Map(this.base.map((each) => [each.id, each.deletedCount]))
    this.builder = this.newBuilder()
    this.insertRecord = db.prepare('insert into record values (?, ?, ?, ?)')
    this.deleteRecord = db.prepare('delete from record where row = ?')
  }

  private newBuilder() {
    return new SegmentBuilder((facet, value) => this.facets.number(facet, value))
  }

  write(json: string, marc: Uint8Array, encoding: string) {
    const document = JSON.parse(json) as BibliographicDocument
    const { id } = document
    const digest = digestOf(json, marc, encoding)
    const before = this.find(this.base, id, true)
    const unchanged = before !== undefined && digest.equals(hashAt(before))
    const earlier = this.pending.get(id)
    const added = earlier ? undefined : this.find(this.added, id, false)
    if (earlier || added) {
      if (digest.equals(earlier ? earlier.digest : hashAt(added!))) {
        this.report.unchanged++
        return
      }
      if (earlier) this.forget(id, earlier)
      else this.bury(added!)
      if (unchanged) {
        // The load has come back to what stood here before it.
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
    } else this.report.loaded++
    this.add(document, json, marc, encoding, digest)
  }

  /** Returns whether there was such a record. */
  remove(id: string): boolean {
    const place = this.find(this.base, id, true)
    if (!place || isSet(place.segment.deleted, place.doc)) return false
    this.bury(place)
    return true
  }

  private add(document: BibliographicDocument, json: string, marc: Uint8Array, encoding: string, digest: Buffer) {
    if (!this.inBatch) {
      this.db.exec('begin immediate')
      this.inBatch = true
    }
    const row = this.manifest.nextRow++
    this.insertRecord.run(row, json, marc, encoding)
    const doc = this.builder.add(document, row)
    this.pending.set(document.id, { doc, row, digest })
    this.pendingHashes.push(digest)
    this.pendingBytes += json.length + marc.length
    if (this.builder.count >= this.sizes.ofLoad || this.pendingBytes >= segmentBytes) this.flush()
  }

  private forget(id: string, { doc, row }: Pending) {
    this.pending.delete(id)
    this.pendingGone.push(doc)
    this.deleteRecord.run(row)
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

  /** The place of an id, or with `buried` the place that it had before this load replaced it. */
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
    if (!this.inBatch) return
    const { segment, postings, positions } = this.builder.build()
    const id = this.manifest.nextSegment++
    const hashes = new Uint8Array(Buffer.concat(this.pendingHashes))
    for (const [stream, bytes] of [
      ['postings', postings],
      ['positions', positions],
    ] as const) {
      const writer = new ChunkWriter(this.db, id, stream)
      writer.write(bytes)
      writer.flush()
    }
    storeSegment(this.db, id, segment, hashes)
    this.storeFacets()
    this.db.exec('commit')
    this.inBatch = false
    const stored: StoredSegment = {
      id,
      index: idIndexOf(segment),
      hashes,
      deleted: undefined,
      deletedCount: 0,
      changed: false,
      live: false,
    }
    for (const doc of this.pendingGone) setBit(stored, doc)
    this.added.push(stored)
    this.builder = this.newBuilder()
    this.pending = new Map()
    this.pendingGone = []
    this.pendingHashes = []
    this.pendingBytes = 0
    this.added = mergeWhereDue(this.db, this.manifest, this.added, this.sizes, (old) => {
      inTransaction(this.db, () => dropSegment(this.db, old.id))
    })
  }

  private storeFacets() {
    const insert = this.db.prepare('insert into facet_chunk values (?, ?, ?, ?)')
    this.facets.values.forEach((values, facet) => {
      const first = this.facetsStored[facet]!
      if (values.length === first) return
      insert.run(
        this.manifest.nextFacetChunk++,
        facetNames[facet]!,
        first,
        Buffer.from(JSON.stringify(values.slice(first))),
      )
      this.facetsStored[facet] = values.length
    })
  }

  /** Makes the new state the state: after a crash at any moment there is the old one or the new one. */
  finish(): LoadReport {
    this.flush()
    const nothingNew = this.added.every((each) => each.deletedCount === each.index.count)
    if (nothingNew && this.base.every((each) => each.deletedCount === this.deletedBefore.get(each.id))) {
      sweep(this.db)
      return this.report
    }
    const dropped: number[] = []
    const all = [...this.base, ...this.added]
    const live = mergeWhereDue(this.db, this.manifest, all, this.sizes, (old) => dropped.push(old.id))
    this.db.exec('pragma synchronous = full')
    inTransaction(this.db, () => {
      for (const row of this.deadRows) this.deleteRecord.run(row)
      for (const id of dropped) dropSegment(this.db, id)
      const update = this.db.prepare('update segment set live = 1, deleted = ?, deleted_count = ? where id = ?')
      for (const each of live) {
        if (each.deletedCount === each.index.count) dropSegment(this.db, each.id)
        else if (each.changed || !each.live) update.run(each.deleted ?? null, each.deletedCount, each.id)
      }
      const { nextRow, nextSegment, nextFacetChunk } = this.manifest
      this.db
        .prepare(
          'update manifest set generation = generation + 1, next_row = ?, next_segment = ?, next_facet_chunk = ?',
        )
        .run(nextRow, nextSegment, nextFacetChunk)
    })
    this.db.exec('pragma synchronous = normal')
    return this.report
  }

  abandon() {
    if (this.inBatch) this.db.exec('rollback')
    sweep(this.db)
  }
}

const hashAt = ({ segment, doc }: Place) => segment.hashes.subarray(doc * 16, doc * 16 + 16)
