import { Ellipsis } from 'lucide-react'
import { lazy, useState } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { roleNames } from '#features/desk/rules.ts'
import { isOfProvider, may } from '#kit/roles.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { MenuButton, type MenuGroup } from '#ui/overlay/menu.tsx'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import type { PersonView } from './desk-views.ts'

const PersonDialogs = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).PersonDialogs }))

export type PersonAction =
  | 'sign-in'
  | 'mail-link'
  | 'hand-link'
  | 'role'
  | 'reset-factor'
  | 'sign-out'
  | 'shut-out'
  | 'let-in'

const nameOf = ({ firstName, lastName, username }: PersonView) => `${firstName} ${lastName}`.trim() || username

function stateOf({ disabled, canSignIn, sessions }: PersonView): [Tone, string] {
  if (disabled) return ['bad', 'Disabled']
  if (!canSignIn) return ['warn', 'No password yet']
  return sessions > 0 ? ['ok', 'Signed in'] : ['plain', 'Active']
}

/** `ofAll`: a list of all organisations, which names each line's own. */
export const peopleColumns = (ofAll: boolean): Columns<PersonView> => [
  {
    head: 'Person',
    className: 'name-cell',
    csv: nameOf,
    cell: (person) => (
      <>
        <strong>{nameOf(person)}</strong>
        {nameOf(person) !== person.username && <div className="why">{person.username}</div>}
      </>
    ),
  },
  { head: 'Username', csv: ({ username }) => username },
  ofAll && {
    head: 'Organisation',
    csv: ({ organisation }) => organisation,
    cell: ({ customerId, organisation }) =>
      customerId ? (
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
      ) : (
        <span className="quiet">The provider</span>
      ),
  },
  { head: 'Role', csv: ({ role }) => roleNames[role], cell: ({ role }) => roleNames[role] },
  {
    head: 'Status',
    csv: (person) => stateOf(person)[1],
    cell: (person) => {
      const [tone, word] = stateOf(person)
      return <Status tone={tone}>{word}</Status>
    },
  },
  {
    head: 'Last seen',
    className: 'day-cell',
    narrow: 'last seen',
    csv: ({ lastSeenDate }) => momentInFile(lastSeenDate),
    cell: ({ lastSeenDate }) => dateAndTime(lastSeenDate),
  },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    cell: (person) => <PersonMenu person={person} name={nameOf(person)} />,
  },
]

function PersonMenu({ person, name }: { person: PersonView; name: string }) {
  const me = useCurrentUser()
  const [open, setOpen] = useState<PersonAction>()
  const entry = (id: PersonAction, label: string) => ({ id, label })
  const asking: MenuGroup = { id: 'ask', items: [entry('sign-in', 'Can they sign in?')] }
  const mine = me?.user.id === person.id
  // As on the server: only an administrator may change the provider's own people.
  const fixed = mine || (isOfProvider(person.role) && !may(roleOf(me), 'administrator'))
  const changing: MenuGroup[] = [
    ...(person.disabled
      ? []
      : [
          {
            id: 'password',
            items: [entry('mail-link', 'Email a password link…'), entry('hand-link', 'Create a password link…')],
          },
        ]),
    {
      id: 'account',
      items: [
        entry('role', 'Change role…'),
        ...(person.secondFactor ? [entry('reset-factor', 'Reset second factor…')] : []),
        ...(person.sessions > 0 ? [entry('sign-out', 'End all sessions…')] : []),
        person.disabled ? entry('let-in', 'Enable account…') : entry('shut-out', 'Disable account…'),
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
        groups={fixed ? [asking] : [asking, ...changing]}
        onNear={() => void import('./person-dialogs.tsx').catch(() => undefined)}
        onChoose={(id) => setOpen(id as PersonAction)}
      >
        {`Actions for ${name}`}
      </MenuButton>
      {open && (
        <LazyPart>
          <PersonDialogs
            action={open}
            person={person}
            name={name}
            fixed={fixed}
            onAction={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </LazyPart>
      )}
    </>
  )
}
