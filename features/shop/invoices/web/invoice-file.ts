import { businessDayInFile, type Column } from '#ui/table/columns.ts'
import type { InvoiceView } from './invoice-labels.ts'

/** Columns that only files have, for schools and the desk: before the total … */
export const amountColumns: Column<InvoiceView>[] = [
  { head: 'Paid', csv: ({ paidDate }) => businessDayInFile(paidDate) },
  { head: 'Currency', csv: ({ currency }) => currency },
  { head: 'Subtotal', csv: ({ subTotal }) => subTotal },
  { head: 'Postage and handling', csv: ({ shipping }) => shipping },
  { head: 'Tax', csv: ({ gst }) => gst },
]

/** … and after it. */
export const orderColumns: Column<InvoiceView>[] = [
  { head: 'Purchase order', csv: ({ purchaseOrder }) => purchaseOrder },
  { head: 'Order', csv: ({ orderNumber }) => orderNumber },
  {
    head: 'Items',
    csv: ({ items }) => items.map(({ quantity, description }) => `${quantity} × ${description}`).join('; '),
  },
]
