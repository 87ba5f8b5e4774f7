import type { DatabaseSync } from 'node:sqlite'
import type { RecordRow } from '../../packed-records.ts'
import { unlessDamaged } from './sqlite-damage.ts'

const perPage = 500

/**
 * The rows below a number in order, page by page, so that SQLite's log does not grow during a long read. On a damaged
 * page it tries each row by its number to save the readable ones. `onDamage` is called when rows may be missing.
 */
export function* pagesOfRows<T = RecordRow>(
  db: DatabaseSync,
  nextRow: number,
  { columns = 'document, marc, encoding', onDamage = () => {} }: { columns?: string; onDamage?: () => void } = {},
): Generator<(T & { row: number })[]> {
  type Row = T & { row: number }
  const page = db.prepare(`select row, ${columns} from record where row > ? and row < ? order by row limit ${perPage}`)
  const one = db.prepare(`select row, ${columns} from record where row = ?`)
  for (let after = -1; after < nextRow - 1; ) {
    let rows = unlessDamaged(() => page.all(after, nextRow) as Row[])
    if (rows?.length === 0) return
    if (rows && ascend(rows, after)) after = rows.at(-1)!.row
    else {
      onDamage()
      rows = []
      for (const end = Math.min(after + perPage, nextRow - 1); after < end; ) {
        after++
        const found = unlessDamaged(() => one.get(after) as Row | undefined)
        if (found) rows.push(found)
      }
    }
    yield rows
  }
}

/** A damaged page may hold any numbers; following them could loop forever. */
function ascend(rows: { row: number }[], after: number): boolean {
  return rows.every(({ row }, at) => row > (at === 0 ? after : rows[at - 1]!.row))
}
