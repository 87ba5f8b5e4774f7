import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { type RecordRow, recordOfRow } from '../packed-records.ts'
import { type Expected, expectedRecords } from './check/expected-records.ts'
import { documentIn, type Losses, lostSentence, nameOf, numberIn, refuseLosses } from './check/row-damage.ts'
import { pagesOfRows } from './check/row-pages.ts'
import { CatalogueDamaged, isDamage, unlessDamaged } from './check/sqlite-damage.ts'
import { compareIds } from './index/ids-in-order.ts'
import { fileDamaged, openFile } from './schema.ts'

/** Work for this long, then yield, ms. */
const turnMs = 8

/** A document is written with its id first, so the rest need not be parsed. */
const idFirst = /^\{"id":("(?:[^"\\]|\\.)*")/

type Row = RecordRow & { row: number }
type WithoutDocument = Omit<Row, 'document'>

/** Rows in one query. */
const perRead = 200

export const withoutLostAdvice = 'To go on without them: npm run catalogue -- export --without-lost'

export type FoundRows = {
  rowOf: Map<string, number>
  /** Rows with the id of a later one, left by older programs. */
  superseded: Set<number>
  /** Rows whose document lacks an id. */
  nameless: number[]
  /** Rows may be missing: some pages cannot be read. */
  isDamaged: boolean
}

/** A column for `idReader`. */
export const beginningColumn = 'substr(document, 1, 100) as beginning'

/** Reads a record's id from the beginning of its document. Undefined if the document lacks one. */
export function idReader(db: DatabaseSync) {
  const whole = db.prepare('select document from record where row = ?')
  return (row: number, beginning: unknown): string | undefined => {
    const [, first] = idFirst.exec(String(beginning)) ?? []
    if (first && !first.includes('\\')) return first.slice(1, -1)
    if (first) return documentIn(`{"id":${first}}`)?.id
    const read = unlessDamaged(() => whole.get(row)) as { document: string } | undefined
    return documentIn(read?.document)?.id
  }
}

/** Finds the row of each record. */
export function findRows(db: DatabaseSync, upTo: number): FoundRows {
  const idOf = idReader(db)
  const found: FoundRows = { rowOf: new Map(), superseded: new Set(), nameless: [], isDamaged: false }
  const onDamage = () => {
    found.isDamaged = true
  }
  for (const page of pagesOfRows<{ beginning: unknown }>(db, upTo + 1, { columns: beginningColumn, onDamage }))
    for (const { row, beginning } of page) {
      const id = idOf(row, beginning)
      if (id === undefined) {
        found.nameless.push(row)
        continue
      }
      const before = found.rowOf.get(id)
      if (before !== undefined) found.superseded.add(before)
      found.rowOf.set(id, row)
    }
  return found
}

/** How many expected records have no row. Undefined: some, but the number is unknown. */
export function lostOf({ rowOf, nameless, isDamaged }: FoundRows, { records }: Expected): number | undefined {
  if (records === undefined) return isDamaged ? undefined : 0
  return Math.max(0, records - rowOf.size - nameless.length)
}

const perCount = 20_000

/**
 * How many records have lost their row, by counting rows without reading them. Undefined if the result is no longer
 * wanted.
 */
export function countLost(folder: string, isCandidate: () => boolean): Pick<Losses, 'lost' | 'of'> | undefined {
  const db = openFile(folder)
  try {
    db.exec('begin')
    const { records, lastRow: last } = expectedRecords(db)
    const some = db.prepare('select count(*) as count from record where row >= ? and row < ?')
    let counted = 0
    for (let from = 0; from <= last; from += perCount) {
      if (!isCandidate()) return undefined
      const found = unlessDamaged(() => some.get(from, Math.min(from + perCount, last + 1)) as { count: number })
      if (!found) return { lost: undefined, of: records }
      counted += found.count
    }
    return { lost: Math.max(0, (records ?? 0) - counted), of: records }
  } finally {
    db.close()
  }
}

const recordOf = (row: Row): CatalogueRecord =>
  recordOfRow(row, (text) => {
    const document = documentIn(text)
    if (!document) throw new CatalogueDamaged(`${nameOf(row)}: its document cannot be read`)
    return document
  })

