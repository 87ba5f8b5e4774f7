import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { App, Database } from '#app/app.ts'
import { schoolZone } from '#features/account/time-zone/server/time-zone.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { dayAfter, dayIn, firstOf, isDay, monthAfter, startOfDay, type Zone } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { identifierKey } from '#marc/identifier.ts'
import { ItemType } from '../../contract.ts'
import { asLine } from '../../server/own-request.ts'
import { type ItemLine, type manageApi, manageProblem, type RequestLine, requestsPerPage } from '../contract.ts'

type RequestFilters = Input<typeof manageApi.listRequests>
type Where = ExpressionBuilder<Database, 'downloadRequest'>

/**
 * A page of the school's requests. Their lists are only counted, not read. With `view` it is a page of rows as My
 * downloads shows them.
 */
export async function listRequests(
  { db, clock, recall }: Pick<App, 'db' | 'clock' | 'recall'>,
  { customerId, userId }: Pick<SchoolCaller, 'customerId' | 'userId'>,
  { pageNumber = 1, pageSize = requestsPerPage, selectedOrder = '3', view, ...filters }: RequestFilters,
): Promise<Reply<typeof manageApi.listRequests>> {
  const zone = await schoolZone({ db, clock, recall }, customerId)
  const matching = (where: Where, view?: View) => [
    ...conditions(where, { customerId, zone }, filters),
    ...(view ? [isIn(view, where, userId)] : []),
  ]
  const found = (view?: View) => db.selectFrom('downloadRequest').where((where) => where.and(matching(where, view)))
  const count = async (view?: View) => {
    const counts = view ? rowCount : sql<string>`count(*)`
    const { total } = await found(view).select(counts.as('total')).executeTakeFirstOrThrow()
    return Number(total)
  }
  const page = await found(view)
    .$if(view !== undefined, (rows) => rows.where((where) => isRow(where, matching, view!)))
    .select('id')
    .orderBy(orderOf(selectedOrder, words(filters.query)))
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  const ids = page.map(({ id }) => id)
  const lines = await linesOf({ db, clock }, ids)
  const totalCount = await count(view)
  if (!view) return { response: ids.flatMap((id) => lines.get(id)?.line ?? []), totalCount }
  const records = [...lines.values()].flatMap(({ record }) => record ?? [])
  const filesAt = await filesOf({ db, clock }, records, (where) => matching(where, view))
  return {
    response: ids.flatMap((id) => {
      const found = lines.get(id)
      return found ? { ...found.line, files: found.record ? filesAt.get(keyOf(found.record)) : undefined } : []
    }),
    totalCount,
    hiddenCount: view === 'hidden' ? totalCount : await count('hidden'),
  }
}

/** How many rows these requests are. */
const rowCount = sql<string>`count(*) filter (where type <> 'ITEM')
  + count(distinct user_id || ' ' || (identities ->> 0)) filter (where type = 'ITEM')`

type View = NonNullable<RequestFilters['view']>

/** Whether the caller has hidden it, or has not. */
function isIn(view: View, where: Where, userId: string) {
  const hidden = where.exists(
    where
      .selectFrom('hiddenRequest')
      .select('requestId')
      .where('hiddenRequest.userId', '=', userId)
      .whereRef('requestId', '=', 'id'),
  )
  return view === 'hidden' ? hidden : where.not(hidden)
}

/** The latest matching request of one person for one record has the row. */
function isRow(where: Where, matching: (where: Where, view: View) => Expression<SqlBool>[], view: View) {
  const later = where
    .selectFrom('downloadRequest as later')
    .select('later.id')
    // The conditions name no table, so here they are about `later`.
    .where((each) => each.and(matching(each as unknown as Where, view)))
    .where('later.type', '=', 'ITEM')
    .where(
      sql<SqlBool>`later.user_id = download_request.user_id
        and later.identities ->> 0 = download_request.identities ->> 0
        and (later.created_at, later.id) > (download_request.created_at, download_request.id)`,
    )
  return where.or([where('type', '<>', 'ITEM'), where.not(where.exists(later))])
}

