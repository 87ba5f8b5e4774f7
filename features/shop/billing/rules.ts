import type { Currency } from '#features/shop/products/rules.ts'
import type { Invoice } from './contract.ts'

const settled: readonly string[] = ['Paid', 'Cancelled', 'Refunded']

/** Neither cancelled nor paid, and its last day is over. `today` as in `2026-11-21`. */
export const isOverdue = (
  { invoiceStatus, status, dateDue }: Pick<Invoice, 'invoiceStatus' | 'status' | 'dateDue'>,
  today: string,
): boolean => !settled.includes(invoiceStatus) && !settled.includes(status) && dateDue.slice(0, 10) < today

/** Days within which an invoice is to be paid. */
export const paymentDays = 30

/** What every tax of ours is called. */
export const taxName = 'GST'

/** How a country is charged; `basisPoints`: hundredths of a percent. */
export type Tax = { country: string; currency: Currency; name: string; basisPoints: number }

/** One row for each country that has a tax of ours; all others buy without tax, in Australian dollars. */
export const taxes: readonly Tax[] = [
  { country: 'Australia', currency: 'AUD', name: taxName, basisPoints: 1000 },
  { country: 'New Zealand', currency: 'NZD', name: taxName, basisPoints: 1500 },
]

export const taxOf = (country: string): Tax => {
  const wanted = country.trim().toLowerCase()
  return (
    taxes.find((tax) => tax.country.toLowerCase() === wanted) ?? {
      country: country.trim(),
      currency: 'AUD',
      name: taxName,
      basisPoints: 0,
    }
  )
}

/** `GST 10%`. */
export const taxInWords = (basisPoints: number): string => `${taxName} ${basisPoints / 100}%`

export const postageCategory = 'Postage & Handling'

type Counted = { productCategory: string; quantity: number; unitCents: number }
export type Totals = { subTotalCents: number; shippingCents: number; gstCents: number; totalCents: number }

/** In whole cents; tax is on the sum, half a cent rounded up. */
export function totalsOf(lines: readonly Counted[], basisPoints: number): Totals {
  const sumOf = (some: readonly Counted[]) => some.reduce((sum, each) => sum + each.quantity * each.unitCents, 0)
  const shippingCents = sumOf(lines.filter((each) => each.productCategory === postageCategory))
  const subTotalCents = sumOf(lines) - shippingCents
  const gstCents = Math.floor(((subTotalCents + shippingCents) * basisPoints + 5000) / 10_000)
  return { subTotalCents, shippingCents, gstCents, totalCents: subTotalCents + shippingCents + gstCents }
}

/** `123.45`, as the specification's `displayAmount`. */
export const displayAmount = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Who pays, as it was written when an order, a quote or an invoice was made. */
export type BillTo = {
  customerNo: string
  name: string
  type: string
  streetAddress1: string
  streetAddress2: string
  suburbCity: string
  state: string
  country: string
  postCode: string
  /** Empty where it is the same. */
  deliveryAddress: string
  contacts: { type: 'PRIMARY' | 'BILLING'; firstName: string; lastName: string; email: string }[]
}

/** The specification's rule: the name is of the PRIMARY contact unless there is a BILLING one. */
export const contactNamed = <C extends { type: string }>(contacts: readonly C[]): C | undefined =>
  contacts.find(({ type }) => type === 'BILLING') ?? contacts.find(({ type }) => type === 'PRIMARY')

/** Reminders of an unpaid invoice, by days after its due date; each is mailed until the next one's day. */
const reminders = [
  { kind: 'DUE_SOON', fromDay: -7 },
  { kind: 'OVERDUE_1', fromDay: 1 },
  { kind: 'OVERDUE_14', fromDay: 14 },
  { kind: 'OVERDUE_30', fromDay: 30 },
] as const
export type ReminderKind = (typeof reminders)[number]['kind']

/** Days before its due date from which one is reminded of, and after it until which. */
export const remindersFromDay = 7
export const lastReminderDay = 43

/** The reminder whose time has come; of several that were missed, the last one. Undefined where there is none. */
export function reminderOn(dueOn: string, today: string): ReminderKind | undefined {
  const days = (Date.parse(today) - Date.parse(dueOn)) / 86_400_000
  if (days === 0 || days > lastReminderDay) return undefined
  return reminders.findLast(({ fromDay }) => fromDay <= days)?.kind
}
