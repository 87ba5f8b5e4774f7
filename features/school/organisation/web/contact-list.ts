import type { Contact } from '#features/account/contract.ts'
import { nameOf } from '#features/school/organisation/rules.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import type { Order } from '#ui/table/table.tsx'

const keys: Record<string, (contact: Contact) => string> = {
  name: (contact) => `${contact.lastName} ${contact.firstName}`.trim() || contact.email,
  email: ({ email }) => email,
  marketing: ({ marketingMaterial }) => (marketingMaterial ? '0' : '1'),
}

/** As the server has it, the primary contact first, until a heading is pressed. */
export function sortContacts(contacts: readonly Contact[], order: Order | null): readonly Contact[] {
  if (!order) return contacts
  const keyOf = keys[order.by]!
  const turn = order.descending ? -1 : 1
  return [...contacts].sort((a, b) => keyOf(a).localeCompare(keyOf(b)) * turn)
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

export const contactsCsv = (contacts: readonly Contact[]): ExportTable => ({
  columns: ['Name', 'First name', 'Last name', 'E-mail', 'Primary', 'Library', 'Invoicing', 'Marketing material'],
  rows: contacts.map((contact) => [
    nameOf(contact),
    contact.firstName,
    contact.lastName,
    contact.email,
    yes(contact.primaryContact),
    yes(contact.libraryContact),
    yes(contact.invoicingContact),
    yes(contact.marketingMaterial),
  ]),
})
