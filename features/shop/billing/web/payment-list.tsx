import '../../invoices/web/invoice-inside.css'
import { BillingList, type Loaded } from './billing-list.tsx'
import { PaymentLines } from './payment-lines.tsx'
import { outcomeInWords, paymentStates, type ShownPayment } from './payment-words.ts'

export const PaymentList = (loaded: Loaded<ShownPayment>) => (
  <BillingList
    loaded={loaded}
    name="Payments"
    none="No payment by card yet"
    hint="Each try to pay by card stands here, with what came of it. What was paid in another way stands with its invoice."
    csv={paymentsCsv}
    draw={(payments) => <PaymentLines payments={payments} about />}
  />
)

const paymentsCsv = (payments: readonly ShownPayment[]) => ({
  columns: [
    'Date',
    'State',
    'Currency',
    'Amount',
    'Invoice',
    'Order',
    'Card',
    'Transaction',
    'Paid by',
    'What came of it',
  ],
  rows: payments.map((each) => [
    each.createdDate,
    paymentStates[each.state].label,
    each.currency,
    each.amount,
    each.invoiceNumber ?? '',
    each.orderNumber ?? '',
    each.card,
    each.transactionID,
    each.paidBy,
    outcomeInWords(each),
  ]),
})
