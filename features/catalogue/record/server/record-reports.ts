import { createHash, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { businessDay, type Clock, startOfDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { secondsUntilTomorrow } from '#kit/server/seconds-until.ts'
import { maxReportsPerDay, type RecordReport, type recordApi, recordProblem } from '../contract.ts'
import type { RecordReportTables } from './record-report-tables.ts'

/** Stores a report for the provider's desk. A repeated report from the same person is stored once while it is open. */
export async function reportRecord(
  { db, catalogue, clock }: Pick<App, 'db' | 'catalogue' | 'clock'>,
  { userId, customerId }: SchoolCaller,
  { bibId, kind, ...sent }: Input<typeof recordApi.reportRecord>,
): Promise<{ response: RecordReport }> {
  const [body, field] = [storable(sent.text), storable(sent.field ?? '')]
  // A wrong cover needs no words.
  if (body === '' && kind === 'RECORD_ERROR')
    throw recordProblem('report_empty', { errors: { text: ['Please tell us what’s wrong.'] } })
  const [document] = await catalogue.documents([bibId])
  if (!document) throw recordProblem('record_not_found')
  const sameness = createHash('sha256')
    .update(JSON.stringify([userId, bibId, kind, field, body]))
    .digest('hex')
  const now = clock()
  return db.transaction().execute(async (tx) => {
    // Serialises one person's reports: two at once cannot both be the last of the day.
    await tx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
    const known = await openReport(tx, sameness)
    if (known) return { response: asReply(known) }
    await refuseBeyondLimit(tx, userId, clock)
    const row = { id: randomUUID(), customerId, userId, bibId, kind, field, body, sameness, createdAt: now }
    await tx.insertInto('recordReport').values(row).execute()
    return { response: asReply({ ...row, state: 'OPEN' }) }
  })
}

/** Open reports with their senders, oldest first. */
export async function recordReports(
  { db, catalogue }: Pick<App, 'db' | 'catalogue'>,
  { pageNumber, pageSize }: Input<typeof recordApi.recordReports>,
): Promise<Reply<typeof recordApi.recordReports>> {
  const open = db.selectFrom('recordReport').where('recordReport.state', '=', 'OPEN')
  const { count } = await open.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await open
    .innerJoin('appUser', 'appUser.id', 'recordReport.userId')
    .innerJoin('customer', 'customer.id', 'recordReport.customerId')
    .selectAll('recordReport')
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.email', 'customer.customerNo', 'customer.name'])
    .orderBy('recordReport.createdAt')
    .orderBy('recordReport.id')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  const documents = await catalogue.documents([...new Set(rows.map(({ bibId }) => bibId))])
  const titles = new Map(documents.map(({ id, title }) => [id, title.titlePrimary]))
  return {
    totalCount: Number(count),
    response: rows.map((row) => ({
      ...asReply(row),
      title: titles.get(row.bibId) ?? '',
      reportedBy: { name: `${row.firstName} ${row.lastName}`, email: row.email },
      customer: { customerNo: row.customerNo, name: row.name },
    })),
  }
}

const openReport = (db: Db, sameness: string) =>
  db
    .selectFrom('recordReport')
    .selectAll()
    .where('sameness', '=', sameness)
    .where('state', '=', 'OPEN')
    .executeTakeFirst()

async function refuseBeyondLimit(db: Db, userId: string, clock: Clock) {
  const { count } = await db
    .selectFrom('recordReport')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('createdAt', '>=', startOfDay(clock.zone, businessDay(clock)))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxReportsPerDay)
    throw recordProblem('report_limit', { waitSeconds: secondsUntilTomorrow(clock) })
}

type ReportFields = Pick<
  Selectable<RecordReportTables['recordReport']>,
  'id' | 'bibId' | 'kind' | 'field' | 'body' | 'state' | 'createdAt'
>

const asReply = ({ id, bibId, kind, field, body, state, createdAt }: ReportFields): RecordReport => ({
  id,
  bibId,
  kind,
  field,
  text: body,
  state,
  createdDate: createdAt.toISOString(),
})

/** Removes control characters; line breaks and tabs stay. */
const storable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' || control === '\t' ? control : ' '))
    .trim()
