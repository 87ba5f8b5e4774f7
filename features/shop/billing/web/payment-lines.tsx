import { formatBusinessDate, formatMoney } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { Status } from '#ui/tags.tsx'
import { invoiceAddress } from '../../invoices/web/invoice-labels.ts'
import { describeOutcome, type PaymentView, paymentStates } from './payment-labels.ts'

/** The ledger as a sentence per card payment attempt. `about`: adds what it was for. */
export const PaymentLines = ({
  payments,
  about = false,
  hrefOf,
}: {
  payments: readonly PaymentView[]
  about?: boolean
  /** Links to a payment's own page, if there is one. */
  hrefOf?: ((id: string) => string) | undefined
}) => (
  <ol className="payment-lines text-small ruled">
    {payments.map((payment) => (
      <Line key={payment.id} payment={payment} about={about} href={hrefOf?.(payment.id)} />
    ))}
  </ol>
)

function Line({ payment, about, href }: { payment: PaymentView; about: boolean; href: string | undefined }) {
  const { state, amount, currency, card, transactionID, receiptId, invoiceNumber, orderNumber, paidBy } = payment
  const { label, tone } = paymentStates[state]
  const facts = [card && `Card ${card}`, transactionID && `Transaction ${transactionID}`, paidBy && `By ${paidBy}`]
  return (
    <li className="stack py-8 one-column-860">
      <p className="num when ink-2 text-note">{formatBusinessDate(payment.createdDate)}</p>
      <div>
        <p>
          <Status tone={tone}>{label}</Status>{' '}
          <strong className="num">
            {href ? <Link href={href}>{formatMoney(amount, currency)}</Link> : formatMoney(amount, currency)}
          </strong>
          {about && (invoiceNumber || orderNumber) && (
            <>
              {' for '}
              {invoiceNumber ? (
                <Link href={invoiceAddress(invoiceNumber)}>invoice {invoiceNumber}</Link>
              ) : (
                `order ${orderNumber}`
              )}
            </>
          )}
        </p>
        <p className="why mt-2 anywhere">{describeOutcome(payment)}</p>
        <p className="why num mt-2 anywhere">
          {facts.filter(Boolean).join(' · ')}
          {receiptId && (
            <>
              {facts.some(Boolean) && ' · '}
              <Link href={`/payment/receipt?id=${encodeURIComponent(receiptId)}`}>Receipt</Link>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
