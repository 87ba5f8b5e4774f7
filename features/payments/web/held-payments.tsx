import { momentInWords } from '#features/desk/web/desk-list-parts.tsx'
import { paymentsApi } from '#features/payments/contract.ts'
import { moneyInWords } from '#kit/web/money.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { holdInWords } from '../rules.ts'
import { paymentAddress, type ShownDeskPayment } from './desk-payment-words.ts'

/** What waits for a decision, each with what is wrong about it; `count` as it is known by now. */
export function HeldPayments({ count }: { count: number }) {
  // The same address as the list of the held ones, so that one look serves both.
  const { reply } = useLatestReply(paymentsApi.deskPayments, { state: 'HELD', page: 1 }, { enabled: count > 0 })
  const held = reply?.response ?? []
  if (count === 0 || held.length === 0) return null
  return (
    <section className="held-payments" aria-labelledby="held-payments">
      <h2 id="held-payments">
        {count === 1
          ? 'One payment waits for your decision'
          : `${count.toLocaleString()} payments wait for your decision`}
      </h2>
      <ul>
        {held.map((payment) => (
          <Held key={payment.id} payment={payment} />
        ))}
      </ul>
      {count > held.length && (
        <p>
          <Link href="/desk/payments?state=HELD">All that wait</Link>
        </p>
      )}
    </section>
  )
}

function Held({ payment }: { payment: ShownDeskPayment }) {
  const { id, customerId, organisation, amount, currency, orderNumber, invoiceNumber, holdReason, endedDate } = payment
  return (
    <li>
      <div>
        <p>
          <strong className="num">{moneyInWords(amount, currency)}</strong> of{' '}
          <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
          {(orderNumber ?? invoiceNumber) && <span className="num"> for {orderNumber ?? invoiceNumber}</span>}
        </p>
        <p className="wrong-with-it">{holdInWords(holdReason).wrong}</p>
        <p className="why num">{momentInWords(endedDate ?? payment.createdDate)}</p>
      </div>
      <LinkButton href={paymentAddress(id)} aria-label={`Decide about the payment of ${organisation}`}>
        Decide
      </LinkButton>
    </li>
  )
}
