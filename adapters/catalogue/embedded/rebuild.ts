import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { digestOf } from '../record-digest.ts'
import { dropChunks, lastSegmentOfChunks } from './chunks.ts'
import { FacetDictionary } from './facet-dictionary.ts'
import { documentOf, findRows, pagesOfRows } from './rows.ts'
import { completeTables, inTransaction, layoutOf, perSegment, readManifest, saveManifest } from './schema.ts'
import { SegmentWriter } from './segment-writer.ts'
import { showSegments } from './stored-segment.ts'
import { sweep } from './sweep.ts'
import type { SegmentSizes } from './tiers.ts'

/** `superseded`: rows that had the number of a later one, left by an older program; they are gone now. */
export type RebuildReport = { records: number; superseded: number }

/**
 * Builds the whole index again from the rows of records, whatever its state; documents stay as they are kept. Searches
 * go on in the old state until the new one takes its place, in one durable transaction; broken off, it leaves the old
 * state and something that the next load or rebuild sweeps away. Only for the holder of the write lock.
 */
export function rebuildIndex(
  db: DatabaseSync,
  sizes: SegmentSizes,
  progress: (records: number, of: number) => void,
): RebuildReport {
  inTransaction(db, () => {
    completeTables(db)
    mendManifest(db)
  })
  sweep(db)
  const manifest = readManifest(db)
  const firstSegment = manifest.nextSegment
  manifest.firstFacetChunk = manifest.nextFacetChunk
  const { rowOf, superseded } = findRows(db, manifest.nextRow - 1)
  manifest.records = rowOf.size
  const segments = new SegmentWriter(db, sizes, manifest, new FacetDictionary())
  try {
    let done = 0
    progress(done, manifest.records)
    for (const page of pagesOfRows(db, manifest.nextRow)) {
      for (const { row, document, marc, encoding } of page) {
        if (superseded.has(row)) continue
        segments.begin()
        segments.add(documentOf(row, document), row, digestOf(document, marc, encoding), document.length + marc.length)
        if (segments.isFull) segments.flush()
        done++
      }
      progress(done, manifest.records)
    }
    segments.flush()
  } catch (error) {
    segments.abandon()
    sweep(db)
    throw error
  }
  db.exec('pragma synchronous = full')
  inTransaction(db, () => {
    dropChunks(db, 0, firstSegment)
    for (const table of perSegment) db.prepare(`delete from ${table} where segment < ?`).run(firstSegment)
    db.prepare('delete from segment where id < ?').run(firstSegment)
    db.prepare('delete from facet_chunk where id < ?').run(manifest.firstFacetChunk)
    const drop = db.prepare('delete from record where row = ?')
    for (const row of superseded) drop.run(row)
    showSegments(db, segments.added)
    saveManifest(db, manifest)
  })
  db.exec('pragma synchronous = normal; pragma wal_checkpoint(passive)')
  return { records: manifest.records, superseded: superseded.size }
}

/** A manifest that is lost, or behind what is there, is made to fit: a number that was given once is not given again. */
function mendManifest(db: DatabaseSync) {
  const found = lastRowOfSegments(db)
  if (layoutOf(db) === undefined)
    // A generation that no reader has seen.
    db.prepare(
      'insert into manifest (one, layout, generation, next_row, next_segment, next_facet_chunk) values (1, 0, unixepoch(), ?, 1, 1)',
    ).run((found ?? most(db, 'row', 'record')) + 1)
  const { nextRow, nextSegment } = readManifest(db)
  // Facet values beyond the manifest's stay beyond it: those that a broken-off rebuild has left belong to no state.
  db.prepare('update manifest set next_row = ?, next_segment = ?').run(
    Math.max(nextRow, (found ?? 0) + 1),
    Math.max(nextSegment, lastSegment(db) + 1),
  )
}

const most = (db: DatabaseSync, column: string, table: string): number =>
  (db.prepare(`select max(${column}) as most from ${table}`).get() as { most: number | null }).most ?? 0

const lastSegment = (db: DatabaseSync) =>
  Math.max(lastSegmentOfChunks(db), most(db, 'id', 'segment'), ...perSegment.map((table) => most(db, 'segment', table)))

/** The last record that a search can find is no leftover. Undefined unless all segments say which ones they have. */
function lastRowOfSegments(db: DatabaseSync): number | undefined {
  const parts = db
    .prepare(
      `select p.bytes, p.sum from segment s left join segment_part p on p.segment = s.id and p.name = 'rows' where s.live = 1`,
    )
    .all() as { bytes: Uint8Array | null; sum: number | null }[]
  let last: number | undefined
  for (const { bytes, sum } of parts) {
    if (!bytes || crc32(bytes) !== sum) return undefined
    for (const row of new Uint32Array(Uint8Array.from(bytes).buffer)) last = Math.max(last ?? 0, row)
  }
  return last
}
