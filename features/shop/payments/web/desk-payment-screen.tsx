import './desk-payments.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { dateAndTime, formatMoney } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, fileOf, momentInFile } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { SectionHead } from '#ui/table/section-head.tsx'
import { Status } from '#ui/tags.tsx'
import { describeHold } from '../rules.ts'
import { DecidePayment } from './decide-payment.tsx'
import {
  type DeskPaymentView,
  decisionOf,
  type EventView,
  eventKind,
  reportedAmount,
  unverifiedIn,
  wayLabel,
} from './desk-payment-labels.ts'
import { PaymentFacts } from './payment-facts.tsx'

/** Every event of a payment, in order; events are never changed. */
const PaymentLedger = ({ events, currency }: { events: readonly EventView[]; currency: string }) => (
  <section className="desk-lines cards">
    <SectionHead title="Activity">
      <ExportButton name="Activity" read={() => fileOf(eventColumns(currency), events)} />
    </SectionHead>
    <p className="aside mb-8 measure">
      The card page signs the reference, amount, time and outcome. It doesn’t sign the transaction, currency, card and
      bank’s answer, so check these in the card page’s own list.
    </p>
    <DataTable caption="Activity" columns={eventColumns(currency)} rows={events} keyOf={({ id }) => id} />
  </section>
)

/** `asked`: the currency of the request. */
const eventColumns = (currency: string): Columns<EventView> => [
  {
    head: 'When',
    className: 'day-cell',
    csv: ({ happenedDate }) => momentInFile(happenedDate),
    cell: ({ happenedDate }) => dateAndTime(happenedDate),
  },
  {
    head: 'What',
    className: 'name-cell',
    csv: ({ kind }) => eventKind(kind).label,
    cell: (event) => <WhatHappened event={event} currency={currency} />,
  },
  { head: 'How', csv: ({ way }) => wayLabel(way) },
  { head: 'By', csv: ({ by }) => by },
  { head: 'Reported (not verified)', csv: (event) => unverifiedIn(event, currency) },
  { head: 'Decision', csv: decisionOf },
  { head: 'Note', csv: noteOf },
  {
    head: 'Transaction (not verified)',
    narrow: 'transaction, not verified:',
    csv: ({ transactionID }) => transactionID,
    cell: ({ transactionID }) => transactionID && <span className="code">{transactionID}</span>,
  },
  { head: 'Amount', number: true, csv: ({ amount }) => amount, cell: (event) => reportedAmount(event, currency) },
]

const noteOf = ({ kind, note }: EventView) => (note && kind === 'HELD' ? describeHold(note).wrong : note)

function WhatHappened({ event, currency }: { event: EventView; currency: string }) {
  const { label, tone } = eventKind(event.kind)
  const decision = decisionOf(event)
  const unverified = unverifiedIn(event, currency)
  return (
    <>
      <Status tone={tone}>{label}</Status>{' '}
      <span className="why">
        {wayLabel(event.way)}
        {event.by && `, ${event.by}`}
      </span>
      {unverified && <div className="why">Reported, not verified: {unverified}</div>}
      {decision && <div>{decision}</div>}
      {event.note && <div>{noteOf(event)}</div>}
    </>
  )
}

export const DeskPaymentScreen = forDesk(OnePayment)

/** A payment attempt: its purpose, the pending decision, and its history. */
function OnePayment() {
  const { id = '' } = useParams()
  const { reply, problem, again } = useLatestReply(paymentsApi.deskPayment, { id })
  const payment = reply?.response
  return (
    <div className="desk desk-payment">
      <BackLink fallback={{ href: '/desk/payments', title: 'Payments' }} />
      {payment ? (
        <Everything payment={payment} />
      ) : problem?.status === 404 ? (
        <EmptyState top title="We couldn’t find this payment" hint="Check the address, or choose it from the list.">
          <LinkButton look="main" href="/desk/payments">
            All payments
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <DeskHead title="Payment" />
          {problem ? (
            <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </>
      )}
    </div>
  )
}

const Everything = ({ payment }: { payment: DeskPaymentView & { events: EventView[] } }) => (
  <>
    <DeskHead title={`${formatMoney(payment.amount, payment.currency)} by ${payment.organisation}`} />
    <PaymentFacts payment={payment} />
    {payment.held && <DecidePayment payment={payment} came={payment.events.findLast(({ kind }) => kind === 'HELD')} />}
    <PaymentLedger events={payment.events} currency={payment.currency} />
  </>
)
