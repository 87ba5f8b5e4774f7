import { Building2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { formatDay, grouped } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, yesOrNo } from '#ui/table/columns.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { Status } from '#ui/tags.tsx'
import { typeLabel } from './desk-labels.ts'
import type { OrganisationLineView } from './desk-views.ts'

const AddOrganisation = lazy(async () => ({ default: (await import('./add-organisation.tsx')).AddOrganisation }))

const states = [
  { value: 'current', label: 'Current' },
  { value: 'trial', label: 'On trial' },
  { value: 'due', label: 'Due for renewal' },
  { value: 'none', label: 'None current' },
]
const filters = { state: states.map(({ value }) => value) }

const columns: Columns<OrganisationLineView> = [
  {
    head: 'Organisation',
    className: 'name-cell',
    csv: ({ name }) => name,
    cell: ({ id, name, type }) => (
      <>
        <Link className="table-title" href={`/desk/organisations/${encodeURIComponent(id)}`}>
          {name}
        </Link>
        <div className="why">{type}</div>
      </>
    ),
  },
  { head: 'Type', csv: ({ type }) => type },
  { head: 'Number', className: 'num', csv: ({ customerNo }) => customerNo, cell: ({ customerNo }) => customerNo },
  {
    head: 'Subscriptions',
    csv: ({ currentTypes }) => currentTypes.map(typeLabel).join('; '),
    cell: ({ currentTypes, dueForRenewal }) => (
      <>
        {currentTypes.map((each) => (
          <Status key={each} tone={each === 'TRIAL' ? 'plain' : 'ok'}>
            {typeLabel(each)}
          </Status>
        ))}
        {currentTypes.length === 0 && <Status tone="bad">None current</Status>}
        {dueForRenewal && <Status tone="warn">Due for renewal</Status>}
      </>
    ),
  },
  { head: 'Due for renewal', csv: ({ dueForRenewal }) => yesOrNo(dueForRenewal) },
  {
    head: 'Until',
    className: 'day-cell',
    narrow: 'until',
    csv: ({ lastEndDate }) => lastEndDate,
    cell: ({ lastEndDate }) => formatDay(lastEndDate),
  },
  {
    head: 'People',
    number: true,
    narrow: 'People',
    csv: ({ people }) => people,
    cell: ({ people }) => grouped(people),
  },
]

export const OrganisationsScreen = forDesk(Organisations)

function Organisations() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskApi.deskOrganisations, inputOf(address.query))
  const [adding, setAdding] = useState(false)
  return (
    <DeskList
      title="Organisations"
      one="organisation"
      many="organisations"
      placeholder="Name, number, person or email"
      address={address}
      filters={[{ name: 'state', label: 'Subscription', options: states }]}
      loaded={loaded}
      columns={columns}
      actions={
        <Button
          icon={Building2}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setAdding(true)}
        >
          Add organisation
        </Button>
      }
    >
      {adding && (
        <LazyPart>
          <AddOrganisation onClose={() => setAdding(false)} />
        </LazyPart>
      )}
    </DeskList>
  )
}
