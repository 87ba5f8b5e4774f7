import type { Invoice } from './contract.ts'

const settled: readonly string[] = ['Paid', 'Cancelled', 'Refunded']

/** Neither cancelled nor paid, and its last day is over. `today` as in `2026-11-21`. */
export const isOverdue = (
  { invoiceStatus, status, dateDue }: Pick<Invoice, 'invoiceStatus' | 'status' | 'dateDue'>,
  today: string,
): boolean => !settled.includes(invoiceStatus) && !settled.includes(status) && dateDue.slice(0, 10) < today
