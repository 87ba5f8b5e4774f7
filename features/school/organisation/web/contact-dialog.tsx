import { useId, useState } from 'react'
import type { Contact, Customer } from '#features/account/contract.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { type ContactDraft, contactFaults, nameOf, newContact } from '#features/school/organisation/rules.ts'
import { focusNow } from '#ui/focus-now.ts'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { focusFirst } from '#ui/form/field-order.ts'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { PinField } from './pin-field.tsx'
import { useSaving } from './use-saving.ts'

const roles = [
  ['libraryContact', 'Library contact', 'Gets emails about the catalogue, downloads and settings.'],
  ['invoicingContact', 'Invoicing contact', 'Gets invoices and reminders. Each school needs at least one.'],
] as const

/** A new contact, or changes of one. A refusal keeps the input. */
export function ContactDialog({
  customer,
  contact,
  mayHandOver,
  onSaved,
  onClose,
}: {
  customer: Customer
  /** Undefined for a new one. */
  contact: Contact | undefined
  mayHandOver: boolean
  onSaved: (name: string) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<ContactDraft>(contact ?? newContact)
  const [looked, setLooked] = useState(false)
  const { busy, refused, save, pin } = useSaving(customer.id)
  const own = useCurrentUser()?.user.email
  const id = useId()
  const faults = looked ? contactFaults(draft) : {}
  const change = (part: Partial<ContactDraft>) => setDraft((before) => ({ ...before, ...part }))
  const text = (field: 'firstName' | 'lastName' | 'email') => ({
    id: `${id}-${field}`,
    value: draft[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })

  const submit = async () => {
    setLooked(true)
    const wrong = Object.keys(contactFaults(draft))
    if (wrong.length > 0) return focusFirst(wrong.map((field) => `${id}-${field}`))
    if (await save(() => ({ contacts: withContact(customer, contact?.id, draft), ...versionOf(customer) }))) {
      onSaved(nameOf(draft))
      onClose()
    }
  }
  const elsewhere = contact?.primaryContact && whyElsewhere(contact, { mayHandOver, own })
  const handsOver = draft.primaryContact && !contact?.primaryContact
  return (
    <FormDialog
      title={contact ? `Change ${nameOf(contact)}` : 'Add a contact'}
      action={contact ? 'Save' : 'Add contact'}
      busy={busy}
      refused={refused}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {pin.wanted && (
        <PinField id={`${id}-pin`} ref={focusNow} pin={pin.value} error={pin.error} onChange={pin.change} />
      )}
      <div className="contact-names stack gap-16">
        <TextField label="First name" autoComplete="off" {...text('firstName')} />
        <TextField label="Last name" autoComplete="off" {...text('lastName')} />
      </div>
      <TextField
        required
        label="Email"
        type="email"
        autoComplete="off"
        spellCheck={false}
        {...text('email')}
        {...(elsewhere && { readOnly: true, hint: elsewhere })}
      />
      <fieldset className="contact-roles">
        <legend className="ink-2 text-note weight-500">Roles</legend>
        {roles.map(([role, label, does]) => (
          <Checkbox
            key={role}
            label={
              <>
                {label}
                <span className="does remark block">{does}</span>
              </>
            }
            checked={draft[role]}
            onChange={(event) => change({ [role]: event.target.checked })}
          />
        ))}
        {mayHandOver && (
          <Checkbox
            label={
              <>
                Primary contact
                <span className="does remark block">
                  {contact?.primaryContact
                    ? 'To hand this over, make another contact the primary contact.'
                    : 'Gets the PIN. Each school has one. The current primary contact becomes an ordinary contact.'}
                </span>
              </>
            }
            checked={draft.primaryContact}
            disabled={contact?.primaryContact}
            onChange={(event) => change({ primaryContact: event.target.checked })}
          />
        )}
      </fieldset>
      {handsOver && (
        <p className="hands-over on-warn-soft text-small p-10-14">
          If this person has an account, it will also get your right to change the school’s details, and your account
          will become an organisation admin.
        </p>
      )}
      <fieldset className="contact-roles">
        <legend className="ink-2 text-note weight-500">News</legend>
        <Checkbox
          label={
            <>
              Marketing material
              <span className="does remark block">Product and event news, for people who want it.</span>
            </>
          }
          checked={draft.marketingMaterial}
          onChange={(event) => change({ marketingMaterial: event.target.checked })}
        />
      </fieldset>
    </FormDialog>
  )
}

/** The place where the primary contact's address must be changed; undefined: here. */
function whyElsewhere({ email }: Contact, { mayHandOver, own }: { mayHandOver: boolean; own: string | undefined }) {
  if (!mayHandOver) return 'Only the primary contact can change their address.'
  return email.toLowerCase() === own?.toLowerCase() ? 'Change your address in your profile.' : undefined
}

/** The whole list to save; a new primary contact replaces the former. */
function withContact({ contacts = [] }: Customer, id: string | undefined, draft: ContactDraft) {
  const others = contacts
    .filter((each) => each.id !== id)
    .map((each) => (draft.primaryContact ? { ...each, primaryContact: false } : each))
  const { firstName, lastName, email, primaryContact, invoicingContact, libraryContact, marketingMaterial } = draft
  const values = { firstName, lastName, email, primaryContact, invoicingContact, libraryContact, marketingMaterial }
  return [...others, id === undefined ? values : { ...values, id }]
}

export const versionOf = ({ contactsVersion }: Customer) => (contactsVersion === undefined ? {} : { contactsVersion })
