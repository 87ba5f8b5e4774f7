import { CalendarCog } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import { dayInWords, typeInWords } from './desk-words.ts'
import type { ShownSubscription } from './shown.ts'

const SubscriptionDates = lazy(async () => ({ default: (await import('./subscription-dates.tsx')).SubscriptionDates }))

const states: Record<ShownSubscription['state'], [Tone, string]> = {
  current: ['ok', 'Current'],
  future: ['plain', 'Begins later'],
  ended: ['plain', 'Ended'],
}

export const SubscriptionsHead = ({ ofAll }: { ofAll: boolean }) => (
  <>
    {ofAll && <th scope="col">Organisation</th>}
    <th scope="col">Product</th>
    <th scope="col">Kind</th>
    <th scope="col">From</th>
    <th scope="col">Until</th>
    <th scope="col">State</th>
    <th scope="col">
      <span className="only-heard">Actions</span>
    </th>
  </>
)

export function SubscriptionCells({ subscription, ofAll }: { subscription: ShownSubscription; ofAll: boolean }) {
  const { organisation, customerId, customerNo, product, productCode, subscriptionType, dueForRenewal } = subscription
  const [tone, word] = states[subscription.state]
  const [open, setOpen] = useState(false)
  return (
    <>
      {ofAll && (
        <td className="name-cell">
          <Link className="table-title" href={`/desk/organisations/${encodeURIComponent(customerId)}`}>
            {organisation}
          </Link>
          <div className="why num">{customerNo}</div>
        </td>
      )}
      <td className={ofAll ? undefined : 'name-cell'}>
        {product.name}
        <div className="why">{productCode}</div>
      </td>
      <td>{typeInWords(subscriptionType.name)}</td>
      <td className="day-cell" data-label="from">
        {dayInWords(subscription.effectiveStartDate)}
      </td>
      <td className="day-cell" data-label="until">
        {dayInWords(subscription.effectiveEndDate)}
      </td>
      <td>
        <Status tone={tone}>{word}</Status>
        {dueForRenewal && <Status tone="warn">Due for renewal</Status>}
      </td>
      <td className="act-cell">
        <Button
          look="bare"
          square
          icon={CalendarCog}
          onPointerEnter={prepareOverlays}
          onFocus={prepareOverlays}
          onClick={() => setOpen(true)}
        >
          {`Change the dates of ${product.name}${ofAll ? ` of ${organisation}` : ''}`}
        </Button>
        {open && (
          <Suspense>
            <SubscriptionDates subscription={subscription} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </td>
    </>
  )
}
