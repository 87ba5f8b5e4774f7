import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#app/app.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import { activationProblem } from '../contract.ts'

/** Who asked for access, and for which organisation that has no account yet. */
export type Applicant = { organisation: string; firstName: string; lastName: string; email: string }

/** Any number, the same for all processes: customer numbers are given one after the other. */
const numberLock = 7_301_949
const firstNumber = 10_001

/**
 * A new organisation with its primary contact, who has no password yet. Within a transaction. Refused where somebody
 * has this address already: whose account it is, the organisation's or that person's, nobody can tell.
 */
export async function openCustomer(
  within: Db,
  { organisation, firstName, lastName, email }: Applicant,
  now: Date,
): Promise<{ customerId: string; userId: string }> {
  await sql`select pg_advisory_xact_lock(${sql.lit(numberLock)})`.execute(within)
  const username = email.toLowerCase()
  const known = await within
    .selectFrom('appUser')
    .where((row) => row.or([row('username', '=', username), row(sql`lower(email)`, '=', username)]))
    .select('id')
    .executeTakeFirst()
  if (known) throw activationProblem('account_exists')
  const customerId = randomUUID()
  const userId = randomUUID()
  const customerNo = await nextNumber(within)
  await within
    .insertInto('customer')
    .values({ id: customerId, customerNo, name: organisation, apiUserId: `${customerId}-api`, createdAt: now })
    .execute()
  await within
    .insertInto('appUser')
    .values({ id: userId, customerId, username, email, firstName, lastName, role: 'primary-contact', createdAt: now })
    .execute()
  await within
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
  await noteAudit(within, { now, customerId, userId: null, action: 'customer_opened', subject: organisation })
  return { customerId, userId }
}

async function nextNumber(within: Db) {
  const { last } = await within
    .selectFrom('customer')
    .where(sql<boolean>`customer_no ~ '^[0-9]{1,9}$'`)
    .select(sql<number | null>`max(customer_no::int)`.as('last'))
    .executeTakeFirstOrThrow()
  return String(Math.max(firstNumber, (last ?? 0) + 1))
}
