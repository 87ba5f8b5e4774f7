import { addressLines } from '#kit/address-lines.ts'
import { type Day, daysUntil } from '#kit/day.ts'
import type { Invoice } from './contract.ts'

const settled: readonly string[] = ['Paid', 'Cancelled', 'Refunded']

/** Neither cancelled nor paid, and past its due date. */
export const isOverdue = (
  { invoiceStatus, status, dateDue }: Pick<Invoice, 'invoiceStatus' | 'status' | 'dateDue'>,
  today: Day,
): boolean => !settled.includes(invoiceStatus) && !settled.includes(status) && dateDue < today

/** Days to pay an invoice. */
export const paymentDays = 30

/** The name of every tax that we charge. */
export const taxName = 'GST'

/** `GST 10%`. */
export const formatTax = (basisPoints: number): string => `${taxName} ${basisPoints / 100}%`

export const postageCategory = 'Postage & Handling'

type Counted = { productCategory: string; quantity: number; unitCents: number }
export type Totals = { subTotalCents: number; shippingCents: number; gstCents: number; totalCents: number }

/** Totals in whole cents; tax is on the sum, half a cent rounded up. */
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

/** The payer's details, frozen when the order, quote or invoice was made. */
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
  /** Empty if it is the same address. */
  deliveryAddress: string
  contacts: { type: 'PRIMARY' | 'BILLING'; firstName: string; lastName: string; email: string }[]
}

/** Lines of the delivery address, as it was when ordered. */
export const deliveryLines = (billTo: BillTo): string[] => [
  billTo.name,
  ...(billTo.deliveryAddress ? billTo.deliveryAddress.split('\n').filter(Boolean) : addressLines(billTo)),
]

/** The specification's rule: the BILLING contact's name, else the PRIMARY contact's. */
export const contactNamed = <C extends { type: string }>(contacts: readonly C[]): C | undefined =>
  contacts.find(({ type }) => type === 'BILLING') ?? contacts.find(({ type }) => type === 'PRIMARY')

/** Reminders of an unpaid invoice, by days after its due date; each is emailed until the next one's day. */
const reminders = [
  { kind: 'DUE_SOON', fromDay: -7 },
  { kind: 'OVERDUE_1', fromDay: 1 },
  { kind: 'OVERDUE_14', fromDay: 14 },
  { kind: 'OVERDUE_30', fromDay: 30 },
] as const
export type ReminderKind = (typeof reminders)[number]['kind']

/** Reminders run from this many days before the due date to this many after. */
export const remindersFromDay = 7
export const lastReminderDay = 43

/** The reminder that is due; after missed ones, the latest. Undefined if none is due. */
export function reminderOn(dueOn: Day, today: Day): ReminderKind | undefined {
  const days = -daysUntil(dueOn, today)
  if (days === 0 || days > lastReminderDay) return undefined
  return reminders.findLast(({ fromDay }) => fromDay <= days)?.kind
}
