import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { type AuditEntry, entriesAPage } from '../contract.ts'

export type Noted = {
  now: Date
  /** Whose affair it is; null for the provider's own. */
  customerId: string | null
  /** Who did it; null for the command line and for jobs. */
  userId: string | null
  /** Such as `contact_changed`. */
  action: string
  /** What it was done to, as people call it. */
  subject?: string
  /** Only what changed. Never a password, PIN, key or token. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** To be called in the transaction that makes the change: it is noted exactly if it was made. */
export async function noteAudit(within: Db, noted: Noted): Promise<void> {
  await within
    .insertInto('auditEntry')
    .values({
      id: randomUUID(),
      happenedAt: noted.now,
      customerId: noted.customerId,
      userId: noted.userId,
      action: noted.action,
      subject: noted.subject ?? '',
      before: JSON.stringify(noted.before ?? {}),
      after: JSON.stringify(noted.after ?? {}),
    })
    .execute()
}

/** The members that differ, as `before` and `after` of a note; undefined where nothing does. */
export function difference<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return undefined
  const only = (of: T) => Object.fromEntries(changed.map((name) => [name, of[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}

type Asked = { page: number; customerId?: string | undefined; action?: string | undefined; text?: string | undefined }

/** Newest first, a page at a time. */
export async function listAudit(
  db: Db,
  { page, customerId, action, text }: Asked,
): Promise<{ response: AuditEntry[]; totalCount: number }> {
  let found = db
    .selectFrom('auditEntry')
    .leftJoin('appUser', 'appUser.id', 'auditEntry.userId')
    .leftJoin('customer', 'customer.id', 'auditEntry.customerId')
  if (customerId !== undefined) found = found.where('auditEntry.customerId', '=', customerId)
  if (action !== undefined) found = found.where('action', '=', action)
  if (text) {
    const wanted = `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`
    found = found.where((row) =>
      row.or([
        row('auditEntry.subject', 'ilike', wanted),
        row('customer.name', 'ilike', wanted),
        row('username', 'ilike', wanted),
      ]),
    )
  }
  const { totalCount } = await found.select(sql<number>`count(*)::int`.as('totalCount')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['auditEntry.id', 'happenedAt', 'auditEntry.customerId', 'customer.name as customerName'])
    .select(['firstName', 'lastName', 'username', 'action', 'auditEntry.subject', 'before', 'after'])
    .orderBy('happenedAt', 'desc')
    .orderBy('auditEntry.id', 'desc')
    .limit(entriesAPage)
    .offset((page - 1) * entriesAPage)
    .execute()
  return {
    totalCount,
    response: rows.map(({ happenedAt, firstName, lastName, username, customerName, ...row }) => ({
      ...row,
      happenedDate: happenedAt.toISOString(),
      customerName: customerName ?? '',
      changedBy: `${firstName ?? ''} ${lastName ?? ''}`.trim() || (username ?? ''),
    })),
  }
}
