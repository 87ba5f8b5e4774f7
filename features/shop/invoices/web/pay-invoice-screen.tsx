import './pay-invoice.css'
import { useParams } from '#kit/web/router.tsx'
import { FindInvoice } from './find-invoice.tsx'
import { PayInvoice } from './pay-invoice.tsx'

const name = 'Pay an invoice'

/** For anyone with an invoice, signed in or not: its two numbers, the amount, the card page. */
export function PayInvoiceScreen() {
  const { customerNo, InvoiceNumber } = useParams()
  return (
    <div className="pay-invoice centred-card anywhere">
      <title>{InvoiceNumber ? `${name} · ${InvoiceNumber}` : name}</title>
      <h1 tabIndex={-1}>{name}</h1>
      {customerNo && InvoiceNumber ? (
        <PayInvoice
          key={`${customerNo} ${InvoiceNumber}`}
          customerNo={customerNo.trim()}
          invoiceNumber={InvoiceNumber.trim()}
        />
      ) : (
        <FindInvoice />
      )}
    </div>
  )
}
