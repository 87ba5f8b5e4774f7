import type { DatabaseSync } from 'node:sqlite'
import type { ChangeValues } from '#features/catalogue/facets.ts'
import type { ChangesQuery, ListedChange, RecordChange } from '#features/catalogue/server/catalogue-port.ts'
import { textAt } from '../index/string-table.ts'
import { beginningColumn, idReader } from '../rows.ts'
import { isDeleted, type LiveSegment } from '../snapshot.ts'
import { evaluate } from './evaluate.ts'
import type { SearchRun } from './search-run.ts'

type Place = { row: number; id: string; removed?: ChangeValues }
/** Rows after `after`, up to `last`. */
type Span = { after: number; last: number; limit: number }
type RemovedRow = { row: number; id: string; values: string }

const byRow = (a: { row: number }, b: { row: number }) => a.row - b.row

/** Reads the list of changes, in the transaction of the state that the segments belong to. */
export function openChanges(db: DatabaseSync) {
  const number = (sql: string) => {
    const statement = db.prepare(sql)
    return (...given: number[]) => (statement.get(...given) as { found: number | null } | undefined)?.found ?? 0
  }
  const lastBefore = number('select max(last_row) as found from publication where at < ?')
  const lastUntil = number('select max(last_row) as found from publication where at <= ?')
  const last = number('select max(last_row) as found from publication')
  const timeOf = number('select at as found from publication where last_row >= ? order by last_row limit 1')
  const recordRows = db.prepare(
    `select row, ${beginningColumn} from record where row > ? and row <= ? order by row limit ?`,
  )
  const removedColumns = 'select row, id, change_values as "values" from removed'
  const removedRows = db.prepare(`${removedColumns} where row > ? and row <= ? order by row`)
  const removedOf = db.prepare(`${removedColumns} where id = ?`)
  const removedRowNumbers = db.prepare('select row from removed where row > ? and row <= ?')
  const idOf = idReader(db)

  const asPlace = ({ row, id, values }: RemovedRow): Place => ({ row, id, removed: JSON.parse(values) })
  const asChange = ({ row, ...place }: Place): RecordChange => ({ ...place, changedAt: timeOf(row) })

  function* everyRecord({ after, last, limit }: Span): Generator<Place> {
    for (const { row, beginning } of recordRows.iterate(after, last, limit) as Iterable<{
      row: number
      beginning: string
    }>) {
      const id = idOf(row, beginning)
      if (id !== undefined) yield { row, id }
    }
  }

  function* removedRecords({ after, last, limit }: Span, wanted: ChangesQuery['values']): Generator<Place> {
    let left = limit
    for (const row of removedRows.iterate(after, last) as Iterable<RemovedRow>) {
      if (left === 0) return
      const place = asPlace(row)
      if (wanted && !place.removed![wanted.field]?.some((value) => wanted.values.includes(value))) continue
      left--
      yield place
    }
  }

  function placeOf(row: number): Place {
    const [removed] = removedRecords({ after: row - 1, last: row, limit: 1 }, undefined)
    const [record] = removed ? [] : everyRecord({ after: row - 1, last: row, limit: 1 })
    return removed ?? record ?? { row, id: '' }
  }

  return {
    page: (run: SearchRun, { from, until, after, limit, every, values }: ChangesQuery): ListedChange[] => {
      const span: Span = {
        after: Math.max(Number(after ?? 0), from === undefined ? 0 : lastBefore(from)),
        last: until === undefined ? last() : lastUntil(until),
        limit,
      }
      if (every !== undefined) {
        const rows = rowsIn(run, span, removedRowNumbers.all(span.after, span.last) as { row: number }[])
        const wanted = Array.from({ length: Math.floor(rows.length / every) }, (_, at) => rows[(at + 1) * every - 1]!)
        if (rows.length % every > 0) wanted.push(rows.at(-1)!)
        return wanted.slice(0, limit).map((row) => ({ ...asChange(placeOf(row)), cursor: String(row) }))
      }
      const records = values ? recordsWith(run, values, span) : [...everyRecord(span)]
      const places = [...records, ...removedRecords(span, values)].sort(byRow).slice(0, limit)
      return places.map((place) => ({ ...asChange(place), cursor: String(place.row) }))
    },
    /** `rowOf`: of a record that the catalogue has. */
    of: (ids: string[], rowOf: (id: string) => number | undefined): RecordChange[] =>
      ids.flatMap((id) => {
        const row = rowOf(id)
        if (row !== undefined) return [asChange({ row, id })]
        const gone = removedOf.get(id) as RemovedRow | undefined
        return gone ? [asChange(asPlace(gone))] : []
      }),
  }
}

/** In order, of records and removed ones. The rows of records are in memory, so the table need not be read. */
function rowsIn(run: SearchRun, { after, last }: Span, removed: { row: number }[]): Float64Array {
  const { segments } = run.snapshot
  const rows = new Float64Array(segments.reduce((sum, { live }) => sum + live, removed.length))
  let count = 0
  for (const { segment, deleted } of segments)
    for (let doc = 0; doc < segment.rows.length; doc++) {
      const row = segment.rows[doc]!
      if (row > after && row <= last && !(deleted && isDeleted(deleted, doc))) rows[count++] = row
    }
  for (const { row } of removed) rows[count++] = row
  return rows.subarray(0, count).sort()
}

/** The first records of the span that have one of the values. */
function recordsWith(run: SearchRun, values: NonNullable<ChangesQuery['values']>, span: Span): Place[] {
  let found: { row: number; live: LiveSegment; doc: number }[] = []
  let last = span.last
  const cut = () => {
    found = found.sort(byRow).slice(0, span.limit)
    if (found.length === span.limit) last = found.at(-1)!.row
  }
  for (const live of run.snapshot.segments)
    for (const doc of evaluate(run, live, { kind: 'values', ...values }, false).docs) {
      const row = live.segment.rows[doc]!
      if (row <= span.after || row > last || (live.deleted && isDeleted(live.deleted, doc))) continue
      found.push({ row, live, doc })
      if (found.length >= span.limit * 4) cut()
    }
  cut()
  return found.map(({ row, live: { segment }, doc }) => ({ row, id: textAt(segment.ids, segment.idOrder[doc]!) }))
}
