import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, type Manifest } from '../schema.ts'
import { dropSegment } from '../sweep.ts'
import type { AnalysedRecords } from './analysed-records.ts'
import { ChunkWriter, streams } from './chunks.ts'
import type { FacetDictionary } from './facet-dictionary.ts'
import { SegmentBuilder } from './segment-builder.ts'
import { storeSegment } from './segment-parts.ts'
import { idIndexOf, type StoredSegment, setBit } from './stored-segment.ts'
import { mergeWhereDue, type SegmentSizes } from './tiers.ts'

/** A segment is also cut at this many bytes of records. */
const segmentBytes = 192 * 1024 * 1024

/** Builds segments from records, one after another; they are not yet visible. */
export class SegmentWriter {
  /** The segments stored so far. */
  added: StoredSegment[] = []
  private readonly db: DatabaseSync
  private readonly sizes: SegmentSizes
  private readonly manifest: Manifest
  private readonly facets: FacetDictionary
  private builder: SegmentBuilder
  /** Docs of the current segment that a later record has replaced. */
  private gone: number[] = []
  private hashes: Buffer[] = []
  private bytes = 0
  private inBatch = false

  constructor(db: DatabaseSync, sizes: SegmentSizes, manifest: Manifest, facets: FacetDictionary) {
    this.db = db
    this.sizes = sizes
    this.manifest = manifest
    this.facets = facets
    this.builder = this.newBuilder()
  }

  private newBuilder() {
    return new SegmentBuilder((facet, value) => this.facets.number(facet, value))
  }

  /** Call before storing a record: one transaction holds it and its segment. */
  begin() {
    if (this.inBatch) return
    this.db.exec('begin immediate')
    this.inBatch = true
  }

  /** Adds record number `at`; `bytes`: its size. Returns its number in the current segment. */
  add(records: AnalysedRecords, at: number, { row, digest, bytes }: { row: number; digest: Buffer; bytes: number }) {
    this.hashes.push(digest)
    this.bytes += bytes
    return this.builder.add(records, at, row)
  }

  forget(doc: number) {
    this.gone.push(doc)
  }

  get isFull(): boolean {
    return this.builder.count >= this.sizes.ofLoad || this.bytes >= segmentBytes
  }

  /** Stores the current segment, and merges if due. */
  flush() {
    if (!this.inBatch) return
    const built = this.builder.build()
    const { segment } = built
    const id = this.manifest.nextSegment++
    const hashes = new Uint8Array(Buffer.concat(this.hashes))
    for (const stream of streams) {
      const writer = new ChunkWriter(this.db, id, stream)
      writer.write(built[stream])
      writer.end()
    }
    storeSegment(this.db, id, segment, hashes)
    this.facets.storeNew(this.db, this.manifest)
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
    for (const doc of this.gone) setBit(stored, doc)
    this.added.push(stored)
    this.builder = this.newBuilder()
    this.gone = []
    this.hashes = []
    this.bytes = 0
    this.added = mergeWhereDue(this.db, this.manifest, this.added, this.sizes, (old) => {
      inTransaction(this.db, () => dropSegment(this.db, old.id))
    })
  }

  abandon() {
    if (this.inBatch) this.db.exec('rollback')
    this.inBatch = false
  }
}
