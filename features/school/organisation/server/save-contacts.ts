import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { requireFreshProof } from '#kit/server/caller.ts'
import { plainLine } from '#kit/server/plain-line.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { enqueueMail, readAddress } from '#platform/mail/server/mail.ts'
import { organisationProblem, type SentContact } from '../contract.ts'
import { type ContactDraft, contactFaults, contactsFault, contactType, nameOf } from '../rules.ts'
import { contactsChangedMail } from './mails.ts'
import { primaryAddress } from './primary-address.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env'>
type Contact = ContactDraft & { id: string; type: 'PRIMARY' | 'LIBRARY' | 'BILLING' }

/**
 * Replaces the contacts with this list: entries without an id are new, missing ones are removed. All or nothing. The
 * caller must hold the lock on the customer's row.
 */
export async function saveContacts(app: Needs, caller: Doer, sent: SentContact[]): Promise<void> {
  const { customerId, userId } = caller
  const { db } = app
  const before = await contactsOf(db, customerId)
  const contacts = sent.map((each, index) => readContact(each, index))
  for (const { id } of contacts) if (id && !before.has(id)) throw organisationProblem('contact_not_found')
  if (new Set(contacts.map(({ id }) => id ?? randomUUID())).size < contacts.length)
    throw organisationProblem('contact_invalid', { messages: ['The list has the same contact twice.'] })
  const fault = contactsFault(contacts)
  if (fault === 'invoicing') throw organisationProblem('invoicing_contact_missing')
  if (fault === 'primary') throw organisationProblem('primary_contact_missing')

  const now = app.clock()
  const note = { now, customerId, userId }
  const recipients: string[] = []
  const after = contacts.map(({ id, ...contact }) => ({ ...contact, id: id ?? randomUUID() }))
  await keepPrimaryAddress(db, caller, { before, after })
  await handOver(db, caller, { before: [...before.values()], after, now })
  const remaining = new Set(after.map(({ id }) => id))
  for (const old of before.values()) {
    if (remaining.has(old.id)) continue
    await db.deleteFrom('contact').where('id', '=', old.id).where('customerId', '=', customerId).execute()
    await recordAudit(db, { ...note, action: 'contact_removed', subject: nameOf(old), before: valuesOf(old) })
    recipients.push(`Removed: ${inMail(old)}`)
  }
  for (const contact of after) {
    const old = before.get(contact.id)
    if (!old) {
      await db
        .insertInto('contact')
        .values({ ...contact, customerId })
        .execute()
      await recordAudit(db, { ...note, action: 'contact_added', subject: nameOf(contact), after: valuesOf(contact) })
      recipients.push(`Added: ${inMail(contact)}`)
      continue
    }
    const changed = difference(valuesOf(old), valuesOf(contact))
    if (!changed) continue
    await db
      .updateTable('contact')
      .set(valuesOf(contact))
      .where('id', '=', contact.id)
      .where('customerId', '=', customerId)
      .execute()
    await recordAudit(db, { ...note, action: 'contact_changed', subject: nameOf(contact), ...changed })
    recipients.push(`Changed: ${inMail(old)}${inMail(old) === inMail(contact) ? '' : ` to ${inMail(contact)}`}`)
  }
  if (recipients.length === 0) return
  await db
    .updateTable('customer')
    .set((row) => ({ contactsVersion: row('contactsVersion', '+', 1) }))
    .where('id', '=', customerId)
    .execute()
  await tell(app, caller, { before: [...before.values()], after, told: recipients })
}

/** Mails other people's changes to the primary contact, and to a replaced primary contact or former address. */
async function tell(
  app: Needs,
  { customerId, userId }: Doer,
  { before, after, told }: { before: Contact[]; after: Contact[]; told: string[] },
) {
  const caller = await app.db.selectFrom('appUser').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const listed = [...before, ...after].filter((each) => each.primaryContact).map(({ email }) => email)
  const account = (await primaryAddress(app.db, customerId)) ?? ''
  const addresses = [...listed, account].filter(Boolean).map((each) => each.toLowerCase())
  for (const to of new Set(addresses))
    if (to !== caller.email.toLowerCase())
      await enqueueMail(app, { to, ...(await contactsChangedMail(app, customerId, userId, told)) }, app.db)
}

