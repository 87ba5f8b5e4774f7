import type { DeskPayment, PaymentEvent, PaymentState, Resolution } from '#features/shop/payments/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { bareMoney, moneyInWords } from '#kit/web/in-words.ts'
import type { Tone } from '#ui/tags.tsx'

export type DeskPaymentView = Dated<DeskPayment>
export type EventView = Dated<PaymentEvent>

/** The desk's labels and filters, undecided payments first. */
export const paymentStates: Record<PaymentState, { label: string; tone: Tone }> = {
  HELD: { label: 'To be decided', tone: 'warn' },
  APPROVED: { label: 'Paid', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Given up', tone: 'plain' },
  BEGUN: { label: 'No answer yet', tone: 'plain' },
  RESOLVED: { label: 'Decided', tone: 'plain' },
}

export const resolutions = {
  ACCEPTED: {
    label: 'Accept it',
    does: 'The money has arrived and is right: it pays for what it was begun for, as any payment does.',
    done: 'Accepted by hand',
  },
  GIVEN_BACK: {
    label: 'The money was given back',
    does: 'You have given it back on the card page. Nothing is paid by it; the order or invoice stays as it is.',
    done: 'Money given back',
  },
  NOT_PAID: {
    label: 'No money came',
    does: 'The card page lists no such transaction. Nothing is paid by it.',
    done: 'No money came',
  },
} satisfies Record<Exclude<Resolution, ''>, unknown>
export const resolutionNames = ['ACCEPTED', 'GIVEN_BACK', 'NOT_PAID'] as const

export const resolutionInWords = (resolution: Resolution): string => (resolution ? resolutions[resolution].done : '')

/** A held payment is labelled as such, even if an earlier one was accepted. */
export const stateInWords = ({ held, state }: DeskPaymentView): { label: string; tone: Tone } =>
  paymentStates[held ? 'HELD' : state]

const ways: Record<EventView['way'], string> = {
  portal: 'in the portal',
  return: 'told by the browser that came back',
  callback: 'told by the card page',
  desk: 'at the desk',
}

const kinds: Record<string, { label: string; tone: Tone }> = {
  BEGUN: { label: 'Begun', tone: 'plain' },
  APPROVED: { label: 'Approved', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Given up', tone: 'plain' },
  HELD: { label: 'Held for a person', tone: 'warn' },
  REPEATED: { label: 'Told again', tone: 'plain' },
  RESOLVED: { label: 'Decided', tone: 'plain' },
  REFUNDED: { label: 'Refunded', tone: 'plain' },
}
export const eventKind = (kind: string): { label: string; tone: Tone } => kinds[kind] ?? { label: kind, tone: 'plain' }
export const wayInWords = (way: EventView['way']): string => ways[way]

/** A person's decision; '' for an event of the card page. */
export const decisionOf = ({ kind, resultCode }: EventView): string =>
  kind === 'RESOLVED' ? resolutionInWords(resultCode as Resolution) : ''

/** Unsigned values of the card page; the currency only if it differs from the requested one. */
export function unverifiedIn(event: EventView, expected: string): string {
  if (decisionOf(event)) return ''
  const answer = [event.resultCode, event.resultText].filter(Boolean).join(' ')
  const other = event.currency && event.currency !== expected && `in ${event.currency}`
  return [answer, other].filter(Boolean).join(', ')
}

/** An event's amount. In another currency it is known only to the card page. */
export const cameAs = ({ amount, note }: EventView, currency: string): string => {
  if (amount === null) return ''
  return note === 'OTHER_CURRENCY' ? `${bareMoney(amount)}, not ${currency}` : moneyInWords(amount, currency)
}

export const paymentAddress = (id: string): string => `/desk/payments/${encodeURIComponent(id)}`
