import './desk-payments.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { dateAndTime, formatMoney, grouped } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { type Columns, momentInFile } from '#ui/table/columns.ts'
import { DeskList, useDeskLines } from '#ui/table/desk-list.tsx'
import { Status } from '#ui/tags.tsx'
import { describeHold } from '../rules.ts'
import {
  type DeskPaymentView,
  describeState,
  paymentAddress,
  paymentStates,
  resolutionLabel,
} from './desk-payment-labels.ts'

/** Undecided payments with their problems; `count`: the latest known number. */
function HeldPayments({ count }: { count: number }) {
  // Same query as the list of held payments, so that both share one fetch.
  const { reply } = useLatestReply(paymentsApi.deskPayments, { state: 'HELD', page: 1 }, { enabled: count > 0 })
  const held = reply?.response ?? []
  if (count === 0 || held.length === 0) return null
  return (
    <section className="held-payments mt-18 rounded on-warn-soft" aria-labelledby="held-payments">
      <h2 className="text-large" id="held-payments">
        {count === 1 ? 'One payment needs your review' : `${grouped(count)} payments need your review`}
      </h2>
      <ul className="unlisted">
        {held.map((payment) => (
          <Held key={payment.id} payment={payment} />
        ))}
      </ul>
      {count > held.length && (
        <p>
          <Link href="/desk/payments?state=HELD">All payments to review</Link>
        </p>
      )}
    </section>
  )
}

function Held({ payment }: { payment: DeskPaymentView }) {
  const { id, customerId, organisation, amount, currency, orderNumber, invoiceNumber, holdReason, endedDate } = payment
  return (
    <li>
      <div className="min-w-0 anywhere basis-320">
        <p>
          <strong className="num">{formatMoney(amount, currency)}</strong> from{' '}
          <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
          {(orderNumber ?? invoiceNumber) && <span className="num"> for {orderNumber ?? invoiceNumber}</span>}
        </p>
        <p className="aside">{describeHold(holdReason).wrong}</p>
        <p className="num ink-2 text-note">{dateAndTime(endedDate ?? payment.createdDate)}</p>
      </div>
      <LinkButton href={paymentAddress(id)} aria-label={`Review the payment from ${organisation}`}>
        Review
      </LinkButton>
    </li>
  )
}

const BegunFor = ({ payment: { orderNumber, invoiceNumber } }: { payment: DeskPaymentView }) => (
  <>
    {orderNumber && (
      <Link className="num" href={`/desk/orders?text=${encodeURIComponent(orderNumber)}`}>
        {orderNumber}
      </Link>
    )}
    {orderNumber && invoiceNumber && <br />}
    {invoiceNumber && (
      <Link className="num" href={`/desk/invoices?text=${encodeURIComponent(invoiceNumber)}`}>
        {invoiceNumber}
      </Link>
    )}
  </>
)

const columns: Columns<DeskPaymentView> = [
  {
    head: 'Organisation',
    className: 'name-cell',
    csv: ({ organisation }) => organisation,
    cell: ({ id, organisation, paidBy }) => (
      <>
        <Link className="table-title" href={paymentAddress(id)}>
          {organisation}
        </Link>
        {paidBy && <div className="why">by {paidBy}</div>}
      </>
    ),
  },
  { head: 'Paid by', csv: ({ paidBy }) => paidBy },
  { head: 'For', narrow: 'for', cell: (payment) => <BegunFor payment={payment} /> },
  { head: 'Order', csv: ({ orderNumber }) => orderNumber },
  { head: 'Invoice', csv: ({ invoiceNumber }) => invoiceNumber },
  {
    head: 'Status',
    csv: (payment) => describeState(payment).label,
    cell: (payment) => {
      const { label, tone } = describeState(payment)
      const { resolution, state, resultText } = payment
      return (
        <>
          <Status tone={tone}>{label}</Status>
          {resolution && <div className="why">{resolutionLabel(resolution)}</div>}
          {state === 'DECLINED' && resultText && <div className="why">{resultText} (not verified)</div>}
        </>
      )
    },
  },
  { head: 'Decision', csv: ({ resolution }) => resolutionLabel(resolution) },
  {
    head: 'Started',
    className: 'day-cell',
    csv: ({ createdDate }) => momentInFile(createdDate),
    cell: ({ createdDate }) => dateAndTime(createdDate),
  },
  {
    head: 'Reference',
    className: 'reference-cell',
    csv: ({ reference }) => reference,
    cell: ({ reference, transactionID, card }) => (
      <>
        <span className="code anywhere wraps">{reference}</span>
        <div className="why num">
          {[transactionID, card, (transactionID || card) && 'not verified'].filter(Boolean).join(' · ')}
        </div>
      </>
    ),
  },
  { head: 'Transaction (not verified)', csv: ({ transactionID }) => transactionID },
  { head: 'Card (not verified)', csv: ({ card }) => card },
  { head: 'Bank’s answer (not verified)', csv: ({ resultText }) => resultText },
  { head: 'Currency', csv: ({ currency }) => currency },
  {
    head: 'Amount',
    number: true,
    csv: ({ amount }) => amount,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
]

const states = Object.entries(paymentStates).map(([value, { label }]) => ({ value, label }))
const filters = { state: Object.keys(paymentStates), customerId: 'any' } as const

/** Poll interval in milliseconds. */
const pollMs = 30_000
const paymentsAPage = 50

export const DeskPaymentsScreen = forDesk(DeskPayments)

/** Every card payment attempt; undecided ones first. */
function DeskPayments() {
  const address = useListAddress(filters)
  const loaded = useDeskLines(paymentsApi.deskPayments, inputOf(address.query), { refetchEvery: pollMs })
  const { customerId } = address.query.filters
  const of = customerId ? loaded.reply?.response[0]?.organisation : undefined
  return (
    <DeskList
      title="Payments"
      one="payment"
      many="payments"
      none="No card payments yet"
      hint={
        customerId ? (
          <>
            Card payments from {of || 'one organisation'}. <Link href="/desk/payments">See all organisations</Link>
          </>
        ) : (
          'All card payments. Payments that couldn’t be matched need your review.'
        )
      }
      placeholder="Organisation, reference, order, invoice or transaction"
      address={address}
      filters={[{ name: 'state', label: 'Status', options: states }]}
      loaded={loaded}
      linesPerPage={paymentsAPage}
      first={<HeldPayments count={loaded.reply?.held ?? 0} />}
      columns={columns}
    />
  )
}
