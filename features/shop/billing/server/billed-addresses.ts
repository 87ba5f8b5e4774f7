import type { Db } from '#app/app.ts'
import { readAddress } from '#platform/mail/server/mail.ts'

/**
 * `everyone`: primary and invoicing contacts. `payers`: only the invoicing ones, or the primary contact if there are
 * none.
 */
export type Billed = 'everybody' | 'payers'

/** The addresses for mails about an invoice, each once. */
export async function billedAddresses(db: Db, customerId: string, to: Billed): Promise<string[]> {
  const contacts = await db
    .selectFrom('contact')
    .select(['email', 'invoicingContact', 'primaryContact'])
    .where('customerId', '=', customerId)
    .where((row) => row.or([row('primaryContact', '=', true), row('invoicingContact', '=', true)]))
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .execute()
  const payers = contacts.filter(({ invoicingContact }) => invoicingContact)
  const found = addressesOf(to === 'payers' && payers.length > 0 ? payers : contacts)
  if (found.length > 0) return found
  const people = await db
    .selectFrom('appUser')
    .select('email')
    .where('customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute()
  return addressesOf(people)
}

/** Skips invalid addresses, so that the others get their mail. */
function addressesOf(people: readonly { email: string }[]): string[] {
  const byKey = new Map<string, string>()
  for (const { email } of people)
    try {
      const address = readAddress(email)
      byKey.set(address.toLowerCase(), byKey.get(address.toLowerCase()) ?? address)
    } catch {}
  return [...byKey.values()]
}
