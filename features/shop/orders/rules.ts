import { dayMs } from '#kit/day.ts'
import type { OrderLine } from './contract.ts'

export type OrderStatus = OrderLine['status']

/** Labels of an order’s status. */
export const orderStatusNames: Record<OrderStatus, string> = {
  AWAITING_PAYMENT: 'Awaiting payment',
  PLACED: 'Placed, invoiced',
  PAID: 'Paid',
  CANCELLED: 'Cancelled',
  REFUNDED: 'Refunded',
}

/** The specification’s message for `disableButtons`. */
export const inProcessSentence =
  'You have a purchase request that has just been submitted and is currently in process, please wait a few minutes before making any further purchases.'

/** A school with an invoice overdue for longer than this pays its next order by card. */
export const maxOverdueDays = 90

/**
 * The last day of a term in months: a year from 22 November ends on 21 November. If the final month has no such day,
 * the term ends on that month’s last. Days are `YYYY-MM-DD`.
 */
export function lastDayOfTerm(startsOn: string, months: number): string {
  const [year = 0, month = 0, day = 0] = startsOn.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day - 1, lastOfMonth))).toISOString().slice(0, 10)
}

/** A term begins today, or the day after the product's last running term. */
export function firstDayOfTerm(terms: readonly { endsOn: string }[], today: string): string {
  const last = terms
    .map(({ endsOn }) => endsOn)
    .toSorted()
    .at(-1)
  if (last === undefined || last < today) return today
  return new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10)
}
