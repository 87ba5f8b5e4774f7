import type { ReactNode } from 'react'
import { dateAndTime } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { Status } from '#ui/tags.tsx'
import { type DeskPaymentView, describeState, resolutionLabel } from './desk-payment-labels.ts'

const unverified = (text: string) =>
  text && (
    <>
      {text}
      <div>
        <Status>Not verified</Status>
      </div>
    </>
  )

/** The known facts of a payment; unknown ones are omitted. */
export function PaymentFacts({ payment }: { payment: DeskPaymentView }) {
  const { customerId, customerNo, organisation, orderNumber, invoiceNumber, receiptId, resolution } = payment
  const { label, tone } = describeState(payment)
  const facts: [label: string, value: ReactNode][] = [
    [
      'Status',
      <Status key="state" tone={tone}>
        {label}
      </Status>,
    ],
    [
      'Organisation',
      <Link key="organisation" href={`/desk/organisations/${encodeURIComponent(customerId)}`}>
        {organisation} ({customerNo})
      </Link>,
    ],
    ['Order', orderNumber && <Link href={`/desk/orders?text=${encodeURIComponent(orderNumber)}`}>{orderNumber}</Link>],
    [
      'Invoice',
      invoiceNumber && <Link href={`/desk/invoices?text=${encodeURIComponent(invoiceNumber)}`}>{invoiceNumber}</Link>,
    ],
    ['Started', dateAndTime(payment.createdDate)],
    ['Ended', dateAndTime(payment.endedDate)],
    ['Started by', payment.paidBy || 'Someone with the invoice’s numbers'],
    [
      'Reference',
      <span key="reference" className="code">
        {payment.reference}
      </span>,
    ],
    ['Transaction', unverified(payment.transactionID)],
    ['Card', unverified(payment.card)],
    ['Bank’s answer', unverified(payment.resultText)],
    ['Receipt', receiptId && <Link href={`/payment/receipt?id=${encodeURIComponent(receiptId)}`}>Open</Link>],
    [
      'Reviewed',
      resolution &&
        `${resolutionLabel(resolution)}${payment.resolvedBy ? ` by ${payment.resolvedBy}` : ''}${payment.resolvedDate ? `, ${dateAndTime(payment.resolvedDate)}` : ''}`,
    ],
  ]
  return (
    <dl className="facts stack line-around">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
