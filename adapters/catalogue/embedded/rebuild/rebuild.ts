import type { DatabaseSync } from 'node:sqlite'
import { AnalysisThreads } from '../analysis-threads.ts'
import { type Expected, expectedRecords } from '../check/expected-records.ts'
import { refuseLosses } from '../check/row-damage.ts'
import { pagesOfRows } from '../check/row-pages.ts'
import { dropChunks, lastSegmentOfChunks } from '../index/chunks.ts'
import { FacetDictionary } from '../index/facet-dictionary.ts'
import { SegmentWriter } from '../index/segment-writer.ts'
import { showSegments } from '../index/stored-segment.ts'
import type { SegmentSizes } from '../index/tiers.ts'
import { lastChange, publishRest } from '../publication.ts'
import { findRows, lostOf } from '../rows.ts'
import { completeTables, inTransaction, layoutOf, perSegment, readManifest, saveManifest } from '../schema.ts'
import { sweep } from '../sweep.ts'
import { type PageOfRows, readPage, refreshPage } from './read-page.ts'

/**
 * `superseded`: rows with the number of a later one, left by an older program and now deleted. `leftOut`: unreadable
 * records.
 */
export type RebuildReport = { records: number; superseded: number; leftOut: number }

export type RebuildOptions = {
  sizes: SegmentSizes
  progress?(records: number, of: number): void
  /** Makes each document again from the record's MARC; otherwise documents stay as they are. */
  reread?: boolean
  /** Continues without unreadable records, and with those that differ from what was loaded. */
  withoutLost?: boolean
  /** For rows copied from a damaged file: the records it should have, and whether some rows could not be copied. */
  expected?: Expected
  rowsMayLack?: boolean
}

const goOn = 'To go on without them: npm run catalogue -- rebuild --without-lost'

/**
 * Rebuilds the whole index from the rows of records, whatever its state. Searches use the old state until one durable
 * transaction switches to the new one; an aborted rebuild leaves the old state and leftovers that the next load or rebuild deletes. The caller must hold the write lock.
 */