/** Only the person and the desk may change the primary contact's address. */
async function keepPrimaryAddress(
  db: Db,
  { customerId, role }: Doer,
  { before, after }: { before: Map<string, Contact>; after: Contact[] },
) {
  const next = after.find(({ primaryContact }) => primaryContact)
  const old = next && before.get(next.id)
  if (isOfProvider(role) || !old?.primaryContact || same(old.email, next!.email)) return
  if (role !== 'primary-contact')
    throw organisationProblem('primary_contact_only', {
      messages: ['Only the primary contact can change their address.'],
    })
  // An account's address changes only by its owner's confirmation, which updates the contact too.
  if (same(old.email, (await primaryAddress(db, customerId)) ?? ''))
    throw organisationProblem('primary_address_elsewhere')
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

async function contactsOf(db: Db, customerId: string): Promise<Map<string, Contact>> {
  const rows = await db.selectFrom('contact').selectAll().where('customerId', '=', customerId).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function readContact(
  sent: SentContact,
  index: number,
): ContactDraft & { id?: string | undefined; type: Contact['type'] } {
  const contact = {
    ...sent,
    firstName: plainLine(sent.firstName),
    lastName: plainLine(sent.lastName),
    email: addressOf(sent.email),
    type: contactType(sent),
  }
  const faults = Object.entries(contactFaults(contact))
  if (faults.length > 0)
    throw organisationProblem('contact_invalid', {
      messages: faults.map(([, text]) => `${text}.`),
      errors: Object.fromEntries(faults.map(([field, text]) => [`contacts.${index}.${field}`, [`${text}.`]])),
    })
  return contact
}

/** '' for an invalid address, which a later rule refuses. */
function addressOf(text: string): string {
  try {
    return readAddress(text.trim())
  } catch (error) {
    if (error instanceof Problem) return ''
    throw error
  }
}

const valuesOf = ({ firstName, lastName, email, type, ...roles }: Contact) => ({
  firstName,
  lastName,
  email,
  type,
  primaryContact: roles.primaryContact,
  invoicingContact: roles.invoicingContact,
  libraryContact: roles.libraryContact,
  marketingMaterial: roles.marketingMaterial,
})

const inMail = (contact: Contact) => `${nameOf(contact)}, ${contact.email}`

/** The editor: someone of this customer, or of the desk. */
type Doer = { customerId: string; userId: string; role: Role; freshProof: boolean }

/**
 * Makes another contact the primary one; only the primary contact and the desk may. If the new one has an account of
 * this customer, the rights move to it, and the former holder stays an organisation admin.
 */
async function handOver(
  tx: Db,
  { customerId, userId, role, freshProof }: Doer,
  { before, after, now }: { before: Contact[]; after: Contact[]; now: Date },
): Promise<void> {
  const old = before.find(({ primaryContact }) => primaryContact)
  const next = after.find(({ primaryContact }) => primaryContact)
  if (!old || !next || old.id === next.id) return
  if (role !== 'primary-contact' && !isOfProvider(role))
    throw organisationProblem('primary_contact_only', {
      messages: ['Only the primary contact can make someone else the primary contact.'],
    })
  requireFreshProof({ freshProof })
  const account = await tx
    .selectFrom('appUser')
    .select(['id', 'role', 'email'])
    .where('customerId', '=', customerId)
    .where('role', 'in', ['staff', 'organisation-admin'])
    .where('disabledAt', 'is', null)
    .where((row) => row(row.fn<string>('lower', ['email']), '=', next.email.toLowerCase()))
    .execute()
  // An address of two accounts identifies neither.
  const [heir] = account
  if (!heir || account.length > 1) return
  const move = async (id: string, from: string, to: 'primary-contact' | 'organisation-admin', subject: string) => {
    await tx.updateTable('appUser').set({ role: to }).where('id', '=', id).execute()
    const note = { now, customerId, userId, action: 'role_changed', subject }
    await recordAudit(tx, { ...note, before: { role: from }, after: { role: to } })
  }
  const holders = await tx
    .selectFrom('appUser')
    .select('id')
    .where('customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .execute()
  await move(heir.id, heir.role, 'primary-contact', nameOf(next))
  for (const { id } of holders) await move(id, 'primary-contact', 'organisation-admin', nameOf(old))
}
