import { Link } from '#ui/link.tsx'
import { usePayments } from '../../billing/web/use-billing.ts'
import { InvoiceInside } from './invoice-inside.tsx'
import type { InvoiceView } from './invoice-labels.ts'

/** Details of an invoice of the caller's school. */
export function OwnInvoiceInside({ one }: { one: InvoiceView }) {
  const { lines, problem, again } = usePayments()
  const { invoiceNumber, orderNumber } = one
  const payments = lines?.filter(
    (each) => each.invoiceNumber === invoiceNumber || (orderNumber !== null && each.orderNumber === orderNumber),
  )
  return (
    <InvoiceInside
      one={one}
      payments={{ lines: payments, failed: problem !== null, again }}
      order={orderNumber && <Link href="/billing/details?show=orders">{orderNumber}</Link>}
    />
  )
}