export async function rebuildIndex(
  db: DatabaseSync,
  {
    sizes,
    progress = () => {},
    reread = false,
    withoutLost = false,
    expected = expectedRecords(db),
    rowsMayLack,
  }: RebuildOptions,
): Promise<RebuildReport> {
  const found = findRows(db, expected.lastRow)
  const { rowOf, superseded, nameless } = found
  const lost = lostOf({ ...found, isDamaged: rowsMayLack ?? found.isDamaged }, expected)
  if (!withoutLost) refuseLosses({ lost, of: expected.records, damaged: [] }, goOn)
  inTransaction(db, () => {
    completeTables(db)
    repairManifest(db, Math.max(expected.lastRow, lastChange(db)) + 1)
    publishRest(db)
  })
  sweep(db)
  const manifest = readManifest(db)
  const firstSegment = manifest.nextSegment
  manifest.firstFacetChunk = manifest.nextFacetChunk
  const segments = new SegmentWriter(db, sizes, manifest, new FacetDictionary())
  const damaged: string[] = []
  const unreadable: number[] = []
  const outdated = new Set<number>()
  try {
    const of = rowOf.size + nameless.length
    let done = 0
    progress(done, of)
    const pages = pagesToRead(db, manifest.nextRow, { superseded, expected, reread })
    for await (const page of inThreads(
      pages,
      (given, thread) => thread?.call('readPage', [given]) ?? readPage(given),
    )) {
      damaged.push(...page.damaged)
      unreadable.push(...page.unreadable)
      page.read.forEach(({ row, bytes, isOutdated }, at) => {
        if (isOutdated) outdated.add(row)
        segments.begin()
        segments.add(page.analysed, at, {
          row,
          digest: Buffer.from(page.digests.subarray(at * 16, at * 16 + 16)),
          bytes,
        })
        if (segments.isFull) segments.flush()
        done++
      })
      progress(done, of)
    }
    if (!withoutLost) refuseLosses({ lost: 0, of: undefined, damaged }, goOn)
    segments.flush()
    manifest.records = done
  } catch (error) {
    segments.abandon()
    sweep(db)
    throw error
  }
  db.exec('pragma synchronous = full')
  db.exec('begin immediate')
  try {
    dropChunks(db, 0, firstSegment)
    for (const table of perSegment) db.prepare(`delete from ${table} where segment < ?`).run(firstSegment)
    db.prepare('delete from segment where id < ?').run(firstSegment)
    db.prepare('delete from facet_chunk where id < ?').run(manifest.firstFacetChunk)
    const drop = db.prepare('delete from record where row = ?')
    for (const row of [...superseded, ...unreadable]) drop.run(row)
    if (outdated.size > 0) await replaceDocuments(db, manifest.nextRow, outdated)
    showSegments(db, segments.added)
    saveManifest(db, manifest)
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
  db.exec('pragma synchronous = normal; pragma wal_checkpoint(passive)')
  return { records: manifest.records, superseded: superseded.size, leftOut: (lost ?? 0) + unreadable.length }
}

/** Without the rows that are left out. */
function* pagesToRead(
  db: DatabaseSync,
  nextRow: number,
  { superseded, expected, reread }: { superseded: Set<number>; expected: Expected; reread: boolean },
): Generator<PageOfRows> {
  for (const page of pagesOfRows(db, nextRow)) {
    const rows = page.filter(({ row }) => !superseded.has(row))
    yield { rows, loaded: rows.map(({ row }) => expected.digestOf(row)?.slice()), reread }
  }
}

/** Results for the pages, in their order; `read` asks as many threads as there are cores, in turn. */
async function* inThreads<Page, Read>(
  pages: Iterable<Page>,
  read: (page: Page, thread: ReturnType<AnalysisThreads['next']>) => Promise<Read> | Read,
): AsyncGenerator<Read> {
  const threads = new AnalysisThreads()
  const underWay: (Promise<Read> | Read)[] = []
  try {
    for (const page of pages) {
      underWay.push(read(page, threads.next()))
      if (underWay.length >= threads.atOnce) yield await underWay.shift()!
    }
    for (const page of underWay) yield await page
  } finally {
    await threads.end()
  }
}

/** Made a second time, rather than kept until the switch: together they may be larger than the memory. */
async function replaceDocuments(db: DatabaseSync, nextRow: number, outdated: Set<number>) {
  const replace = db.prepare('update record set document = ? where row = ?')
  function* pages() {
    for (const page of pagesOfRows(db, nextRow)) yield page.filter(({ row }) => outdated.has(row))
  }
  const refreshed = inThreads(pages(), (page, thread) => thread?.call('refreshPage', [page]) ?? refreshPage(page))
  for await (const page of refreshed) for (const { row, document } of page) replace.run(document, row)
}

/** Repairs a lost or outdated manifest; numbers once given are never reused. */
function repairManifest(db: DatabaseSync, nextRow: number) {
  if (layoutOf(db) === undefined)
    // A generation that no reader has seen.
    db.prepare(
      'insert or replace into manifest (one, layout, generation, next_row, next_segment, next_facet_chunk) values (1, 0, unixepoch(), ?, 1, 1)',
    ).run(nextRow)
  // Facet values beyond the manifest's stay invisible: an aborted rebuild left them, and no state includes them.
  db.prepare('update manifest set next_row = ?, next_segment = max(next_segment, ?)').run(nextRow, lastSegment(db) + 1)
}

const most = (db: DatabaseSync, column: string, table: string): number =>
  (db.prepare(`select max(${column}) as most from ${table}`).get() as { most: number | null }).most ?? 0

export const lastSegment = (db: DatabaseSync): number =>
  Math.max(lastSegmentOfChunks(db), most(db, 'id', 'segment'), ...perSegment.map((table) => most(db, 'segment', table)))
