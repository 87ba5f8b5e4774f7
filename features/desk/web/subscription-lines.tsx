import { CalendarCog } from 'lucide-react'
import { lazy, useState } from 'react'
import { formatDay } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, yesOrNo } from '#ui/table/columns.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import { typeLabel } from './desk-labels.ts'
import type { SubscriptionView } from './desk-views.ts'

const SubscriptionDates = lazy(async () => ({ default: (await import('./subscription-dates.tsx')).SubscriptionDates }))

const states: Record<SubscriptionView['state'], [Tone, string]> = {
  current: ['ok', 'Current'],
  future: ['plain', 'Starts later'],
  ended: ['plain', 'Ended'],
}

/** `ofAll`: a list of all organisations, whose lines begin with their own. */
export const subscriptionColumns = (ofAll: boolean): Columns<SubscriptionView> => [
  ofAll && {
    head: 'Organisation',
    className: 'name-cell',
    csv: ({ organisation }) => organisation,
    cell: ({ customerId, organisation, customerNo }) => (
      <>
        <Link className="table-title" href={`/desk/organisations/${encodeURIComponent(customerId)}`}>
          {organisation}
        </Link>
        <div className="why num">{customerNo}</div>
      </>
    ),
  },
  ofAll && { head: 'Number', csv: ({ customerNo }) => customerNo },
  {
    head: 'Product',
    className: ofAll ? undefined : 'name-cell',
    csv: ({ product }) => product.name,
    cell: ({ product, productCode }) => (
      <>
        {product.name}
        <div className="why">{productCode}</div>
      </>
    ),
  },
  { head: 'Product code', csv: ({ productCode }) => productCode },
  {
    head: 'Type',
    csv: ({ subscriptionType }) => typeLabel(subscriptionType.name),
    cell: ({ subscriptionType }) => typeLabel(subscriptionType.name),
  },
  {
    head: 'From',
    className: 'day-cell',
    narrow: 'from',
    csv: ({ effectiveStartDate }) => effectiveStartDate,
    cell: ({ effectiveStartDate }) => formatDay(effectiveStartDate),
  },
  {
    head: 'Until',
    className: 'day-cell',
    narrow: 'until',
    csv: ({ effectiveEndDate }) => effectiveEndDate,
    cell: ({ effectiveEndDate }) => formatDay(effectiveEndDate),
  },
  {
    head: 'Status',
    csv: ({ state }) => states[state][1],
    cell: ({ state, dueForRenewal }) => (
      <>
        <Status tone={states[state][0]}>{states[state][1]}</Status>
        {dueForRenewal && <Status tone="warn">Due for renewal</Status>}
      </>
    ),
  },
  { head: 'Due for renewal', csv: ({ dueForRenewal }) => yesOrNo(dueForRenewal) },
  {
    head: 'Actions',
    headHidden: true,
    className: 'act-cell',
    cell: (subscription) => <ChangeDates subscription={subscription} ofAll={ofAll} />,
  },
]

function ChangeDates({ subscription, ofAll }: { subscription: SubscriptionView; ofAll: boolean }) {
  const { organisation, product } = subscription
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="bare"
        square
        icon={CalendarCog}
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => setOpen(true)}
      >
        {`Change the dates of ${product.name}${ofAll ? ` for ${organisation}` : ''}`}
      </Button>
      {open && (
        <LazyPart>
          <SubscriptionDates subscription={subscription} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  )
}
