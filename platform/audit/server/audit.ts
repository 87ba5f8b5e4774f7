import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { cameFrom } from '#kit/server/came-from.ts'

export { listAudit } from './list-audit.ts'
export { AuditBroken, verifyAudit } from './verify-audit.ts'

export type Noted = {
  now: Date
  /** The affected customer; null for the provider's own changes. */
  customerId: string | null
  /** The actor; null for the command line and for jobs. */
  userId: string | null
  /** Such as `contact_changed`. */
  action: string
  /** The affected thing, as people call it. */
  subject?: string
  /** Only what changed. Never a password, PIN, key or token. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Call it in the transaction of the change: the entry exists exactly if the change does. The address comes from the
 * current call.
 */
export const recordAudit = (tx: Db, noted: Noted): Promise<void> => recordAudits(tx, [noted])

/** The embedded database chains them in one turn of the event loop. */
const atOnce = 250

/** Records many entries in one value of a statement: thousands of values take far longer. */
export async function recordAudits(tx: Db, all: Noted[]): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) {
    const rows = all.slice(at, at + atOnce).map(({ now, customerId, userId, action, subject, before, after }) => ({
      ...{ id: randomUUID(), happened_at: now, customer_id: customerId, user_id: userId, action },
      ...{ subject: subject ?? '', came_from: cameFrom(), before: before ?? {}, after: after ?? {} },
    }))
    await sql`
      insert into audit_entry (id, happened_at, customer_id, user_id, action, subject, came_from, before, after)
      select id, happened_at, customer_id, user_id, action, subject, came_from, before, after
      from json_to_recordset(${JSON.stringify(rows)}::json) as each (id uuid, happened_at timestamptz,
        customer_id text, user_id text, action text, subject text, came_from text, before jsonb, after jsonb)`.execute(
      tx,
    )
    // Otherwise the end of the transaction chains all of them.
    if (all.length > atOnce) {
      await sql`set constraints audit_entry_chained immediate`.execute(tx)
      await sql`set constraints audit_entry_chained deferred`.execute(tx)
    }
  }
}

/** The differing members, as `before` and `after` of an entry; undefined if none differ. */
export function difference<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | undefined {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return undefined
  const only = (of: T) => Object.fromEntries(changed.map((name) => [name, of[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}
