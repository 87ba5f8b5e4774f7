import type { App, Db } from '#app/app.ts'
import type { Contact } from '#features/account/contract.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { type deskSchoolApi, organisationProblem } from '../contract.ts'
import { saveContacts } from './save-contacts.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env'>
type Contacts = { contacts: Contact[]; contactsVersion: number }

export async function readContacts(db: Db, customerId: string): Promise<Contacts> {
  const customer = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('contactsVersion')
    .executeTakeFirst()
  if (!customer) throw organisationProblem('organisation_not_found')
  const contacts = await db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
  return { contacts, ...customer }
}

/** As the school's own people do it, without the PIN. */
export async function mendContacts(
  app: Needs,
  { userId, role, freshProof }: Caller,
  { customerId, contacts, contactsVersion }: Input<typeof deskSchoolApi.mendContacts>,
): Promise<Contacts> {
  return app.db.transaction().execute(async (within) => {
    await within.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
    const known = await readContacts(within, customerId)
    if (contactsVersion !== known.contactsVersion) throw organisationProblem('contacts_changed')
    await saveContacts({ ...app, db: within }, { customerId, userId, role, freshProof }, contacts)
    return readContacts(within, customerId)
  })
}
