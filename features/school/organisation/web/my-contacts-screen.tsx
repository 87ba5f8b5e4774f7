import './organisation.css'
import { useQueryClient } from '@tanstack/react-query'
import { ContactRound, UserRoundPlus } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import type { Customer } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Button } from '#ui/button.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Done, EmptyState } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import type { OpenDialog } from './contact-dialogs.tsx'
import { ContactsTable, contactColumns } from './contacts-table.tsx'
import { NotForOthers } from './not-for-others.tsx'
import { saved } from './organisation-messages.ts'
import { PinBox } from './pin-box.tsx'
import { usePin } from './use-pin.ts'

const loadDialogs = () => import('./contact-dialogs.tsx')
const ContactDialogs = lazy(async () => ({ default: (await loadDialogs()).ContactDialogs }))

const prepare = () => {
  prepareOverlays()
  // A failed load is reported when a dialog is opened.
  void loadDialogs().catch(() => undefined)
}
const near = { onPointerEnter: prepare, onFocus: prepare }

export function MyContactsScreen() {
  const me = useCurrentUser()
  const cache = useQueryClient()
  // Someone else may have changed them since they were read.
  useEffect(() => void cache.invalidateQueries({ queryKey: currentUser.queryKey }), [cache])
  if (!me?.customer || !isSchoolStaff(me)) return <NotForOthers me={me} title="Contacts" />
  return <MyContacts customer={me.customer} mayHandOver={me.user.roles.includes('primary-contact')} />
}

function MyContacts({ customer, mayHandOver }: { customer: Customer; mayHandOver: boolean }) {
  const { unlocked } = usePin()
  const [open, setOpen] = useState<OpenDialog>()
  const [done, setDone] = useState(0)
  const notice = useRef<HTMLParagraphElement>(null)
  const contacts = customer.contacts ?? []
  useEffect(() => {
    // The pressed button disappeared with the removed contact's row.
    if (done > 0 && !document.activeElement?.closest('main')) notice.current?.focus()
  }, [done])
  return (
    <div className="organisation-screen">
      <title>Contacts</title>
      <div className="row gap-4">
        <h1>Contacts</h1>
        <HelpLink href="/help/school#contacts" about="contacts and the PIN" />
      </div>
      <p className="lead">
        The people we contact at {customer.name}: for the library, for invoices, and one primary contact for everything
        else.
      </p>
      <PinBox customerId={customer.id}>Contacts are locked. Enter your school’s PIN to add or change them.</PinBox>
      <div className="contacts-bar cluster">
        {unlocked && (
          <Button look="main" icon={UserRoundPlus} {...near} onClick={() => setOpen({ what: 'add' })}>
            Add a contact
          </Button>
        )}
        {contacts.length > 0 && <ExportButton name="Contacts" read={() => fileOf(contactColumns, contacts)} />}
        {done > 0 && <Done ref={notice}>{saved}</Done>}
      </div>
      {contacts.length === 0 ? (
        <EmptyState
          icon={ContactRound}
          title="No contacts yet"
          hint="Enter the PIN and add a contact who is both primary and invoicing contact."
        />
      ) : (
        <ContactsTable
          contacts={contacts}
          editable={unlocked}
          near={near}
          onChange={(contact) => setOpen({ what: 'change', contact })}
          onRemove={(contact) => setOpen({ what: 'remove', contact })}
        />
      )}
      {open && (
        <LazyPart>
          <ContactDialogs
            open={open}
            customer={customer}
            mayHandOver={mayHandOver}
            onDone={() => setDone(done + 1)}
            onClose={() => setOpen(undefined)}
          />
        </LazyPart>
      )}
    </div>
  )
}
