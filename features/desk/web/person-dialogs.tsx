import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { providerRoles, roleNames, schoolRoles } from '#features/desk/rules.ts'
import { isOfProvider, type Role } from '#kit/roles.ts'
import { call } from '#kit/web/call.ts'
import { Select } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { tellDone, useDeskChange, useDeskForm, useRefresh } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { PersonView } from './desk-views.ts'
import { IssuedLink } from './issued-link.tsx'
import type { PersonAction } from './people-lines.tsx'

type Given = { person: PersonView; name: string; onClose: () => void }

/** The actions on a person, each explained before it is done. */
export function PersonDialogs({ action, ...given }: Given & { action: PersonAction }) {
  if (action === 'role') return <RoleDialog {...given} />
  if (action === 'hand-link') return <HandLinkDialog {...given} />
  return <AskFirst action={action} {...given} />
}

function AskFirst({ action, person, name, onClose }: Given & { action: Exclude<PersonAction, 'role' | 'hand-link'> }) {
  const change = useDeskChange()
  const { id: userId, email } = person
  const { title, button, text, run, done } = {
    'mail-link': {
      title: `Mail ${name} a password link?`,
      button: 'Send the mail',
      text: `It goes to ${email} and works once${person.canSignIn ? ', for an hour' : ', for seven days'}. Links from before work no more.`,
      run: (): Promise<unknown> => call(deskApi.resetPassword, { userId }),
      done: `A password link was mailed to ${email}.`,
    },
    'reset-factor': {
      title: `Reset the second factor of ${name}?`,
      button: 'Reset',
      text: `For somebody who has lost their phone and recovery codes: be sure whom you speak to. Their authenticator app, recovery codes and passkeys are removed, all sessions end, and we email ${email}. They then sign in with the password alone, and set up another second factor.`,
      run: (): Promise<unknown> => call(deskApi.resetSecondFactor, { userId }),
      done: `The second factor of ${name} was reset.`,
    },
    'sign-out': {
      title: `End all sessions of ${name}?`,
      button: 'End sessions',
      text: 'Wherever this person is signed in, the next step asks for the password.',
      run: (): Promise<unknown> => call(deskApi.endSessionsOf, { userId }),
      done: `${name} is signed out everywhere.`,
    },
    'shut-out': {
      title: `Shut ${name} out?`,
      button: 'Shut out',
      text: 'All sessions end at once, and nobody can sign in to this account until it is let in again. Nothing is deleted.',
      run: (): Promise<unknown> => call(deskApi.changePerson, { userId, disabled: true }),
      done: `${name} is shut out.`,
    },
    'let-in': {
      title: `Let ${name} in again?`,
      button: 'Let in',
      text: 'The person can sign in with the password from before.',
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
      title={`Role of ${name}`}
      action="Change role"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={() =>
        void send(async () => {
          if (role !== person.role) {
            await call(deskApi.changePerson, { userId: person.id, role })
            tellDone(`${name} is now: ${roleNames[role]}.`)
          }
          onClose()
        })
      }
    >
      <Select
        id={field}
        label="Role"
        hint="Whoever has another role is signed out, and signs in with it."
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
      action="Make the link"
      look="main"
      onClose={onClose}
      onConfirm={async () => {
        const { response } = await call(deskApi.resetPassword, { userId: person.id, mail: false })
        void refresh()
        return { text: <IssuedLink address={response.address} />, close: 'Close' }
      }}
    >
      <p>
        For somebody whose mail does not arrive. Whoever has the link can choose the password of {person.username}: hand
        it over only when you are sure whom you speak to. It works once
        {person.canSignIn ? ', for an hour' : ', for seven days'}.
      </p>
    </ConfirmDialog>
  )
}
