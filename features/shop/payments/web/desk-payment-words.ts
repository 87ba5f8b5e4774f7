import type { DeskPayment, PaymentEvent, PaymentState, Resolution } from '#features/shop/payments/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { moneyInWords } from '#kit/web/money.ts'
import type { Tone } from '#ui/tags.tsx'

export type ShownDeskPayment = Dated<DeskPayment>
export type ShownEvent = Dated<PaymentEvent>

/** As the desk reads and chooses them: what waits for it first. */
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

/** What waits for a person is told as such, also where the first money is in its place. */
export const stateInWords = ({ held, state }: ShownDeskPayment): { label: string; tone: Tone } =>
  paymentStates[held ? 'HELD' : state]

const ways: Record<ShownEvent['way'], string> = {
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
export const wayInWords = (way: ShownEvent['way']): string => ways[way]

/** What a person has made of it; '' of what the card page told. */
export const decisionOf = ({ kind, resultCode }: ShownEvent): string =>
  kind === 'RESOLVED' ? resolutionInWords(resultCode as Resolution) : ''

/** What the card page reports without signing it; the currency where it is not the one asked for. */
export function unverifiedIn(event: ShownEvent, asked: string): string {
  if (decisionOf(event)) return ''
  const answer = [event.resultCode, event.resultText].filter(Boolean).join(' ')
  const other = event.currency && event.currency !== asked && `in ${event.currency}`
  return [answer, other].filter(Boolean).join(', ')
}

/** The amount that an event names. Which other currency money came in is known to the card page alone. */
export const cameAs = ({ amount, note }: ShownEvent, currency: string): string => {
  if (amount === null) return ''
  return note === 'OTHER_CURRENCY' ? `${amount.toFixed(2)}, not ${currency}` : moneyInWords(amount, currency)
}

export const paymentAddress = (id: string): string => `/desk/payments/${encodeURIComponent(id)}`
