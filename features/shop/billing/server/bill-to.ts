import type { Db } from '#app/app.ts'
import type { BillTo } from '../rules.ts'

/** The payer's details from the customer's current details and contacts. */
export async function billToOf(db: Db, customerId: string): Promise<BillTo> {
  const customer = await db
    .selectFrom('customer')
    .select(['customerNo', 'name', 'type', 'streetAddress1', 'streetAddress2', 'suburbCity', 'state', 'country'])
    .select(['postCode', 'deliveryAddress'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const contacts = await db
    .selectFrom('contact')
    .select(['primaryContact', 'invoicingContact', 'firstName', 'lastName', 'email'])
    .where('customerId', '=', customerId)
    .where((row) => row.or([row('primaryContact', '=', true), row('invoicingContact', '=', true)]))
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .execute()
  return {
    ...customer,
    contacts: contacts.map(({ primaryContact, firstName, lastName, email }) => ({
      type: primaryContact ? 'PRIMARY' : 'BILLING',
      firstName,
      lastName,
      email,
    })),
  }
}
