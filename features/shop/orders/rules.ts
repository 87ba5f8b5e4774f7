import { type Day, dayAfter, firstOf, lastOf, monthAfter } from '#kit/day.ts'
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
 * the term ends on that month’s last.
 */
export function lastDayOfTerm(startsOn: Day, months: number): Day {
  const month = monthAfter(startsOn, months)
  const before = Number(startsOn.slice(8)) - 1
  return dayAfter(firstOf(month), Math.min(before, Number(lastOf(month).slice(8))) - 1)
}

/** A term begins today, or the day after the product's last running term. */
export function firstDayOfTerm(terms: readonly { endsOn: Day }[], today: Day): Day {
  const last = terms
    .map(({ endsOn }) => endsOn)
    .toSorted()
    .at(-1)
  if (last === undefined || last < today) return today
  return dayAfter(last, 1)
}
