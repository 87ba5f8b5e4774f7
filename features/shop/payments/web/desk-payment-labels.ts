import type { DeskPayment, PaymentEvent, PaymentState, Resolution } from '#features/shop/payments/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { bareMoney, formatMoney } from '#kit/web/format.ts'
import type { Tone } from '#ui/tags.tsx'

export type DeskPaymentView = Dated<DeskPayment>
export type EventView = Dated<PaymentEvent>

/** The desk's labels and filters, undecided payments first. */
export const paymentStates: Record<PaymentState, { label: string; tone: Tone }> = {
  HELD: { label: 'Needs review', tone: 'warn' },
  APPROVED: { label: 'Paid', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  BEGUN: { label: 'No result yet', tone: 'plain' },
  RESOLVED: { label: 'Reviewed', tone: 'plain' },
}

export const resolutions = {
  ACCEPTED: {
    label: 'Accept the payment',
    does: 'The payment arrived in full. It pays the order or invoice.',
    done: 'Accepted',
  },
  GIVEN_BACK: {
    label: 'The money was refunded',
    does: 'You refunded it on the card page. The order or invoice won’t change.',
    done: 'Money refunded',
  },
  NOT_PAID: {
    label: 'No money received',
    does: 'The transaction isn’t on the card page. The order or invoice won’t change.',
    done: 'No money received',
  },
} satisfies Record<Exclude<Resolution, ''>, unknown>
export const resolutionNames = ['ACCEPTED', 'GIVEN_BACK', 'NOT_PAID'] as const

export const resolutionLabel = (resolution: Resolution): string => (resolution ? resolutions[resolution].done : '')

/** A held payment is labelled as such, even if an earlier one was accepted. */
export const describeState = ({ held, state }: DeskPaymentView): { label: string; tone: Tone } =>
  paymentStates[held ? 'HELD' : state]

const ways: Record<EventView['way'], string> = {
  portal: 'in the portal',
  return: 'reported by the returning browser',
  callback: 'reported by the card page',
  desk: 'at the desk',
}

const kinds: Record<string, { label: string; tone: Tone }> = {
  BEGUN: { label: 'Started', tone: 'plain' },
  APPROVED: { label: 'Approved', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  HELD: { label: 'Held for review', tone: 'warn' },
  REPEATED: { label: 'Reported again', tone: 'plain' },
  RESOLVED: { label: 'Reviewed', tone: 'plain' },
  REFUNDED: { label: 'Refunded', tone: 'plain' },
}
export const eventKind = (kind: string): { label: string; tone: Tone } => kinds[kind] ?? { label: kind, tone: 'plain' }
export const wayLabel = (way: EventView['way']): string => ways[way]

/** A person's decision; '' for an event of the card page. */
export const decisionOf = ({ kind, resultCode }: EventView): string =>
  kind === 'RESOLVED' ? resolutionLabel(resultCode as Resolution) : ''

/** Unsigned values of the card page; the currency only if it differs from the requested one. */
export function unverifiedIn(event: EventView, expected: string): string {
  if (decisionOf(event)) return ''
  const answer = [event.resultCode, event.resultText].filter(Boolean).join(' ')
  const other = event.currency && event.currency !== expected && `in ${event.currency}`
  return [answer, other].filter(Boolean).join(', ')
}

/** An event's amount. In another currency it is known only to the card page. */
export const reportedAmount = ({ amount, note }: EventView, currency: string): string => {
  if (amount === null) return ''
  return note === 'OTHER_CURRENCY' ? `${bareMoney(amount)}, not ${currency}` : formatMoney(amount, currency)
}

export const paymentAddress = (id: string): string => `/desk/payments/${encodeURIComponent(id)}`
