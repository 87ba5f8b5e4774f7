import type { DatabaseSync } from 'node:sqlite'
import { dropChunks } from './index/chunks.ts'
import { inTransaction, perSegment } from './schema.ts'

export function dropSegment(db: DatabaseSync, id: number) {
  dropChunks(db, id, id + 1)
  for (const table of perSegment) db.prepare(`delete from ${table} where segment = ?`).run(id)
  db.prepare('delete from segment where id = ?').run(id)
}

/** Deletes the leftovers of an unfinished load. The caller must hold the write lock. */
export function sweep(db: DatabaseSync) {
  if (!hasLeftovers(db)) return
  inTransaction(db, () => {
    const orphans = db.prepare('select id from segment where live = 0').all() as { id: number }[]
    for (const { id } of orphans) dropSegment(db, id)
    db.exec('delete from record where row >= (select next_row from manifest)')
    db.exec('delete from facet_chunk where id >= (select next_facet_chunk from manifest)')
  })
}

export function hasLeftovers(db: DatabaseSync): boolean {
  const found = db
    .prepare(
      `select exists(select 1 from segment where live = 0)
        or exists(select 1 from record where row >= (select next_row from manifest))
        or exists(select 1 from facet_chunk where id >= (select next_facet_chunk from manifest)) as found`,
    )
    .get() as { found: number }
  return found.found === 1
}
