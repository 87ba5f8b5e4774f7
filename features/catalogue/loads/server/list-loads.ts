import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { type Load, type LoadEntry, loadProblem, type loadsApi } from '../contract.ts'
import { entriesAPage } from '../rules.ts'

export async function listLoads(
  db: Db,
  { page, text, kind, state }: Input<typeof loadsApi.deskLoads>,
): Promise<Reply<typeof loadsApi.deskLoads>> {
  let found = db.selectFrom('catalogueLoad')
  if (kind) found = found.where('kind', '=', kind)
  if (state) found = found.where(sql<boolean>`${stateSql} = ${state}`)
  if (text)
    found = found.where((row) =>
      row.or((['file', 'cameFrom', 'failure'] as const).map((column) => row(column, 'ilike', like(text)))),
    )
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .select(stateSql.as('state'))
    .orderBy('beganAt', 'desc')
    .orderBy('id')
    .limit(entriesAPage)
    .offset((page - 1) * entriesAPage)
    .execute()
  return { totalCount, response: rows.map(asLoad) }
}

export async function oneLoad(db: Db, loadId: string): Promise<Load> {
  const row = await db
    .selectFrom('catalogueLoad')
    .selectAll()
    .select(stateSql.as('state'))
    .where(sql<string>`id::text`, '=', loadId)
    .executeTakeFirst()
  if (!row) throw loadProblem('load_not_found')
  return asLoad(row)
}

export async function listEntries(
  db: Db,
  { page, ...filters }: Input<typeof loadsApi.deskLoadEntries>,
): Promise<Reply<typeof loadsApi.deskLoadEntries>> {
  const { id } = await oneLoad(db, filters.loadId)
  const found = entriesBy(db, id, filters)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  return { totalCount, response: await entriesOf(found.limit(entriesAPage).offset((page - 1) * entriesAPage)) }
}

/** All entries at once: their number is bounded. */
export const allEntries = (db: Db, loadId: string, filters: EntryFilters): Promise<LoadEntry[]> =>
  entriesOf(entriesBy(db, loadId, filters))

type EntryFilters = Pick<Input<typeof loadsApi.deskLoadCsv>, 'list' | 'text'>

function entriesBy(db: Db, loadId: string, { list, text }: EntryFilters) {
  let found = db.selectFrom('catalogueLoadEntry').where('loadId', '=', loadId)
  if (list) found = found.where('list', '=', list)
  if (!text) return found
  return found.where((row) =>
    row.or([
      sql<boolean>`position::text = ${text}`,
      row('recordNumber', 'ilike', like(text)),
      row('told', 'ilike', like(text)),
    ]),
  )
}

async function entriesOf(found: ReturnType<typeof entriesBy>): Promise<LoadEntry[]> {
  const rows = await found
    .select(['list', 'position', 'recordNumber', 'told', sql<number | null>`starts_at::float8`.as('offset')])
    .orderBy('position')
    .orderBy('list')
    .execute()
  return rows.map(({ told, ...row }) => ({ ...row, id: `${row.position} ${row.list}`, told: told.split('\n') }))
}

const stateSql = sql<Load['state']>`case when loaded + updated + unchanged = 0 then 'failed' else 'done' end`

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const asLoad = <Row extends { beganAt: Date; endedAt: Date }>({ beganAt, endedAt, ...row }: Row) => ({
  ...row,
  beganDate: beganAt.toISOString(),
  endedDate: endedAt.toISOString(),
})
