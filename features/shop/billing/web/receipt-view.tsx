import './receipt.css'
import { CircleCheck, CreditCard, FileDown, Hourglass, Printer, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWayBack } from '#features/account/web/account-parts.tsx'
import { type Receipt, receiptsApi } from '#features/shop/billing/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatBusinessDate, formatDay } from '#kit/web/format.ts'
import { settings } from '#kit/web/settings.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { Status } from '#ui/tags.tsx'
import { payInvoiceAddress } from '../../invoices/web/pay-refusal.ts'
import { BillItems, BillTotals } from './bill-parts.tsx'

const provider = settings.providerName

/** The specification's messages, its spelling included. */
const sentences = {
  subscription: `Your ${provider} order has been submitted successfully and will be processed by the ${provider} customer service team. Please check your email for further details.`,
  invoice: `Your ${provider} order has been submitted successfully. Please check your email for further details.`,
  paid: 'Your payment has been successful. Please check your email for further details. Please see below for your recept:',
  held: 'Our team is reviewing your payment. Please don’t pay again. We’ll contact you as soon as we know more.',
}

/** Chosen by the database, not by the address. */
function sentenceOf({ kind, subscriptionOrder }: Pick<Receipt, 'kind' | 'subscriptionOrder'>): string {
  if (kind === 'HELD') return sentences.held
  if (kind === 'PAID') return sentences.paid
  return subscriptionOrder ? sentences.subscription : sentences.invoice
}

const titles: Record<Receipt['kind'], string> = {
  PAID: 'Receipt',
  INVOICE_REQUESTED: 'Order submitted',
  HELD: 'Payment under review',
}

/** `444433...111` in a familiar form. */
const formatCard = (masked: string): string => masked.replace(/^(\d+)\.{3}(\d+)$/, '$1 … $2')

export type ReceiptView = Dated<Receipt>

/** A receipt that exists on the server. */
export function ReceiptDetails({ receipt, onLookAgain }: { receipt: ReceiptView; onLookAgain: () => void }) {
  const { kind, id } = receipt
  const held = kind === 'HELD'
  return (
    <CardScreen
      wide
      className="receipt"
      icon={held ? Hourglass : CircleCheck}
      tone={held ? 'warn' : 'ok'}
      title={titles[kind]}
      whose={
        <>
          For <strong>{receipt.organisation}</strong>{' '}
          {held ? <Status tone="warn">Under review</Status> : <Status tone="ok">Success</Status>}
        </>
      }
      back={useWayBack(
        receipt.subscriptionOrder
          ? { href: '/subscriptions', title: 'Subscriptions' }
          : { href: '/invoices', title: 'Invoices' },
      )}
    >
      <title>{receipt.invoiceNumber ? `${titles[kind]} · ${receipt.invoiceNumber}` : titles[kind]}</title>
      <p className="sentence" role="status">
        {sentenceOf(receipt)}
      </p>
      <Actions kind={kind}>
        {held && (
          <Button icon={RotateCw} onClick={onLookAgain}>
            Check again
          </Button>
        )}
        {kind === 'INVOICE_REQUESTED' && (
          <LinkButton icon={CreditCard} href={payInvoiceAddress(receipt.customerNo, receipt.invoiceNumber)}>
            Pay invoice now
          </LinkButton>
        )}
        {!held && (
          <>
            <LinkButton icon={FileDown} href={addressOf(receiptsApi.receiptPdf, { id })} download>
              Save as PDF
            </LinkButton>
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </Actions>
      <ReceiptSheet receipt={receipt} />
    </CardScreen>
  )
}

const Actions = ({ kind, children }: { kind: Receipt['kind']; children: ReactNode }) => (
  <div className={`flow gap-8 ${kind.toLowerCase()}`}>{children}</div>
)

/** The printed part: who paid or ordered what, when and how. */
function ReceiptSheet({ receipt }: { receipt: ReceiptView }) {
  const { kind, items, currency, amount, shipping } = receipt
  const paid = kind === 'PAID'
  return (
    <section className="receipt-sheet stack one-column gap-20 pt-18 line-above" aria-label="Details">
      <p className="on-paper hidden">
        {settings.providerName} · {titles[kind]}
      </p>
      <dl className="receipt-facts facts stack">
        <Fact label="Organisation">{receipt.organisation}</Fact>
        <Fact label="Customer number">{receipt.customerNo}</Fact>
        <Fact label="Invoice">{receipt.invoiceNumber}</Fact>
        <Fact label="Order">{receipt.orderNumber}</Fact>
        <Fact label="Purchase order">{receipt.purchaseOrder}</Fact>
        <Fact label={paid ? 'Paid on' : 'Date'}>{formatBusinessDate(receipt.receiptDate, 'long')}</Fact>
        <Fact label="Due">{kind === 'INVOICE_REQUESTED' && formatDay(receipt.dateDue, 'long')}</Fact>
        <Fact label="Card">{formatCard(receipt.card)}</Fact>
        <Fact label="Transaction">{receipt.transactionID}</Fact>
      </dl>
      {items.length > 0 && <BillItems items={items} currency={currency} label="Items" />}
      <BillTotals
        sums={{ ...receipt, total: amount }}
        hasPostage={shipping > 0}
        total={{ PAID: 'Paid', INVOICE_REQUESTED: 'Amount due', HELD: 'Amount' }[kind]}
      />
    </section>
  )
}

/** Hides unknown facts. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num weight-500">{children}</dd>
    </div>
  )
}
