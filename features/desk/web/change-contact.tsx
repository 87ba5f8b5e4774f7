import { useId, useState } from 'react'
import { deskSchoolApi } from '#features/school/organisation/contract.ts'
import { type ContactDraft, contactFaults, nameOf, newContact } from '#features/school/organisation/rules.ts'
import { call } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskChange, useDeskForm } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'

/** Changes a contact for a school that cannot do it itself; without `contactId`, adds one. */
export function ChangeContact(given: { customerId: string; contactId: string | undefined; onClose: () => void }) {
  const { reply } = useLatestReply(deskSchoolApi.deskContacts, { customerId: given.customerId })
  return reply ? <ContactForm {...given} {...reply} /> : null
}

type Contact = ContactDraft & { id?: string }

function ContactForm({
  customerId,
  contactId,
  contacts,
  contactsVersion,
  onClose,
}: {
  customerId: string
  contactId: string | undefined
  contacts: readonly Contact[]
  contactsVersion: number
  onClose: () => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [contact, setContact] = useState<Contact>(contacts.find(({ id }) => id === contactId) ?? newContact)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const [wasPrimary] = useState(contact.primaryContact)
  const submit = () => {
    const faults = Object.entries(contactFaults(contact)).map(([field, text]) => [field, `${text}.`])
    if (faults.length > 0) return refuse({ errors: Object.fromEntries(faults) })
    const takesOver = contact.primaryContact && !wasPrimary
    const others = contacts
      .filter(({ id }) => id !== contactId)
      .map((each) => (takesOver ? { ...each, primaryContact: false } : each))
    return void send(async () => {
      const sent = [...others, contact].map(asSent)
      await call(deskSchoolApi.changeContacts, { customerId, contactsVersion, contacts: sent })
      toastSuccess(`${nameOf(contact)} was saved.`)
      onClose()
    })
  }
  const text = (name: 'firstName' | 'lastName' | 'email') => ({
    id: idOf(name),
    error: errors[name],
    value: contact[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setContact({ ...contact, [name]: event.target.value }),
  })
  const role = (name: 'primaryContact' | 'invoicingContact' | 'libraryContact', label: string) => (
    <Checkbox
      label={label}
      checked={contact[name]}
      disabled={name === 'primaryContact' && wasPrimary}
      onChange={(event) => setContact({ ...contact, [name]: event.target.checked })}
    />
  )
  return (
    <FormDialog
      title={contactId ? 'Change contact' : 'Add contact'}
      action="Save"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField label="First name" maxLength={100} {...text('firstName')} />
      <TextField label="Last name" maxLength={100} {...text('lastName')} />
      <TextField
        required
        label="Email"
        type="email"
        maxLength={254}
        {...text('email')}
        {...(contact.primaryContact && {
          hint: 'PINs go to the email address of the primary contact’s account, not here.',
        })}
      />
      <div>
        {role('primaryContact', 'Primary contact')}
        {role('invoicingContact', 'Invoicing contact')}
        {role('libraryContact', 'Library contact')}
      </div>
    </FormDialog>
  )
}

const asSent = (contact: Contact) => {
  const { firstName, lastName, email, primaryContact, invoicingContact, libraryContact, marketingMaterial } = contact
  const values = { firstName, lastName, email, primaryContact, invoicingContact, libraryContact, marketingMaterial }
  return contact.id === undefined ? values : { ...values, id: contact.id }
}

export function NewPin({ organisation, onClose }: { organisation: { id: string; name: string }; onClose: () => void }) {
  const change = useDeskChange()
  return (
    <ConfirmDialog
      title={`Email ${organisation.name} a new PIN?`}
      action="Email a new PIN"
      onConfirm={() =>
        change(
          () => call(deskSchoolApi.deskResetPin, { customerId: organisation.id }),
          ({ response }) => `We emailed a new PIN to ${response.mailedTo}.`,
        )
      }
      onClose={onClose}
    >
      <p>We’ll email it to the primary contact’s account. The school’s current PIN will stop working.</p>
    </ConfirmDialog>
  )
}
