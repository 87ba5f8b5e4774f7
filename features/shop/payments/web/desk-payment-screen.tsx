import './desk-payments.css'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { dateAndTime } from '#kit/web/when.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { holdInWords } from '../rules.ts'
import { DecidePayment } from './decide-payment.tsx'
import {
  cameAs,
  decisionOf,
  eventKind,
  type ShownDeskPayment,
  type ShownEvent,
  unverifiedIn,
  wayInWords,
} from './desk-payment-words.ts'
import { PaymentFacts } from './payment-facts.tsx'

/** Everything that happened to a payment, in its order; nothing of it is ever changed. */
const PaymentLedger = ({ events, currency }: { events: readonly ShownEvent[]; currency: string }) => (
  <section className="desk-lines">
    <h2>What has happened</h2>
    <p className="why">
      The card page signs the reference, amount, time and outcome. The transaction, currency, card and bank’s answer are
      not signed, so check them in the card page’s own list before you rely on them.
    </p>
    <Table
      caption="What has happened"
      head={
        <>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Transaction (not verified)</th>
          <th scope="col" className="n">
            Amount
          </th>
        </>
      }
    >
      {events.map((event) => (
        <tr key={event.id}>
          <Cells event={event} currency={currency} />
        </tr>
      ))}
    </Table>
  </section>
)

function Cells({ event, currency }: { event: ShownEvent; currency: string }) {
  const { label, tone } = eventKind(event.kind)
  const { kind, way, by, note } = event
  const decision = decisionOf(event)
  const said = unverifiedIn(event, currency)
  return (
    <>
      <td className="day-cell">{dateAndTime(event.happenedDate)}</td>
      <td className="name-cell">
        <Status tone={tone}>{label}</Status>{' '}
        <span className="why">
          {wayInWords(way)}
          {by && `, ${by}`}
        </span>
        {said && <div className="why">Reported, not verified: {said}</div>}
        {decision && <div>{decision}</div>}
        {note && <div>{kind === 'HELD' ? holdInWords(note).wrong : note}</div>}
      </td>
      <td data-label="transaction, not verified:">
        {event.transactionID && <span className="code">{event.transactionID}</span>}
      </td>
      <td className="n">{cameAs(event, currency)}</td>
    </>
  )
}

export const DeskPaymentScreen = forDesk(OnePayment)

/** One try to pay: what it was for, what is to be decided about it, and everything that happened to it. */
function OnePayment() {
  const { id = '' } = useParams()
  const { reply, problem, again } = useLatestReply(paymentsApi.deskPayment, { id })
  const late = useTooLong(!reply && !problem, id)
  const payment = reply?.response
  return (
    <div className="desk desk-payment">
      <BackLink fallback={{ href: '/desk/payments', title: 'Payments' }} />
      {payment ? (
        <Everything payment={payment} />
      ) : problem?.status === 404 ? (
        <EmptyState top title="There is no such payment" hint="It may have been written down wrong.">
          <LinkButton look="main" href="/desk/payments">
            All payments
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <DeskHead title="Payment" />
          {problem || late ? (
            <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
          ) : (
            <Skeleton lines={8} width="80%" />
          )}
        </>
      )}
    </div>
  )
}

const Everything = ({ payment }: { payment: ShownDeskPayment & { events: ShownEvent[] } }) => (
  <>
    <DeskHead title={`${moneyInWords(payment.amount, payment.currency)} by ${payment.organisation}`} />
    <PaymentFacts payment={payment} />
    {payment.held && <DecidePayment payment={payment} came={payment.events.findLast(({ kind }) => kind === 'HELD')} />}
    <PaymentLedger events={payment.events} currency={payment.currency} />
  </>
)
