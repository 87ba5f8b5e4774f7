import type { Invoice, InvoiceStatus } from '#features/shop/billing/contract.ts'
import { type Day, daysUntil } from '#kit/day.ts'
import { businessDay, type Dated } from '#kit/web/dates.ts'
import { formatBusinessDate } from '#kit/web/format.ts'
import type { Tone } from '#ui/tags.tsx'

export type InvoiceView = Dated<Invoice>

export const states: Record<InvoiceStatus, { label: string; tone: Tone }> = {
  Pending: { label: 'Pending', tone: 'plain' },
  Overdue: { label: 'Overdue', tone: 'bad' },
  Paid: { label: 'Paid', tone: 'ok' },
  Cancelled: { label: 'Cancelled', tone: 'plain' },
  Refunded: { label: 'Refunded', tone: 'plain' },
}

/** True if it is unpaid. */
export const isOpen = ({ invoiceStatus }: Pick<InvoiceView, 'invoiceStatus'>): boolean =>
  invoiceStatus === 'Pending' || invoiceStatus === 'Overdue'

/** Days until the due date, negative after it. Counted in the provider's days, as on the server. */
export const daysLeft = (dateDue: Day, now: Date): number => daysUntil(dateDue, businessDay(now))

/** The relevant date of an invoice: its due date or its end. */
export function describeDue(invoice: InvoiceView, now: Date): string {
  if (invoice.invoiceStatus === 'Paid') return invoice.paidDate ? `on ${formatBusinessDate(invoice.paidDate)}` : ''
  if (!isOpen(invoice)) return invoice.endedDate ? `on ${formatBusinessDate(invoice.endedDate)}` : ''
  const days = daysLeft(invoice.dateDue, now)
  if (days === 0) return 'due today'
  if (days === 1) return 'due tomorrow'
  if (days > 1) return `due in ${days} days`
  return days === -1 ? 'since yesterday' : `for ${-days} days`
}

export const payAddress = (customerNo: string, invoiceNumber: string): string =>
  `/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNumber)}`

/** The list with one invoice unfolded. */
export const invoiceAddress = (invoiceNumber: string): string =>
  `/invoices?invoice=${encodeURIComponent(invoiceNumber)}`
