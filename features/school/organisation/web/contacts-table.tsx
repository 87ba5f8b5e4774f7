import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '#features/account/contract.ts'
import { nameOf } from '#features/school/organisation/rules.ts'
import { Button } from '#ui/button.tsx'
import { type Order, SortableHeader, Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { sortContacts } from './contact-list.ts'

/** Whom the provider writes to, and about what. Without `onChange` and `onRemove` it is for reading. */
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
  const [order, setOrder] = useState<Order | null>(null)
  const by = { order, onSort: setOrder }
  return (
    <div className="contacts-table">
      <Table
        caption="Contacts"
        head={
          <>
            <SortableHeader by="name" {...by}>
              Name
            </SortableHeader>
            <SortableHeader by="email" {...by}>
              E-mail
            </SortableHeader>
            <th scope="col">Roles</th>
            <SortableHeader by="marketing" {...by}>
              Marketing material
            </SortableHeader>
            {editable && (
              <th scope="col">
                <span className="only-heard">Actions</span>
              </th>
            )}
          </>
        }
      >
        {sortContacts(contacts, order).map((contact) => (
          <tr key={contact.id}>
            <td className="name-cell">{nameOf(contact)}</td>
            <td className="email-cell">
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </td>
            <td className="roles-cell">
              <Roles contact={contact} />
            </td>
            <td className="news-cell">
              {contact.marketingMaterial ? 'Yes' : 'No'}
              <span className="narrow-word"> marketing material</span>
            </td>
            {editable && (
              <td className="act-cell">
                <span>
                  <Button look="bare" square icon={Pencil} {...near} onClick={() => onChange(contact)}>
                    {`Change ${nameOf(contact)}`}
                  </Button>
                  <Button look="bare" square icon={Trash2} {...near} onClick={() => onRemove(contact)}>
                    {`Remove ${nameOf(contact)}`}
                  </Button>
                </span>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}

function Roles({ contact: { primaryContact, invoicingContact, libraryContact } }: { contact: Contact }) {
  if (!primaryContact && !invoicingContact && !libraryContact) return <span className="why">Other</span>
  return (
    <span className="role-tags">
      {primaryContact && <Status tone="ok">Primary</Status>}
      {libraryContact && <Status>Library</Status>}
      {invoicingContact && <Status>Invoicing</Status>}
    </span>
  )
}
