import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { App, Database } from '#app/app.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { dayMs } from '#kit/day.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { identifierKey } from '#marc/identifier.ts'
import { asLine } from '../../server/own-request.ts'
import { type manageApi, manageProblem, type RequestLine, requestsPerPage } from '../contract.ts'

type RequestFilters = Input<typeof manageApi.listRequests>
type Where = ExpressionBuilder<Database, 'downloadRequest'>

/** A page of the school's requests. Their lists are only counted, not read. */
export async function listRequests(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
  { pageNumber = 1, pageSize = requestsPerPage, selectedOrder = '3', ...filters }: RequestFilters,
): Promise<{ response: RequestLine[]; totalCount: number }> {
  const found = db.selectFrom('downloadRequest').where((where) => where.and(conditions(where, customerId, filters)))
  const { totalCount } = await found.select(({ fn }) => fn.countAll().as('totalCount')).executeTakeFirstOrThrow()
  const ids = await found
    .select('id')
    .orderBy(orderOf(selectedOrder, words(filters.query)))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return {
    response: await linesOf(
      { db, clock },
      ids.map(({ id }) => id),
    ),
    totalCount: Number(totalCount),
  }
}

async function linesOf({ db, clock }: Pick<App, 'db' | 'clock'>, ids: string[]): Promise<RequestLine[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('downloadRequest')
    .innerJoin('appUser', 'appUser.id', 'downloadRequest.userId')
    .where('downloadRequest.id', 'in', ids)
    .select([
      'downloadRequest.id',
      'name',
      'type',
      'status',
      'content',
      'fileFormat',
      'messages',
      'fileKey',
      'fileSize',
      'asked',
      'imageAlone',
      'imageSize',
      'packageKey',
      'packageSize',
      'covers',
      'makingSince',
      'downloadedAt',
      'downloadRequest.createdAt',
      'revision',
      'matchedCount',
      'unmatchedCount',
      'choicesCount',
      'firstName',
      'lastName',
    ])
    .execute()
  const now = clock()
  const byId = new Map(
    rows.map(({ firstName, lastName, ...row }) => [
      row.id,
      {
        ...asLine(row, now),
        matchedCount: row.matchedCount,
        unmatchedCount: row.unmatchedCount,
        choicesCount: row.choicesCount,
        requestedBy: row.type === 'LIBRARY_SYSTEM' ? '' : `${firstName} ${lastName}`.trim(),
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function conditions(
  where: Where,
  customerId: string,
  { query = '', requestType, on }: Pick<RequestFilters, 'query' | 'requestType' | 'on'>,
) {
  const all = [where('customerId', '=', customerId)]
  if (requestType) all.push(where('type', '=', requestType))
  if (on) {
    const { from, to } = spanOf(on)
    all.push(where('createdAt', '>=', from), where('createdAt', '<', to))
  }
  if (query !== '') all.push(where.or([named(where, query), withIdentifier(where, query)]))
  return all
}

/** Every typed word must begin a word of the name. Words are letters and digits, so none contains a wildcard. */
function named(where: Where, query: string) {
  const begun = words(query).split(' ')
  if (begun[0] === '') return where.lit(false)
  return where.and(begun.map((word) => sql<SqlBool>`' ' || ${where.ref('nameKey')} like ${`% ${word}%`}`))
}

function withIdentifier(where: Where, query: string) {
  const { key } = identifierKey(query)
  if (key === '') return where.lit(false)
  return where(
    'id',
    'in',
    where
      .selectFrom('downloadRequestKey')
      .select('requestId')
      .where('keys', '@>', sql<string[]>`array[${key}]::text[]`),
  )
}

const words = (query = '') => sortKey(query)

/** 1 title (A-Z), 2 title (Z-A), 3 newest first, 4 relevancy: the whole name, its beginning, its words. */
function orderOf(order: NonNullable<RequestFilters['selectedOrder']>, query: string) {
  if (order === '1') return sql`name_order, created_at desc, id`
  if (order === '2') return sql`name_order desc, created_at, id desc`
  if (order === '3' || query === '') return sql`created_at desc, id`
  return sql`case when name_key = ${query} then 0 when name_key like ${`${query}%`} then 1
    when ' ' || name_key like ${`% ${query}%`} then 2 else 3 end, created_at desc, id`
}

/** A year, a month, or a day, in UTC. */
function spanOf(on: string): { from: Date; to: Date } {
  const [year, month, day] = on.split('-')
  const from = new Date(`${year}-${month ?? '01'}-${day ?? '01'}`)
  // Rejects 30 February, and the year 0, which the database does not have.
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(on) || on < '1') throw manageProblem('no_such_day')
  const to = new Date(from)
  if (day) to.setUTCDate(to.getUTCDate() + 1)
  else if (month) to.setUTCMonth(to.getUTCMonth() + 1)
  else to.setUTCFullYear(to.getUTCFullYear() + 1)
  return { from, to }
}

const chartDays = 366

/** The number of the school's requests, in UTC: all years, and the last days. Days without any are left out. */
export async function requestsByDay(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  customerId: string,
): Promise<Reply<typeof manageApi.yearAndDay>> {
  const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await db
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count'), fn.sum('matchedCount').as('records')])
    .groupBy(day)
    .orderBy(day)
    .execute()
  // The database returns counts as text, since a bigint does not fit into JSON.
  const days = rows.map((row) => ({ day: row.day, count: Number(row.count), records: Number(row.records) }))
  const years = new Map<number, { year: number; count: number; records: number }>()
  for (const { day: on, count, records } of days) {
    const year = Number(on.slice(0, 4))
    const before = years.get(year) ?? { year, count: 0, records: 0 }
    years.set(year, { year, count: before.count + count, records: before.records + records })
  }
  const first = new Date(clock().getTime() - (chartDays - 1) * dayMs).toISOString().slice(0, 10)
  return { response: { years: [...years.values()], days: days.filter(({ day: on }) => on >= first) } }
}
