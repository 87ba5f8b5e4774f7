import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '#features/account/contract.ts'
import { nameOf } from '#features/school/organisation/rules.ts'
import { Button } from '#ui/button.tsx'
import { type Columns, type Order, sortRows, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'

const sortName = (contact: Contact) => `${contact.lastName} ${contact.firstName}`.trim() || contact.email

export const contactColumns: Columns<Contact> = [
  {
    head: 'Name',
    className: 'name-cell weight-550',
    sort: 'name',
    compare: (a, b) => sortName(a).localeCompare(sortName(b)),
    csv: nameOf,
    cell: nameOf,
  },
  { head: 'First name', csv: ({ firstName }) => firstName },
  { head: 'Last name', csv: ({ lastName }) => lastName },
  {
    head: 'Email',
    className: 'email-cell anywhere',
    sort: 'email',
    compare: (a, b) => a.email.localeCompare(b.email),
    csv: ({ email }) => email,
    cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
  },
  { head: 'Roles', className: 'roles-cell', cell: (contact) => <Roles contact={contact} /> },
  { head: 'Primary', csv: ({ primaryContact }) => yesOrNo(primaryContact) },
  { head: 'Library', csv: ({ libraryContact }) => yesOrNo(libraryContact) },
  { head: 'Invoicing', csv: ({ invoicingContact }) => yesOrNo(invoicingContact) },
  {
    head: 'Marketing material',
    className: 'news-cell',
    sort: 'marketing',
    compare: (a, b) => Number(b.marketingMaterial) - Number(a.marketingMaterial),
    csv: ({ marketingMaterial }) => yesOrNo(marketingMaterial),
    cell: ({ marketingMaterial }) => (
      <>
        {marketingMaterial ? 'Yes' : 'No'}
        <span className="narrow-word"> marketing material</span>
      </>
    ),
  },
]

/** The provider's contacts at the school and their topics. Only an `editable` list can be changed. */
export function ContactsTable({
  contacts,
  editable,
  near,
  onChange,
  onRemove,
}: {
  contacts: readonly Contact[]
  editable: boolean
  near: object
  onChange: (contact: Contact) => void
  onRemove: (contact: Contact) => void
}) {
  // The server's order, the primary contact first, until a heading is pressed.
  const [order, setOrder] = useState<Order | null>(null)
  return (
    <div className="contacts-table cards">
      <DataTable
        caption="Contacts"
        columns={[
          ...contactColumns,
          editable && {
            head: 'Actions',
            headHidden: true,
            className: 'act-cell',
            width: '1%',
            cell: (contact) => (
              <span>
                <Button look="bare" square icon={Pencil} {...near} onClick={() => onChange(contact)}>
                  {`Change ${nameOf(contact)}`}
                </Button>
                <Button look="bare" square icon={Trash2} {...near} onClick={() => onRemove(contact)}>
                  {`Remove ${nameOf(contact)}`}
                </Button>
              </span>
            ),
          },
        ]}
        rows={sortRows(contactColumns, contacts, order)}
        keyOf={({ id }) => id}
        order={order}
        onSort={setOrder}
      />
    </div>
  )
}

function Roles({ contact: { primaryContact, invoicingContact, libraryContact } }: { contact: Contact }) {
  if (!primaryContact && !invoicingContact && !libraryContact) return <span className="why">Other</span>
  return (
    <span className="role-tags flow gap-4">
      {primaryContact && <Status tone="ok">Primary</Status>}
      {libraryContact && <Status>Library</Status>}
      {invoicingContact && <Status>Invoicing</Status>}
    </span>
  )
}
