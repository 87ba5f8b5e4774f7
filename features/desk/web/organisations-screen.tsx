import { Building2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DeskList } from '#ui/table/desk-list.tsx'
import { Status } from '#ui/tags.tsx'
import { dayInWords, typeInWords } from './desk-words.ts'

const AddOrganisation = lazy(async () => ({ default: (await import('./add-organisation.tsx')).AddOrganisation }))

const states = [
  { value: 'current', label: 'With a current one' },
  { value: 'trial', label: 'On trial' },
  { value: 'due', label: 'Due for renewal' },
  { value: 'none', label: 'Without a current one' },
]
const filters = { state: states.map(({ value }) => value) }

export const OrganisationsScreen = forDesk(Organisations)

function Organisations() {
  const address = useListAddress(filters)
  const loaded = useLatestReply(deskApi.deskOrganisations, inputOf(address.asked))
  const [adding, setAdding] = useState(false)
  return (
    <DeskList
      title="Organisations"
      one="organisation"
      many="organisations"
      placeholder="Name, number, person or e-mail"
      address={address}
      filters={[{ name: 'state', label: 'Subscription', options: states }]}
      loaded={loaded}
      head={
        <>
          <th scope="col">Organisation</th>
          <th scope="col">Number</th>
          <th scope="col">Subscriptions</th>
          <th scope="col">Until</th>
          <th scope="col" className="n">
            People
          </th>
        </>
      }
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
      line={({ id, name, type, customerNo, currentTypes, lastEndDate, dueForRenewal, people }) => (
        <>
          <td className="name-cell">
            <Link className="table-title" href={`/desk/organisations/${encodeURIComponent(id)}`}>
              {name}
            </Link>
            <div className="why">{type}</div>
          </td>
          <td className="num">{customerNo}</td>
          <td>
            {currentTypes.map((each) => (
              <Status key={each} tone={each === 'TRIAL' ? 'plain' : 'ok'}>
                {typeInWords(each)}
              </Status>
            ))}
            {currentTypes.length === 0 && <Status tone="bad">None current</Status>}
            {dueForRenewal && <Status tone="warn">Due for renewal</Status>}
          </td>
          <td className="day-cell" data-label="until">
            {dayInWords(lastEndDate)}
          </td>
          <td className="n" data-label="People">
            {people.toLocaleString()}
          </td>
        </>
      )}
    >
      {adding && (
        <Suspense>
          <AddOrganisation onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </DeskList>
  )
}