/** The files of the rows of single records, by person and record: of each kind, the latest request. */
async function filesOf(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  records: ItemRecord[],
  matching: (where: Where) => Expression<SqlBool>[],
): Promise<Map<string, ItemLine[]>> {
  if (records.length === 0) return new Map()
  const ids = await db
    .selectFrom('downloadRequest')
    .where((where) => where.and(matching(where)))
    .where('type', '=', 'ITEM')
    // Each person with each record: more than the pairs, but all by the index.
    .where('userId', 'in', [...new Set(records.map(({ by }) => by))])
    .where(sql<SqlBool>`identities ->> 0 = any(${[...new Set(records.map(({ of }) => of))]}::text[])`)
    .distinctOn(['userId', sql`identities ->> 0`, 'itemType'])
    .orderBy('userId')
    .orderBy(sql`identities ->> 0`)
    .orderBy('itemType')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select('id')
    .execute()
  const lines = await linesOf(
    { db, clock },
    ids.map(({ id }) => id),
  )
  const files = [...lines.values()].map(({ line, record, itemType }) => ({
    row: keyOf(record!),
    file: { ...line, itemType: itemType ?? 'data' },
  }))
  const kindAt = ({ file }: (typeof files)[number]) => ItemType.options.indexOf(file.itemType)
  const inOrder = files.sort((a, b) => kindAt(a) - kindAt(b))
  return new Map([...Map.groupBy(inOrder, ({ row }) => row)].map(([row, each]) => [row, each.map(({ file }) => file)]))
}

/** The person who requested it, and its id. */
type ItemRecord = { by: string; of: string }
const keyOf = ({ by, of }: ItemRecord) => `${by} ${of}`

type ListedLine = {
  line: RequestLine
  /** If it is for a file of a single record. */
  record: ItemRecord | null
  itemType: ItemType | null
}

async function linesOf({ db, clock }: Pick<App, 'db' | 'clock'>, ids: string[]): Promise<Map<string, ListedLine>> {
  if (ids.length === 0) return new Map()
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
      'itemType',
      'firstName',
      'lastName',
      'userId',
      sql<string | null>`case when type = 'ITEM' then identities ->> 0 end`.as('recordId'),
    ])
    .execute()
  const now = clock()
  return new Map(
    rows.map(({ firstName, lastName, itemType, userId, recordId, ...row }) => [
      row.id,
      {
        line: {
          ...asLine(row, now),
          matchedCount: row.matchedCount,
          unmatchedCount: row.unmatchedCount,
          choicesCount: row.choicesCount,
          requestedBy: row.type === 'LIBRARY_SYSTEM' ? '' : `${firstName} ${lastName}`.trim(),
        },
        record: recordId === null ? null : { by: userId, of: recordId },
        itemType,
      },
    ]),
  )
}

function conditions(
  where: Where,
  { customerId, zone }: { customerId: string; zone: Zone },
  { query = '', requestType, on }: Pick<RequestFilters, 'query' | 'requestType' | 'on'>,
) {
  const all = [where('customerId', '=', customerId)]
  if (requestType) all.push(where('type', '=', requestType))
  if (on) {
    const { from, to } = spanOf(zone, on)
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

/** A year, a month, or a day. */
function spanOf(zone: Zone, on: string): { from: Date; to: Date } {
  const [year, month = '01', day = '01'] = on.split('-')
  const from = `${year}-${month}-${day}`
  // Rejects 30 February, and the year 0, which the database does not have.
  if (!isDay(from) || on < '0001') throw manageProblem('no_such_day')
  const to = on === from ? dayAfter(from, 1) : firstOf(monthAfter(from, on.length === 4 ? 12 : 1))
  return { from: startOfDay(zone, from), to: startOfDay(zone, to) }
}

const chartDays = 366

/** The number of the school's requests, by its days: all years, and the last days. Days without any are left out. */
export async function requestsByDay(
  { db, clock, recall }: Pick<App, 'db' | 'clock' | 'recall'>,
  customerId: string,
): Promise<Reply<typeof manageApi.yearAndDay>> {
  const zone = await schoolZone({ db, clock, recall }, customerId)
  const day = sql<string>`to_char(created_at at time zone ${zone}, 'YYYY-MM-DD')`
  const rows = await db
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .select(({ fn }) => [day.as('day'), fn.countAll().as('count'), fn.sum('matchedCount').as('records')])
    .groupBy('day')
    .orderBy('day')
    .execute()
  // The database returns counts as text, since a bigint does not fit into JSON.
  const days = rows.map((row) => ({ day: row.day, count: Number(row.count), records: Number(row.records) }))
  const years = new Map<number, { year: number; count: number; records: number }>()
  for (const { day: on, count, records } of days) {
    const year = Number(on.slice(0, 4))
    const before = years.get(year) ?? { year, count: 0, records: 0 }
    years.set(year, { year, count: before.count + count, records: before.records + records })
  }
  const first = dayAfter(dayIn(zone, clock()), 1 - chartDays)
  return { response: { years: [...years.values()], days: days.filter(({ day: on }) => on >= first) } }
}
