import './pay-invoice.css'
import { useParams } from '#kit/web/router.tsx'
import { FindInvoice } from './find-invoice.tsx'
import { PayInvoice } from './pay-invoice.tsx'

const name = 'Pay an invoice'

/** For anyone with an invoice, signed in or not: its two numbers, the amount, the card page. */
export function PayInvoiceScreen() {
  const { customerNo, InvoiceNumber } = useParams()
  return (
    <>
      <title>{InvoiceNumber ? `${name} · ${InvoiceNumber}` : name}</title>
      {customerNo && InvoiceNumber ? (
        <PayInvoice
          key={`${customerNo} ${InvoiceNumber}`}
          customerNo={customerNo.trim()}
          invoiceNumber={InvoiceNumber.trim()}
        />
      ) : (
        <FindInvoice />
      )}
    </>
  )
}
