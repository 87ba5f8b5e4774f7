import '../../invoices/web/invoice-inside.css'
import type { Columns } from '#ui/table/columns.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { outcomeInWords, type PaymentView, paymentStates } from './payment-labels.ts'
import { PaymentLines } from './payment-lines.tsx'

/** The columns of the file. */
const columns: Columns<PaymentView> = [
  { head: 'Date', csv: ({ createdDate }) => createdDate },
  { head: 'State', csv: ({ state }) => paymentStates[state].label },
  { head: 'Currency', csv: ({ currency }) => currency },
  { head: 'Amount', csv: ({ amount }) => amount },
  { head: 'Invoice', csv: ({ invoiceNumber }) => invoiceNumber },
  { head: 'Order', csv: ({ orderNumber }) => orderNumber },
  { head: 'Card', csv: ({ card }) => card },
  { head: 'Transaction', csv: ({ transactionID }) => transactionID },
  { head: 'Paid by', csv: ({ paidBy }) => paidBy },
  { head: 'What came of it', csv: outcomeInWords },
]

export const PaymentList = (loaded: Loaded<PaymentView>) => (
  <BillingList
    loaded={loaded}
    name="Payments"
    none="No payment by card yet"
    hint="Each try to pay by card stands here, with what came of it. What was paid in another way stands with its invoice."
    columns={columns}
    draw={(payments) => <PaymentLines payments={payments} about />}
  />
)
