import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { useAssign } from './use-assign.ts'
import type { WorkView } from './work-labels.ts'

const nobody = 'nobody'

/** Assigns works to someone at the desk, oneself included, or unassigns them. */
export function GiveButton({
  works,
  label,
  children,
  onDone,
}: {
  works: readonly WorkView[]
  /** The menu's label. */
  label: string
  children: string
  onDone?: () => void
}) {
  const me = useCurrentUser()?.user.id
  const [wanted, want] = useState(false)
  const { reply } = useLatestReply(cataloguingApi.deskPeopleToAssign, {}, { enabled: wanted })
  const { assign, busy } = useAssign()
  const people = [...(reply?.response ?? [])].sort((a, b) => Number(b.id === me) - Number(a.id === me))
  const holders = new Set(works.map(({ assignedToId }) => assignedToId))
  const give = async (id: string) => {
    const person = people.find((each) => each.id === id)
    const to = id === me ? 'Assigned to you' : person ? `Assigned to ${person.name}` : 'Unassigned'
    await assign(works, person?.id ?? null, `${to}.`)
    onDone?.()
  }
  return (
    <MenuButton
      icon={UserRound}
      label={label}
      busy={busy}
      onNear={() => want(true)}
      groups={[
        {
          id: 'people',
          items: people.map(({ id, name }) => ({
            id,
            label: id === me ? `${name} (you)` : name,
            ticked: holders.size === 1 && holders.has(id),
          })),
        },
        {
          id: 'back',
          items: [{ id: nobody, label: 'Unassign', disabled: [...holders].every((id) => !id) }],
        },
      ]}
      onChoose={(id) => void give(id)}
    >
      {children}
    </MenuButton>
  )
}
