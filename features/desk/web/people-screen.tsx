import { UserPlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { providerRoles, roleNames, schoolRoles } from '#features/desk/rules.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { peopleColumns } from './people-lines.tsx'

const AddPerson = lazy(async () => ({ default: (await import('./add-person.tsx')).AddPerson }))

const roles = [...schoolRoles, ...providerRoles].map((value) => ({ value, label: roleNames[value] }))
const states = [
  { value: 'active', label: 'Not disabled' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'never', label: 'No password yet' },
]
const filters = { role: roles.map(({ value }) => value), state: states.map(({ value }) => value) }

const columns = peopleColumns(true)

export const PeopleScreen = forDesk(People)

function People() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskApi.deskPeople, inputOf(address.query))
  const [adding, setAdding] = useState(false)
  return (
    <DeskList
      title="People"
      one="person"
      many="people"
      placeholder="Name, email or organisation"
      address={address}
      filters={[
        { name: 'role', label: 'Role', options: roles },
        { name: 'state', label: 'Status', options: states },
      ]}
      loaded={loaded}
      columns={columns}
      actions={
        <Button
          icon={UserPlus}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setAdding(true)}
        >
          Add person
        </Button>
      }
    >
      {adding && (
        <LazyPart>
          <AddPerson onClose={() => setAdding(false)} />
        </LazyPart>
      )}
    </DeskList>
  )
}
