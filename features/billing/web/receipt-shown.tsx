import { CircleCheck, CreditCard, FileDown, Hourglass, Printer, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Receipt, receiptsApi } from '#features/billing/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/tags.tsx'
import { payInvoiceAddress } from './pay-words.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { sentenceOf, titles } from './receipt-words.ts'

export type ShownReceipt = Dated<Receipt>

/** A receipt that the server knows. */
export function ReceiptShown({ receipt, onLookAgain }: { receipt: ShownReceipt; onLookAgain: () => void }) {
  const { kind, id } = receipt
  const held = kind === 'HELD'
  return (
    <>
      <title>{receipt.invoiceNumber ? `${titles[kind]} · ${receipt.invoiceNumber}` : titles[kind]}</title>
      <header className="receipt-head">
        <Icon of={held ? Hourglass : CircleCheck} />
        <div>
          <h1 tabIndex={-1}>{titles[kind]}</h1>
          <p className="state">
            {held ? <Status tone="warn">Being checked</Status> : <Status tone="ok">Success</Status>}
          </p>
          <p className="sentence" role="status">
            {sentenceOf(receipt)}
          </p>
        </div>
      </header>
      <Actions kind={kind}>
        {held && (
          <Button icon={RotateCw} onClick={onLookAgain}>
            Look again
          </Button>
        )}
        {kind === 'INVOICE_REQUESTED' && (
          <LinkButton icon={CreditCard} href={payInvoiceAddress(receipt.customerNo, receipt.invoiceNumber)}>
            Pay the invoice now
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
      <p className="after">
        <LinkButton href="/invoices">Invoices</LinkButton>
        {receipt.subscriptionOrder && <LinkButton href="/subscriptions">Subscriptions</LinkButton>}
      </p>
    </>
  )
}

const Actions = ({ kind, children }: { kind: Receipt['kind']; children: ReactNode }) => (
  <div className={`actions ${kind.toLowerCase()}`}>{children}</div>
)