/**
 * Every record of the file as of the first read, in load order. Throws at the end if some are lost: an incomplete copy
 * is no copy.
 */
export function readEveryRecord(folder: string): AsyncGenerator<CatalogueRecord> {
  return readRows(folder, function* (db) {
    const expected = expectedRecords(db)
    let count = 0
    let isDamaged = false
    const onDamage = () => {
      isDamaged = true
    }
    for (const page of pagesOfRows(db, expected.lastRow + 1, { onDamage })) {
      count += page.length
      yield* page
    }
    const lost = expected.records === undefined ? (isDamaged ? undefined : 0) : Math.max(0, expected.records - count)
    refuseLosses({ lost, of: expected.records, damaged: [] })
  })
}

export type ReadOptions = {
  /** Skips and reports unreadable records. */
  withoutLost?: boolean
  onLost?(sentence: string): void
}

/**
 * Every record in order of its number, for exports. Does not use the index. Documents can be read until the end only.
 */
export function readRecordsByNumber(folder: string, options: ReadOptions = {}): AsyncGenerator<CatalogueRecord> {
  return readRows(folder, (db) => rowsByNumber(db, options))
}

function* rowsByNumber(db: DatabaseSync, { withoutLost = false, onLost }: ReadOptions): Generator<Row> {
  const expected = expectedRecords(db)
  const found = findRows(db, expected.lastRow)
  const losses = { lost: lostOf(found, expected), of: expected.records, damaged: [] }
  if (!withoutLost) refuseLosses(losses, withoutLostAdvice)
  else if (losses.lost !== 0) onLost?.(lostSentence(losses))
  const one = db.prepare('select row, marc, encoding from record where row = ?')
  const several = db.prepare('select row, marc, encoding from record where row between ? and ?')
  const documentOf = db.prepare('select document from record where row = ?')
  const marcOf = db.prepare('select marc from record where row = ?')
  const numberOf = (row: number) =>
    numberIn((unlessDamaged(() => marcOf.get(row)) as { marc: Uint8Array } | undefined)?.marc) ?? ''
  const rows = [...found.rowOf, ...found.nameless.map((row): [string, number] => [numberOf(row), row])]
  rows.sort(([a], [b]) => compareIds(a, b))
  for (let from = 0; from < rows.length; from += perRead) {
    const next = rows.slice(from, from + perRead)
    const together = readTogether(next)
    for (const [id, row] of next) {
      const read = together?.get(row) ?? (unlessDamaged(() => one.get(row)) as WithoutDocument | undefined)
      if (read?.marc instanceof Uint8Array) {
        yield {
          ...read,
          // Few records need it, and decoding its text takes longer than reading the bytes.
          get document() {
            return (unlessDamaged(() => documentOf.get(row)) as { document: string } | undefined)?.document ?? ''
          },
        }
        continue
      }
      const sentence = `${id === '' ? `The record in row ${row}` : `Record ${id} (row ${row})`}: it cannot be read`
      if (!withoutLost) refuseLosses({ lost: 0, of: undefined, damaged: [sentence] }, withoutLostAdvice)
      onLost?.(sentence)
    }
  }

  /** Most are in the order of their numbers, where one query for all takes less than half the time. */
  function readTogether(wanted: [id: string, row: number][]): Map<number, WithoutDocument> | undefined {
    const [first, last] = [wanted[0]![1], wanted.at(-1)![1]]
    if (last < first || last - first > 2 * wanted.length) return undefined
    const found = unlessDamaged(() => several.all(first, last) as WithoutDocument[])
    return found && new Map(found.map((each) => [each.row, each]))
  }
}

async function* readRows(folder: string, rowsOf: (db: DatabaseSync) => Iterable<Row>): AsyncGenerator<CatalogueRecord> {
  const db = openFile(folder)
  try {
    db.exec('begin')
    let turn = performance.now()
    for (const row of rowsOf(db)) {
      yield recordOf(row)
      if (performance.now() - turn < turnMs) continue
      await setImmediate()
      turn = performance.now()
    }
  } catch (error) {
    throw isDamage(error) ? fileDamaged(folder, (error as Error).message) : error
  } finally {
    db.close()
  }
}
