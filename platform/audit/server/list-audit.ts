import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { type AuditEntry, entriesAPage } from '../contract.ts'
import { actionsLike, type auditKinds, commandLineMark, signInActions } from '../rules.ts'

export type Filters = {
  customerId?: string | undefined
  action?: string | undefined
  kind?: (typeof auditKinds)[number] | undefined
  text?: string | undefined
  since?: string | undefined
  before?: string | undefined
}

/** Newest first, a page at a time. */
export async function listAudit(
  db: Db,
  { page, ...filters }: Filters & { page: number },
): Promise<{ response: AuditEntry[]; totalCount: number }> {
  const found = foundBy(db, filters)
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await withWords(found)
    .limit(entriesAPage)
    .offset((page - 1) * entriesAPage)
    .execute()
  return { totalCount, response: rows.map(entryOf) }
}

/** A school reads its changes, but not its people's sign-ins and locations. */
export async function listOfSchool(db: Db, { customerId, page }: { customerId: string; page: number }) {
  const { response, totalCount } = await listAudit(db, { customerId, page, kind: 'changes' })
  return { totalCount, response: response.map((entry) => ({ ...entry, cameFrom: '' })) }
}

const atOnce = 1000

/** All of them, newest first, with few in memory and no connection held in between. */
export async function* everyEntry(db: Db, filters: Filters): AsyncGenerator<AuditEntry> {
  let last: { happenedAt: Date; id: string } | undefined
  do {
    let next = withWords(foundBy(db, filters)).limit(atOnce)
    if (last)
      next = next.where(
        sql<boolean>`(happened_at, audit_entry.id) < (${last.happenedAt}::timestamptz, ${last.id}::uuid)`,
      )
    const rows = await next.execute()
    for (const row of rows) yield entryOf(row)
    last = rows.length < atOnce ? undefined : rows.at(-1)
  } while (last)
}

function foundBy(db: Db, { customerId, action, kind, text, since, before }: Filters) {
  let found = db
    .selectFrom('auditEntry')
    .leftJoin('appUser', 'appUser.id', 'auditEntry.userId')
    .leftJoin('customer', 'customer.id', 'auditEntry.customerId')
  if (customerId !== undefined) found = found.where('auditEntry.customerId', '=', customerId)
  if (action !== undefined) found = found.where('action', '=', action)
  if (since !== undefined) found = found.where('happenedAt', '>=', new Date(since))
  if (before !== undefined) found = found.where('happenedAt', '<', new Date(before))
  if (kind === 'sign-ins') found = found.where('action', 'in', signInActions)
  if (kind === 'changes') found = found.where('action', 'not in', signInActions)
  if (kind === 'commands') found = found.where('cameFrom', 'like', `${commandLineMark}%`)
  if (!text) return found
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return found.where((row) =>
    row.or([
      row('auditEntry.subject', 'ilike', pattern),
      row('customer.name', 'ilike', pattern),
      row('username', 'ilike', pattern),
      sql<boolean>`concat_ws(' ', first_name, last_name) ilike ${pattern}`,
      row('action', 'in', ['', ...actionsLike(text)]),
      row('cameFrom', 'ilike', pattern),
    ]),
  )
}

const withWords = (found: ReturnType<typeof foundBy>) =>
  found
    .select(['auditEntry.id', 'happenedAt', 'auditEntry.customerId', 'customer.name as customerName'])
    .select(['firstName', 'lastName', 'username', 'action', 'auditEntry.subject', 'cameFrom', 'before', 'after'])
    .orderBy('happenedAt', 'desc')
    .orderBy('auditEntry.id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof withWords>['execute']>>[number]

const entryOf = ({ happenedAt, firstName, lastName, username, customerName, ...row }: Row): AuditEntry => ({
  ...row,
  happenedDate: happenedAt.toISOString(),
  customerName: customerName ?? '',
  changedBy: `${firstName ?? ''} ${lastName ?? ''}`.trim() || (username ?? ''),
})
