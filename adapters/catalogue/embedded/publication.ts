import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChangeValues } from '#features/catalogue/facets.ts'
import { changeValuesOf } from '#features/catalogue/fields.ts'
import { documentIn } from './check/row-damage.ts'
import { unlessDamaged } from './check/sqlite-damage.ts'
import { completeTables, hasTable, inTransaction, type Manifest, openFile } from './schema.ts'

/**
 * A state becomes visible when its transaction ends. Until then readers answer from the former state, so the time of a
 * change is the next second.
 */
const nextSecond = 'unixepoch() + 1'

/** Collects the changes of one load or removal. */
export class Publication {
  private readonly db: DatabaseSync
  private readonly removed: { id: string; values: string }[] = []
  private readonly returned: string[] = []
  /** Undefined if no record was ever removed. */
  private readonly findRemoved: StatementSync | undefined

  constructor(db: DatabaseSync) {
    this.db = db
    const some = db.prepare('select 1 from removed limit 1').get()
    this.findRemoved = some && db.prepare('select 1 from removed where id = ?')
  }

  /** The catalogue did not have this record before. */
  add(id: string) {
    if (this.findRemoved?.get(id)) this.returned.push(id)
  }

  /** `row`: of the record. */
  remove(id: string, row: number) {
    const stored = this.db.prepare('select document from record where row = ?').get(row) as { document: string }
    const document = documentIn(stored?.document)
    this.removed.push({ id, values: JSON.stringify(document ? changeValuesOf(document) : {}) })
  }

  /** Call at the end of the transaction that makes the state visible. */
  save(manifest: Manifest) {
    const drop = this.db.prepare('delete from removed where id = ?')
    for (const id of this.returned) drop.run(id)
    const insert = this.db.prepare('insert into removed (row, id, change_values) values (?, ?, ?)')
    for (const { id, values } of this.removed) insert.run(manifest.nextRow++, id, values)
    this.db
      .prepare(`insert into publication select ?, max(coalesce(max(at), 0), ${nextSecond}) from publication`)
      .run(manifest.nextRow - 1)
  }
}

type RemovedRecord = { id: string; values: ChangeValues }

/** Lists records as removed, for a catalogue that is being restored. */
export function restoreRemoved(folder: string, removed: RemovedRecord[]) {
  const db = openFile(folder)
  try {
    inTransaction(db, () => {
      const insert = db.prepare(
        'insert or ignore into removed (row, id, change_values) select next_row, ?, ? from manifest',
      )
      const next = db.prepare('update manifest set next_row = next_row + 1')
      for (const { id, values } of removed) if (insert.run(id, JSON.stringify(values)).changes > 0) next.run()
    })
  } finally {
    db.close()
  }
}

/** Records whose time is unknown count as changed now. */
export function publishRest(db: DatabaseSync) {
  db.exec(
    `insert into publication select next_row - 1, max(coalesce((select max(at) from publication), 0), ${nextSecond})
       from manifest where next_row - 1 > coalesce((select max(last_row) from publication), 0)`,
  )
}

/** All records and removals count as changed now: a restored catalogue replaces another. */
export function publishAgain(db: DatabaseSync) {
  db.exec('delete from publication')
  publishRest(db)
}

/** Gives a file of a former program the list of changes. */
export function completeChanges(folder: string) {
  const db = openFile(folder)
  try {
    if (hasTable(db, 'publication')) return
    inTransaction(db, () => {
      completeTables(db)
      publishRest(db)
    })
  } finally {
    db.close()
  }
}

/** The highest row that a change has taken. */
export function lastChange(db: DatabaseSync): number {
  const last = (column: string, table: string) =>
    (
      unlessDamaged(() => db.prepare(`select max(${column}) as last from ${table}`).get()) as
        | { last: number | null }
        | undefined
    )?.last ?? 0
  return Math.max(last('row', 'removed'), last('last_row', 'publication'))
}

/** Copies the readable part of the list. */
export function copyChanges(from: DatabaseSync, to: DatabaseSync) {
  if (!hasTable(from, 'publication') || !hasTable(from, 'removed')) return
  const insertRemoved = to.prepare('insert or ignore into removed (row, id, change_values) values (?, ?, ?)')
  const insertTime = to.prepare('insert into publication (last_row, at) values (?, ?)')
  type Removed = { row: number; id: string; change_values: string }
  unlessDamaged(() => {
    for (const each of from.prepare('select * from removed').iterate() as Iterable<Removed>)
      insertRemoved.run(each.row, each.id, each.change_values)
  })
  const times = unlessDamaged(() => from.prepare('select last_row as last, at from publication').all()) as
    | { last: number; at: number }[]
    | undefined
  for (const { last, at } of times ?? []) insertTime.run(last, at)
}
