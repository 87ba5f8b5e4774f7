import { sql } from 'kysely'
import type { App } from '#app/app.ts'
import { type deskApi, deskProblem, type Organisation } from '#features/desk/contract.ts'
import { openCustomer } from '#features/school/activation/server/activation.ts'
import { badDomain, cleanDomain } from '#features/school/students/rules.ts'
import { addressFaults, tidyAddress } from '#kit/address-faults.ts'
import type { Address } from '#kit/address-lines.ts'
import type { Input } from '#kit/contract.ts'
import { plainLine } from '#kit/server/plain-line.ts'
import { accountExists, oneAddress } from './add-person.ts'
import type { Doer } from './change-person.ts'
import { listLinks } from './links-list.ts'
import { organisationLine } from './organisations.ts'
import { listPeople } from './people.ts'
import { listSubscriptions } from './subscriptions.ts'

type Needs = Pick<App, 'db' | 'clock'>

/** Everything about one organisation, with a page's worth of its people and links. */
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
  const input = { page: 1, customerId }
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
      people: (await listPeople(app, input)).response,
      subscriptions: (await listSubscriptions(app, input)).response,
      links: (await listLinks(app, input)).response,
      downloads,
      lastDownloadDate: last === null ? null : new Date(last).toISOString(),
    },
  }
}

export type NewOrganisation = Input<typeof deskApi.addOrganisation> & { customerNo?: string | undefined }

/** An address as the lists of countries and states write it. Parts may be missing. */
export function postalAddress(given: Address): Address {
  const lines = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, plainLine(text)])) as Address
  const faults = Object.entries(addressFaults(lines, { complete: false }))
  if (faults.length === 0) return tidyAddress(lines)
  throw deskProblem('address_invalid', {
    errors: Object.fromEntries(faults.map(([field, text]) => [field, [`${text}.`]])),
  })
}

/** Adds an organisation with its primary contact, who has no password yet. */
export async function addOrganisation(
  { db, clock }: Needs,
  doer: Doer,
  { name, ...given }: NewOrganisation,
): Promise<{ id: string; customerNo: string; userId: string }> {
  const email = oneAddress(given.email)
  const address = given.address && postalAddress(given.address)
  const emailDomain = cleanDomain(given.emailDomain)
  if (emailDomain === undefined) throw deskProblem('bad_domain', { errors: { emailDomain: [badDomain] } })
  return db.transaction().execute(async (tx) => {
    const input = { ...given, organisation: name, email, emailDomain, address }
    const opened = await openCustomer(tx, input, { now: clock(), openedBy: doer.userId })
    if (!('refused' in opened)) return { ...opened, id: opened.customerId }
    throw opened.refused === 'account_exists' ? accountExists() : deskProblem('number_taken')
  })
}
