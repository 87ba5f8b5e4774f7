import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import type { Address } from '#kit/address-lines.ts'
import { databaseLocks } from '#kit/server/database-locks.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'

/** The person who asked for access, and their organisation, which has no account yet. */
export type Applicant = {
  organisation: string
  firstName: string
  lastName: string
  email: string
  address?: Address | undefined
}

export type NewCustomer = Applicant & { emailDomain?: string; customerNo?: string | undefined }
type Opened = { customerId: string; customerNo: string; userId: string }

const firstNumber = 10_001

/**
 * Opens an organisation with its primary contact, who has no password yet. Roll the transaction back when this refuses:
 * the number is taken, or the address already has an account, and no one can tell whether the organisation or that
 * person owns it. `openedBy` is null when the applicant does it.
 */
export async function openCustomer(
  tx: Db,
  { organisation, firstName, lastName, email, address, emailDomain = '', customerNo: wanted }: NewCustomer,
  { now, openedBy }: { now: Date; openedBy: string | null },
): Promise<Opened | { refused: 'account_exists' | 'number_taken' }> {
  await sql`select pg_advisory_xact_lock(${sql.lit(databaseLocks.customerNumbers)})`.execute(tx)
  const customerNo = wanted ?? (await nextNumber(tx))
  const taken = await tx.selectFrom('customer').where('customerNo', '=', customerNo).select('id').executeTakeFirst()
  if (taken) return { refused: 'number_taken' }
  if (await hasAccount(tx, email)) return { refused: 'account_exists' }
  const customerId = randomUUID()
  const userId = randomUUID()
  const apiUserId = `${customerId}-api`
  await tx
    .insertInto('customer')
    .values({ id: customerId, customerNo, name: organisation, ...address, emailDomain, apiUserId, createdAt: now })
    .execute()
  const username = email.toLowerCase()
  await tx
    .insertInto('appUser')
    .values({ id: userId, customerId, username, email, firstName, lastName, role: 'primary-contact', createdAt: now })
    .execute()
  await tx
    .insertInto('contact')
    .values({
      id: randomUUID(),
      customerId,
      firstName,
      lastName,
      email,
      primaryContact: true,
      invoicingContact: true,
      type: 'PRIMARY',
    })
    .execute()
  const opened = { now, customerId, userId: openedBy, action: 'customer_opened', subject: organisation }
  await recordAudit(tx, { ...opened, after: { customerNo, email } })
  return { customerId, customerNo, userId }
}

/** Whether an account has this address as username or e-mail. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const address = email.toLowerCase()
  const found = await db
    .selectFrom('appUser')
    .where((row) => row.or([row('username', '=', address), row(sql`lower(email)`, '=', address)]))
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

async function nextNumber(tx: Db) {
  const { last } = await tx
    .selectFrom('customer')
    .where(sql<boolean>`customer_no ~ '^[0-9]{1,9}$'`)
    .select(sql<number | null>`max(customer_no::int)`.as('last'))
    .executeTakeFirstOrThrow()
  return String(Math.max(firstNumber, (last ?? 0) + 1))
}
