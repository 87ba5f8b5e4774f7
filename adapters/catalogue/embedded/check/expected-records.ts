import type { DatabaseSync } from 'node:sqlite'
import { readParts } from '../index/segment-parts.ts'
import { isSet, readHashes, readLive } from '../index/stored-segment.ts'
import { lackingTable, layout, layoutOf, readManifest } from '../schema.ts'
import { IndexUnusable } from './index-unusable.ts'
import { isDamage, unlessDamaged } from './sqlite-damage.ts'

/** The rows that manifest and index expect, as far as they can be read. A row that differs was lost or changed. */
export type Expected = {
  /** Rows after this one belong to an unfinished load. Without manifest and index, every row counts. */
  lastRow: number
  /** Undefined if unknown. */
  records: number | undefined
  /** The digest of a row as it was loaded; undefined if unknown. */
  digestOf(row: number): Uint8Array | undefined
}

export function expectedRecords(db: DatabaseSync): Expected {
  const { segments, isWhole } = readableSegments(db)
  const live = segments.reduce((sum, { count, deletedCount }) => sum + count - deletedCount, 0)
  const hashed = segments.filter(({ hashes }) => hashes)
  const starts: number[] = []
  let next = 1
  // By row: the doc, numbered from 1 across all segments.
  const docs = new Uint32Array(Math.min(lastOf(hashed), unlessDamaged(() => lastIn(db)) ?? 0xffffffff) + 1)
  for (const { rows, deleted, count } of hashed) {
    starts.push(next)
    for (let doc = 0; doc < count; doc++) if (!isSet(deleted, doc)) docs[rows[doc]!] = next + doc
    next += count
  }
  return {
    lastRow: lastRowOf(db, segments, isWhole),
    records: layoutOf(db) === layout ? readManifest(db).records : isWhole ? live : undefined,
    digestOf: (row) => {
      const doc = docs[row]
      if (!doc) return undefined
      const index = starts.findLastIndex((start) => start <= doc)
      const at = (doc - starts[index]!) * 16
      return hashed[index]!.hashes!.subarray(at, at + 16)
    },
  }
}

function lastRowOf(db: DatabaseSync, segments: Listed[], isWhole: boolean): number {
  const known = [
    ...(layoutOf(db) === undefined
      ? []
      : [(db.prepare('select next_row as next from manifest').get() as { next: number }).next - 1]),
    ...(isWhole && segments.length > 0 ? [lastOf(segments)] : []),
  ]
  if (known.length > 0) return Math.max(...known)
  return lastIn(db)
}

const lastIn = (db: DatabaseSync) =>
  (db.prepare('select max(row) as last from record').get() as { last: number | null }).last ?? 0

type Listed = {
  count: number
  rows: Uint32Array
  hashes: Uint8Array | undefined
  deleted: Uint8Array | undefined
  deletedCount: number
}

const lastOf = (segments: Listed[]) =>
  segments.reduce((last, { rows }) => rows.reduce((most, row) => Math.max(most, row), last), 0)

/** Segments whose row list has a valid checksum. `isWhole`: all of them do. */
function readableSegments(db: DatabaseSync): { segments: Listed[]; isWhole: boolean } {
  const found = layoutOf(db)
  // Older layouts have no checksums. An aborted rebuild leaves layout 0 for a lost manifest.
  if (lackingTable(db) || (found !== undefined && found !== 0 && found < layout))
    return { segments: [], isWhole: false }
  const live = unlessUnusable(() => readLive(db))
  const segments = (live ?? []).flatMap(({ id, records: count, deleted, deletedCount }): Listed[] => {
    const rows = unlessUnusable(() => new Uint32Array(readParts(db, id, count, ['rows']).rows))
    return rows ? [{ count, rows, hashes: unlessUnusable(() => readHashes(db, id, count)), deleted, deletedCount }] : []
  })
  return { segments, isWhole: live !== undefined && segments.length === live.length }
}

/** Undefined if the index cannot be read; a column that an older layout lacks raises SQLITE_ERROR. */
function unlessUnusable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof IndexUnusable || isDamage(error) || (error as { errcode?: number }).errcode === 1)
      return undefined
    throw error
  }
}
