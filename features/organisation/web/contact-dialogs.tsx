import type { Contact, Customer } from '#features/account/contract.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { RemoveContactDialog } from './remove-contact-dialog.tsx'

export type OpenDialog = { what: 'add' } | { what: 'change' | 'remove'; contact: Contact }

/** What adds, changes and removes contacts: fetched when it is wanted. */
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
