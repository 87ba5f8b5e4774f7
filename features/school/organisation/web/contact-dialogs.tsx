import type { Contact, Customer } from '#features/account/contract.ts'
import { nameOf } from '#features/school/organisation/rules.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ContactDialog, versionOf } from './contact-dialog.tsx'
import { PinField } from './pin-field.tsx'
import { useSaving } from './use-saving.ts'

export type OpenDialog = { what: 'add' } | { what: 'change' | 'remove'; contact: Contact }

/** The dialogs for contacts, loaded on demand. */
export function ContactDialogs({
  open,
  onDone,
  ...rest
}: {
  open: OpenDialog
  customer: Customer
  mayHandOver: boolean
  onDone: (told: string) => void
  onClose: () => void
}) {
  if (open.what === 'remove') {
    const { mayHandOver: _, ...dialog } = rest
    return <RemoveContactDialog {...dialog} contact={open.contact} onRemoved={() => onDone('removed')} />
  }
  const contact = open.what === 'change' ? open.contact : undefined
  return <ContactDialog {...rest} contact={contact} onSaved={() => onDone('saved')} />
}

function RemoveContactDialog({
  customer,
  contact,
  onRemoved,
  onClose,
}: {
  customer: Customer
  contact: Contact
  onRemoved: () => void
  onClose: () => void
}) {
  const { busy, refused, save, pin } = useSaving(customer.id)
  const remove = async () => {
    const contacts = (customer.contacts ?? []).filter(({ id }) => id !== contact.id)
    if (!(await save(() => ({ contacts, ...versionOf(customer) })))) return
    onRemoved()
    onClose()
  }
  return (
    <Dialog
      alert
      title={`Remove ${nameOf(contact)}?`}
      onClose={onClose}
      actions={
        <>
          <Button ref={focusNow} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={remove}>
            Remove
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        {refused && <ErrorBox messages={refused} />}
        {pin.wanted && <PinField id="remove-pin" pin={pin.value} error={pin.error} onChange={pin.change} />}
        <p>We’ll stop emailing {contact.email}. The person’s account, if they have one, won’t change.</p>
      </div>
    </Dialog>
  )
}
