import type { App, Db } from '#app/app.ts'
import { type Customer, organisationMembers } from '#features/account/contract.ts'
import { currentCustomer } from '#features/account/server/account.ts'
import { tidyAddress } from '#kit/address-faults.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { plainLine } from '#kit/server/plain-line.ts'
import { plainText } from '#kit/server/plain-text.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type organisationApi, organisationProblem, type SentOrganisation } from '../contract.ts'
import { detailFaults } from '../rules.ts'
import { saveContacts } from './save-contacts.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env' | 'recall'>

/** Saves contacts and details of the caller's own customer: all or nothing. */
export async function updateCustomer(
  app: Needs,
  caller: SchoolCaller,
  { contacts, contactsVersion, organisation }: Input<typeof organisationApi.updateCustomer>,
): Promise<{ customer: Customer }> {
  if (organisation && caller.role !== 'primary-contact') throw organisationProblem('primary_contact_only')
  await app.db.transaction().execute(async (tx) => {
    const { contactsVersion: known } = await tx
      .selectFrom('customer')
      .select('contactsVersion')
      .where('id', '=', caller.customerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (organisation) await saveOrganisation(tx, caller, organisation, app.clock())
    if (!contacts) return
    if (contactsVersion !== undefined && contactsVersion !== known) throw organisationProblem('contacts_changed')
    await saveContacts({ ...app, db: tx }, caller, contacts)
  })
  const { role } = await app.db
    .selectFrom('appUser')
    .select('role')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  return currentCustomer(app, { ...caller, role })
}

async function saveOrganisation(
  tx: Db,
  { customerId, userId }: SchoolCaller,
  sent: SentOrganisation,
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('customer')
    .select(organisationMembers)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const cleaned = Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, name === 'deliveryAddress' ? plainText(value) : plainLine(value)]],
    ),
  )
  const wanted = tidyAddress(cleaned, cleaned.country ?? before.country)
  const faults = Object.entries(detailFaults({ ...before, ...wanted }, Object.keys(wanted)))
  if (faults.length > 0)
    throw organisationProblem('details_invalid', {
      messages: faults.map(([, text]) => `${text}.`),
      errors: Object.fromEntries(faults.map(([field, text]) => [`organisation.${field}`, [`${text}.`]])),
    })
  const changed = difference(before, { ...before, ...wanted })
  if (!changed) return
  await tx.updateTable('customer').set(changed.after).where('id', '=', customerId).execute()
  await recordAudit(tx, { now, customerId, userId, action: 'organisation_changed', subject: before.name, ...changed })
}
