import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { expectedRecords } from '../check/expected-records.ts'
import { pagesOfRows } from '../check/row-pages.ts'
import { unlessDamaged } from '../check/sqlite-damage.ts'
import { copyChanges } from '../publication.ts'
import { completeTables, databaseFile, layoutOf } from '../schema.ts'
import { lastSegment, type RebuildOptions, type RebuildReport, rebuildIndex } from './rebuild.ts'

/** Whether the page structure is intact. In a damaged file, changing or freeing a page can destroy good ones. */
export function isSound(db: DatabaseSync): boolean {
  const found = unlessDamaged(() => db.prepare('pragma quick_check(1)').all() as { quick_check: string }[])
  return found?.[0]?.quick_check === 'ok'
}

/**
 * Rebuilds a file that SQLite can no longer change: copies the readable rows to a second file, indexes them there, then
 * writes its pages over the damaged ones in one durable transaction. Until that commits, readers see the old state. The
 * caller holds the write lock.
 */
export async function rebuildBeside(db: DatabaseSync, folder: string, options: RebuildOptions): Promise<RebuildReport> {
  const aside = join(folder, 'rebuilding.sqlite')
  const drop = () => rmSync(aside, { force: true })
  drop()
  const made = new DatabaseSync(aside)
  try {
    // Nothing is needed after a crash.
    made.exec(`pragma page_size = ${pageSize(db)}; pragma journal_mode = memory; pragma synchronous = off`)
    completeTables(made)
    let isDamaged = false
    const onDamage = () => {
      isDamaged = true
    }
    const insert = made.prepare('insert into record (row, document, marc, encoding) values (?, ?, ?, ?)')
    made.exec('begin')
    const expected = expectedRecords(db)
    insertManifest(made, db, expected.lastRow + 1)
    for (const page of pagesOfRows(db, expected.lastRow + 1, { onDamage }))
      for (const { row, document, marc, encoding } of page) insert.run(row, document ?? '', marc ?? '', encoding ?? '')
    copyChanges(db, made)
    made.exec('commit')
    const report = await rebuildIndex(made, { ...options, expected, rowsMayLack: isDamaged })
    await backup(made, databaseFile(folder), { rate: 10_000 })
    return report
  } finally {
    made.close()
    drop()
  }
}

const pageSize = (db: DatabaseSync) => (db.prepare('pragma page_size').get() as { page_size: number }).page_size

/** Numbers are never reused: readers of the old state would confuse new data with old. */
function insertManifest(made: DatabaseSync, db: DatabaseSync, nextRow: number) {
  const known =
    layoutOf(db) === undefined
      ? undefined
      : (db
          .prepare('select generation, next_segment as segment, next_facet_chunk as facetChunk from manifest')
          .get() as { generation: number; segment: number; facetChunk: number })
  const now = Math.floor(Date.now() / 1000)
  // Greater than any number of loads so far.
  const unseen = Math.floor(now / 60)
  made
    .prepare(
      'insert into manifest (one, layout, generation, next_row, next_segment, next_facet_chunk) values (1, 0, ?, ?, ?, ?)',
    )
    .run(
      known?.generation ?? now,
      nextRow,
      Math.max(known?.segment ?? unseen, (unlessDamaged(() => lastSegment(db)) ?? 0) + 1),
      known?.facetChunk ?? unseen,
    )
}
