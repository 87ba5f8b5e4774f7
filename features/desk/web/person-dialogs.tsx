import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { providerRoles, roleNames, schoolRoles } from '#features/desk/rules.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { call } from '#kit/web/call.ts'
import { Select } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskChange, useDeskForm, useRefresh } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import type { PersonView } from './desk-views.ts'
import { IssuedLink } from './issued-link.tsx'
import type { PersonAction } from './people-lines.tsx'
import { PersonSignIn } from './person-sign-in.tsx'

type Given = { person: PersonView; name: string; onClose: () => void }

/** The actions on a person, each explained before it is done. */
export function PersonDialogs({
  action,
  fixed,
  onAction,
  ...given
}: Given & { action: PersonAction; fixed: boolean; onAction: (action: PersonAction) => void }) {
  if (action === 'sign-in') return <PersonSignIn {...given} fixed={fixed} onAction={onAction} />
  if (action === 'role') return <RoleDialog {...given} />
  if (action === 'hand-link') return <HandLinkDialog {...given} />
  return <AskFirst action={action} {...given} />
}

function AskFirst({
  action,
  person,
  name,
  onClose,
}: Given & { action: Exclude<PersonAction, 'sign-in' | 'role' | 'hand-link'> }) {
  const change = useDeskChange()
  const { id: userId, email } = person
  const { title, button, text, run, done } = {
    'mail-link': {
      title: `Email ${name} a password link?`,
      button: 'Send email',
      text: `We’ll send it to ${email}. It works once${person.canSignIn ? ', for an hour' : ', for seven days'}. Earlier links will stop working.`,
      run: (): Promise<unknown> => call(deskApi.resetPassword, { userId }),
      done: `We emailed a password link to ${email}.`,
    },
    'reset-factor': {
      title: `Reset ${name}’s second factor?`,
      button: 'Reset',
      text: `For someone who has lost their phone and recovery codes. Check who you are speaking to first. We’ll remove their authenticator app, recovery codes and passkeys, end all sessions and email ${email}. They can then sign in with the password alone and set up a new second factor.`,
      run: (): Promise<unknown> => call(deskApi.resetSecondFactor, { userId }),
      done: `${name}’s second factor was reset.`,
    },
    'sign-out': {
      title: `End all of ${name}’s sessions?`,
      button: 'End sessions',
      text: 'They will need to sign in again on every device.',
      run: (): Promise<unknown> => call(deskApi.endSessionsOf, { userId }),
      done: `${name} was signed out everywhere.`,
    },
    'shut-out': {
      title: `Disable ${name}’s account?`,
      button: 'Disable account',
      text: 'We’ll end all sessions now. No one can sign in to this account until you enable it again. Nothing is deleted.',
      run: (): Promise<unknown> => call(deskApi.changePerson, { userId, disabled: true }),
      done: `${name}’s account is disabled.`,
    },
    'let-in': {
      title: `Enable ${name}’s account?`,
      button: 'Enable account',
      text: 'They can sign in with their previous password.',
      run: (): Promise<unknown> => call(deskApi.changePerson, { userId, disabled: false }),
      done: `${name} can sign in again.`,
    },
  }[action]
  return (
    <ConfirmDialog title={title} action={button} onClose={onClose} onConfirm={() => change(run, done)}>
      <p>{text}</p>
    </ConfirmDialog>
  )
}

function RoleDialog({ person, name, onClose }: Given) {
  const field = useId()
  const [role, setRole] = useState<Role>(person.role)
  const { busy, refused, send } = useDeskForm(() => field)
  const choices = isOfProvider(person.role) ? providerRoles : schoolRoles
  return (
    <FormDialog
      title={`Change ${name}’s role`}
      action="Change role"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={() =>
        void send(async () => {
          if (role !== person.role) {
            await call(deskApi.changePerson, { userId: person.id, role })
            toastSuccess(`${name}’s role is now ${roleNames[role]}.`)
          }
          onClose()
        })
      }
    >
      <Select
        id={field}
        label="Role"
        hint="Changing the role signs the person out. They have the new role when they sign in again."
        value={role}
        options={choices.map((value) => ({ value, label: roleNames[value] }))}
        onChange={(event) => setRole(event.target.value as Role)}
      />
    </FormDialog>
  )
}

function HandLinkDialog({ person, name, onClose }: Given) {
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Password link for ${name}`}
      action="Create link"
      look="main"
      onClose={onClose}
      onConfirm={async () => {
        const { response } = await call(deskApi.resetPassword, { userId: person.id, mail: false })
        void refresh()
        return { text: <IssuedLink address={response.address} />, close: 'Close' }
      }}
    >
      <p>
        For people whose email doesn’t arrive. Anyone with the link can choose {person.username}’s password, so check
        who you are speaking to before you hand it over. It works once
        {person.canSignIn ? ', for an hour' : ', for seven days'}.
      </p>
    </ConfirmDialog>
  )
}
