import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { type RecordRow, recordOfRow } from '../packed-records.ts'
import { compareIds } from './ids-in-order.ts'
import { layoutOf, openFile } from './schema.ts'

/** Milliseconds after which others may do something. */
const turnMs = 8

/** Rows behind this one belong to a load that has not ended. Without a manifest nothing tells, and all count. */
export function lastRow(db: DatabaseSync): number {
  if (layoutOf(db) === undefined) return Number.MAX_SAFE_INTEGER
  return (db.prepare('select next_row as next from manifest').get() as { next: number }).next - 1
}

/** A document is written with its id first, which spares reading the rest of it. */
const idFirst = /^\{"id":("(?:[^"\\]|\\.)*")/

export function documentOf(row: number, json: string): CatalogueRecord['document'] {
  try {
    return JSON.parse(json)
  } catch {
    throw new Error(`The record in row ${row} cannot be read. Restore a backup: npm run admin -- restore.`)
  }
}

/**
 * Where the records are: the row of each id. Of rows with the same id, which an older program has left, the last one
 * counts; the others are `superseded`.
 */
export function findRows(db: DatabaseSync, upTo: number): { rowOf: Map<string, number>; superseded: Set<number> } {
  const beginnings = db.prepare(
    'select row, substr(document, 1, 100) as beginning from record where row <= ? order by row',
  )
  const whole = db.prepare('select document from record where row = ?')
  const rowOf = new Map<string, number>()
  const superseded = new Set<number>()
  for (const { row, beginning } of beginnings.iterate(upTo) as Iterable<{ row: number; beginning: string }>) {
    const found = idFirst.exec(beginning)
    const id: string = found ? JSON.parse(found[1]!) : JSON.parse((whole.get(row) as { document: string }).document).id
    const before = rowOf.get(id)
    if (before !== undefined) superseded.add(before)
    rowOf.set(id, row)
  }
  return { rowOf, superseded }
}

const perPage = 500

/** Page by page, so that the log of the file need not keep everything that is written meanwhile. */
export function* pagesOfRows(db: DatabaseSync, nextRow: number): Generator<(RecordRow & { row: number })[]> {
  const page = db.prepare(
    `select row, document, marc, encoding from record where row > ? and row < ? order by row limit ${perPage}`,
  )
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = page.all(after, nextRow) as (RecordRow & { row: number })[]
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.row
  }
}

/** Every record of the file as it was at the first reading, in the order of their loading. */
export function readEveryRecord(folder: string): AsyncGenerator<CatalogueRecord> {
  return readRows(folder, (db) =>
    db.prepare('select document, marc, encoding from record where row <= ? order by row').iterate(lastRow(db)),
  )
}

/** Every record in the order of its number, as an export has them. The index is not asked. */
export function readRecordsByNumber(folder: string): AsyncGenerator<CatalogueRecord> {
  return readRows(folder, function* (db) {
    const { rowOf } = findRows(db, lastRow(db))
    const one = db.prepare('select document, marc, encoding from record where row = ?')
    for (const id of [...rowOf.keys()].sort(compareIds)) yield one.get(rowOf.get(id)!)
  })
}

async function* readRows(
  folder: string,
  rowsOf: (db: DatabaseSync) => Iterable<unknown>,
): AsyncGenerator<CatalogueRecord> {
  const db = openFile(folder)
  try {
    db.exec('begin')
    let turn = performance.now()
    for (const row of rowsOf(db) as Iterable<RecordRow>) {
      yield recordOfRow(row)
      if (performance.now() - turn < turnMs) continue
      await setImmediate()
      turn = performance.now()
    }
  } finally {
    db.close()
  }
}
