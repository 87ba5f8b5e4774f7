import { CalendarPlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { subscriptionTypes } from '#features/desk/rules.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { typeLabel } from './desk-labels.ts'
import { subscriptionColumns } from './subscription-lines.tsx'

const AddSubscription = lazy(async () => ({ default: (await import('./add-subscription.tsx')).AddSubscription }))

const states = [
  { value: 'current', label: 'Current' },
  { value: 'ending', label: 'Ends within 30 days' },
  { value: 'renewals', label: 'To renew within 90 days' },
  { value: 'due', label: 'Due for renewal' },
  { value: 'future', label: 'Starts later' },
  { value: 'ended', label: 'Ended' },
]
const types = subscriptionTypes.map((value) => ({ value, label: typeLabel(value) }))
const filters = { state: states.map(({ value }) => value), type: subscriptionTypes }

const columns = subscriptionColumns(true)

export const SubscriptionsScreen = forDesk(Subscriptions)

function Subscriptions() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(deskApi.deskSubscriptions, inputOf(address.query))
  const [adding, setAdding] = useState(false)
  return (
    <DeskList
      title="Subscriptions"
      one="subscription"
      many="subscriptions"
      placeholder="Organisation, number or product"
      address={address}
      filters={[
        { name: 'state', label: 'Status', options: states },
        { name: 'type', label: 'Type', options: types },
      ]}
      loaded={loaded}
      columns={columns}
      actions={
        <Button
          icon={CalendarPlus}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setAdding(true)}
        >
          Add subscription
        </Button>
      }
    >
      {adding && (
        <LazyPart>
          <AddSubscription onClose={() => setAdding(false)} />
        </LazyPart>
      )}
    </DeskList>
  )
}
