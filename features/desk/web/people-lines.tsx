import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { roleNames } from '#features/desk/rules.ts'
import { isOfProvider, may } from '#kit/roles.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { Link } from '#ui/link.tsx'
import { MenuButton, type MenuGroup } from '#ui/overlay/menu.tsx'
import { Status } from '#ui/tags.tsx'
import type { ShownPerson } from './shown.ts'

const PersonDialogs = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).PersonDialogs }))

export type PersonAction = 'mail-link' | 'hand-link' | 'role' | 'reset-factor' | 'sign-out' | 'shut-out' | 'let-in'

export const PeopleHead = ({ ofAll }: { ofAll: boolean }) => (
  <>
    <th scope="col">Person</th>
    {ofAll && <th scope="col">Organisation</th>}
    <th scope="col">Role</th>
    <th scope="col">State</th>
    <th scope="col">Last seen</th>
    <th scope="col">
      <span className="only-heard">Actions</span>
    </th>
  </>
)

/** The cells of a person; `ofAll` names the organisation too. */
export function PersonCells({ person, ofAll }: { person: ShownPerson; ofAll: boolean }) {
  const { firstName, lastName, username, role, customerId, organisation, disabled, canSignIn, sessions } = person
  const name = `${firstName} ${lastName}`.trim()
  return (
    <>
      <td className="name-cell">
        <strong>{name || username}</strong>
        {name && <div className="why">{username}</div>}
      </td>
      {ofAll && (
        <td>
          {customerId ? (
            <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
          ) : (
            <span className="quiet">The provider</span>
          )}
        </td>
      )}
      <td>{roleNames[role]}</td>
      <td>
        {disabled ? (
          <Status tone="bad">Shut out</Status>
        ) : !canSignIn ? (
          <Status tone="warn">No password yet</Status>
        ) : sessions > 0 ? (
          <Status tone="ok">Signed in</Status>
        ) : (
          <Status>Active</Status>
        )}
      </td>
      <td className="day-cell" data-label="last seen">
        {dateAndTime(person.lastSeenDate)}
      </td>
      <td className="act-cell">
        <PersonMenu person={person} name={name || username} />
      </td>
    </>
  )
}

function PersonMenu({ person, name }: { person: ShownPerson; name: string }) {
  const me = useCurrentUser()
  const [open, setOpen] = useState<PersonAction>()
  const mine = me?.user.id === person.id
  // As the server has it: the provider's own people are an administrator's affair.
  if (mine || (isOfProvider(person.role) && !may(roleOf(me), 'administrator'))) return null
  const entry = (id: PersonAction, label: string) => ({ id, label })
  const groups: MenuGroup[] = [
    ...(person.disabled
      ? []
      : [
          {
            id: 'password',
            items: [entry('mail-link', 'Mail a password link …'), entry('hand-link', 'Make a password link …')],
          },
        ]),
    {
      id: 'account',
      items: [
        entry('role', 'Change role …'),
        ...(person.secondFactor ? [entry('reset-factor', 'Reset second factor …')] : []),
        ...(person.sessions > 0 ? [entry('sign-out', 'End all sessions …')] : []),
        person.disabled ? entry('let-in', 'Let in again …') : entry('shut-out', 'Shut out …'),
      ],
    },
  ]
  return (
    <>
      <MenuButton
        look="bare"
        square
        icon={Ellipsis}
        label={name}
        groups={groups}
        onNear={() => void import('./person-dialogs.tsx').catch(() => undefined)}
        onChoose={(id) => setOpen(id as PersonAction)}
      >
        {`What to do with ${name}`}
      </MenuButton>
      {open && (
        <Suspense>
          <PersonDialogs action={open} person={person} name={name} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
