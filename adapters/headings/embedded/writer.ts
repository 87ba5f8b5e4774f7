import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { authorities } from '#features/catalogue/headings/server/heading-query.ts'
import {
  HeadingsBusy,
  type HeadingsReport,
  type LoadedHeading,
} from '#features/catalogue/headings/server/headings-port.ts'
import { referenceKinds } from '#marc/crosswalk/heading-document.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { linkAll } from './links.ts'
import { openHeadingsFile } from './schema.ts'
import { keyOf, letterOf, schemeOf, wordsOf } from './stored-heading.ts'

export const busySentence = 'Another load of the authority files is running. Please try again when it has finished.'

/** How long to wait for a change that is about to end. */
const usualLockMs = 1_500
/** Headings per turn, after which the writer yields. */
const perTurn = 200

/** Atomic: one transaction. */
export async function writeHeadings(
  folder: string,
  headings: AsyncIterable<LoadedHeading> | Iterable<LoadedHeading>,
  lockMs = usualLockMs,
): Promise<HeadingsReport> {
  return inTransaction(folder, lockMs, async (db) => {
    const report = { loaded: 0, updated: 0, unchanged: 0 }
    const put = openPut(db)
    let count = 0
    for await (const heading of headings) {
      report[put(heading)]++
      if (++count % perTurn === 0) await setImmediate()
    }
    return { result: report, changed: report.loaded + report.updated > 0 }
  })
}

export async function removeHeadings(folder: string, ids: string[], lockMs = usualLockMs): Promise<number> {
  return inTransaction(folder, lockMs, async (db) => {
    const rowOf = db.prepare('select row from heading where id = ?')
    const forget = openForget(db)
    const rows = [...new Set(ids)].flatMap((id) => (rowOf.get(id) as { row: number } | undefined)?.row ?? [])
    for (const row of rows) forget(row)
    return { result: rows.length, changed: rows.length > 0 }
  })
}

async function inTransaction<T>(
  folder: string,
  lockMs: number,
  change: (db: DatabaseSync) => Promise<{ result: T; changed: boolean }>,
): Promise<T> {
  const db = openHeadingsFile(folder, lockMs)
  try {
    begin(db)
    const { result, changed } = await change(db)
    if (changed) {
      linkAll(db)
      db.exec('update manifest set generation = generation + 1')
    }
    db.exec('commit')
    return result
  } finally {
    // Closing rolls back what was not committed.
    db.close()
  }
}

function begin(db: DatabaseSync) {
  try {
    db.exec('begin immediate')
  } catch (error) {
    throw (error as { errcode?: number }).errcode === 5 ? new HeadingsBusy(busySentence) : error
  }
}

/** Deletes a heading by its row. */
export function openForget(db: DatabaseSync) {
  const all = ['heading', 'reference', 'entry', 'marc'].map((table) => db.prepare(`delete from ${table} where row = ?`))
  return (row: number) => {
    for (const each of all) each.run(row)
  }
}

/** Adds or replaces a heading, in a new row or the given one. */
export function openPut(db: DatabaseSync) {
  const find = db.prepare('select row, document from heading where id = ?')
  const insert = db.prepare(
    'insert into heading (row, id, number, scheme, key, text, sort, authority, words, document) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const refer = db.prepare('insert into reference values (?, ?, ?, ?)')
  const enter = db.prepare('insert or ignore into entry values (?, ?, ?, ?)')
  const forget = openForget(db)
  const keepMarc = openKeepMarc(db)
  return ({ marc, ...heading }: LoadedHeading, place: number | null = null): keyof HeadingsReport => {
    const document = JSON.stringify(heading)
    const known = find.get(heading.recordId) as { row: number; document: string } | undefined
    if (known?.document === document) return keepMarc(known.row, marc) ? 'updated' : 'unchanged'
    if (known) forget(known.row)
    const { recordId, headingSort } = heading
    const row = insert.run(
      place,
      recordId,
      recordId.replace(/\s+/g, ''),
      schemeOf(heading),
      keyOf(heading.heading),
      heading.heading,
      headingSort,
      authorities.findIndex((authority) => heading[authority]),
      wordsOf(heading),
      document,
    ).lastInsertRowid as number
    keepMarc(row, marc)
    referenceKinds.forEach((kind, number) => {
      for (const { heading: named, number: link } of heading[kind]) refer.run(row, number, keyOf(named), link)
    })
    if (heading.isSubject) {
      enter.run(letterOf(headingSort), headingSort, '', row)
      for (const variant of heading.variants) {
        const sort = sortKey(variant)
        enter.run(letterOf(sort), sort, variant, row)
      }
    }
    return known ? 'updated' : 'loaded'
  }
}

/** Returns whether it differs from the stored record. */
function openKeepMarc(db: DatabaseSync) {
  const find = db.prepare('select bytes from marc where row = ?')
  const put = db.prepare('insert or replace into marc values (?, ?)')
  const drop = db.prepare('delete from marc where row = ?')
  return (row: number, marc: Uint8Array | undefined): boolean => {
    const known = find.get(row) as { bytes: Uint8Array } | undefined
    if (known && marc ? Buffer.compare(known.bytes, marc) === 0 : !known && !marc) return false
    if (marc) put.run(row, marc)
    else drop.run(row)
    return true
  }
}
