import type { ReactNode } from 'react'
import { settings } from '#kit/web/settings.ts'
import { BillItems, BillTotals } from './bill-parts.tsx'
import type { ShownReceipt } from './receipt-shown.tsx'
import { calendarDay, cardInWords, momentsDay, titles } from './receipt-words.ts'

/** What is printed: who paid or ordered what, when and how. */
export function ReceiptSheet({ receipt }: { receipt: ShownReceipt }) {
  const { kind, items, currency, amount, shipping } = receipt
  const paid = kind === 'PAID'
  return (
    <section className="receipt-sheet" aria-label="Details">
      <p className="on-paper">
        {settings.providerName} · {titles[kind]}
      </p>
      <dl className="receipt-facts">
        <Fact label="Organisation">{receipt.organisation}</Fact>
        <Fact label="Customer number">{receipt.customerNo}</Fact>
        <Fact label="Invoice">{receipt.invoiceNumber}</Fact>
        <Fact label="Order">{receipt.orderNumber}</Fact>
        <Fact label="Purchase order">{receipt.purchaseOrder}</Fact>
        <Fact label={paid ? 'Paid on' : 'Date'}>{momentsDay(receipt.receiptDate)}</Fact>
        <Fact label="Due">{kind === 'INVOICE_REQUESTED' && calendarDay(receipt.dateDue)}</Fact>
        <Fact label="Card">{cardInWords(receipt.card)}</Fact>
        <Fact label="Transaction">{receipt.transactionID}</Fact>
      </dl>
      {items.length > 0 && <BillItems items={items} currency={currency} label="Items" />}
      <BillTotals
        sums={{ ...receipt, total: amount }}
        hasPostage={shipping > 0}
        total={{ PAID: 'Paid', INVOICE_REQUESTED: 'To be paid', HELD: 'Amount' }[kind]}
      />
    </section>
  )
}

/** What is not known is not shown. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
