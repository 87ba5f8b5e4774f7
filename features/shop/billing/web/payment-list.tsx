import '../../invoices/web/invoice-inside.css'
import { businessDayInFile, type Columns } from '#ui/table/columns.ts'
import { BillingList, type Loaded } from './billing-list.tsx'
import { describeOutcome, type PaymentView, paymentStates } from './payment-labels.ts'
import { PaymentLines } from './payment-lines.tsx'

/** The columns of the file. */
const columns: Columns<PaymentView> = [
  { head: 'Date', csv: ({ createdDate }) => businessDayInFile(createdDate) },
  { head: 'Status', csv: ({ state }) => paymentStates[state].label },
  { head: 'Currency', csv: ({ currency }) => currency },
  { head: 'Amount', csv: ({ amount }) => amount },
  { head: 'Invoice', csv: ({ invoiceNumber }) => invoiceNumber },
  { head: 'Order', csv: ({ orderNumber }) => orderNumber },
  { head: 'Card', csv: ({ card }) => card },
  { head: 'Transaction', csv: ({ transactionID }) => transactionID },
  { head: 'Paid by', csv: ({ paidBy }) => paidBy },
  { head: 'Result', csv: describeOutcome },
]

export const PaymentList = (loaded: Loaded<PaymentView>) => (
  <BillingList
    loaded={loaded}
    name="Payments"
    none="No card payments yet"
    hint="Card payments and their results appear here. Other payments are shown on the invoice."
    columns={columns}
    draw={(payments) => <PaymentLines payments={payments} about />}
  />
)
