import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { noteAudit } from '#features/audit/server/audit.ts'
import { type deskApi, deskProblem, type Organisation } from '#features/desk/contract.ts'
import type { Input } from '#kit/contract.ts'
import { insertPerson, oneAddress } from './add-person.ts'
import type { Doer } from './change-person.ts'
import { listLinks } from './links-list.ts'
import { organisationLine } from './organisations.ts'
import { listPeople } from './people.ts'
import { listSubscriptions } from './subscriptions.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Everything about one; of its people and links as many as a page holds. */
export async function showOrganisation(app: Needs, customerId: string): Promise<{ response: Organisation }> {
  const line = await organisationLine(app, customerId)
  if (!line) throw deskProblem('organisation_not_found')
  const { emailDomain, createdAt } = await app.db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select(['emailDomain', 'createdAt'])
    .executeTakeFirstOrThrow()
  const contacts = await app.db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
  const { downloads, last } = await app.db
    .selectFrom('downloadRequest')
    .where('customerId', '=', customerId)
    .select(sql<number>`count(*)::int`.as('downloads'))
    .select(sql<Date | string | null>`max(created_at)`.as('last'))
    .executeTakeFirstOrThrow()
  const asked = { page: 1, customerId }
  return {
    response: {
      ...line,
      emailDomain,
      createdDate: createdAt.toISOString(),
      contacts: contacts.map(({ id, firstName, lastName, email, type, invoicingContact }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
        email,
        type,
        invoicing: invoicingContact,
      })),
      people: (await listPeople(app, asked)).response,
      subscriptions: (await listSubscriptions(app, asked)).response,
      links: (await listLinks(app, asked)).response,
      downloads,
      lastDownloadDate: last === null ? null : new Date(last).toISOString(),
    },
  }
}

/** Any number, the same for all processes: customer numbers are given one after the other. */
const numberLock = 7_301_949
const firstNumber = 10_001

export type NewOrganisation = Input<typeof deskApi.addOrganisation> & { customerNo?: string | undefined }

/** With its primary contact, who has no password yet. */
export async function addOrganisation(
  { db, clock }: Needs,
  doer: Doer,
  given: NewOrganisation,
): Promise<{ id: string; customerNo: string; userId: string }> {
  const { name, emailDomain, firstName, lastName } = given
  const now = clock()
  return db.transaction().execute(async (within) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(numberLock)})`.execute(within)
    const customerNo = given.customerNo ?? (await nextNumber(within))
    const id = randomUUID()
    const taken = await within
      .selectFrom('customer')
      .where('customerNo', '=', customerNo)
      .select('id')
      .executeTakeFirst()
    if (taken) throw deskProblem('number_taken')
    await within
      .insertInto('customer')
      .values({ id, customerNo, name, emailDomain: emailDomain.toLowerCase(), apiUserId: `${id}-api`, createdAt: now })
      .execute()
    const email = oneAddress(given.email)
    const person = { customerId: id, email, firstName, lastName, role: 'primary-contact' as const }
    const userId = await insertPerson(within, now, doer, person)
    await within
      .insertInto('contact')
      .values({
        id: randomUUID(),
        customerId: id,
        firstName,
        lastName,
        email,
        primaryContact: true,
        invoicingContact: true,
        type: 'PRIMARY',
      })
      .execute()
    await noteAudit(within, {
      now,
      customerId: id,
      userId: doer.userId,
      action: 'customer_opened',
      subject: name,
    })
    return { id, customerNo, userId }
  })
}

async function nextNumber(within: Db) {
  const { last } = await within
    .selectFrom('customer')
    .where(sql<boolean>`customer_no ~ '^[0-9]{1,9}$'`)
    .select(sql<number | null>`max(customer_no::int)`.as('last'))
    .executeTakeFirstOrThrow()
  return String(Math.max(firstNumber, (last ?? 0) + 1))
}
