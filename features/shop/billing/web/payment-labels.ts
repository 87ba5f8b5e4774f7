import type { Payment, PaymentState } from '#features/shop/payments/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import type { Tone } from '#ui/tags.tsx'

export type PaymentView = Dated<Payment>

export const paymentStates: Record<PaymentState, { label: string; tone: Tone }> = {
  BEGUN: { label: 'Begun', tone: 'plain' },
  APPROVED: { label: 'Paid', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Given up', tone: 'plain' },
  HELD: { label: 'Being checked', tone: 'warn' },
  RESOLVED: { label: 'Decided', tone: 'plain' },
}

/** The outcome of a card payment attempt, in words for the school. */
export function outcomeInWords({
  state,
  resultText,
  resolution,
}: Pick<PaymentView, 'state' | 'resultText' | 'resolution'>): string {
  const text = resultText.trim()
  if (state === 'APPROVED') return 'The bank has approved it.'
  if (state === 'DECLINED') return `The bank declined it${text ? `: ${text}` : ''}. Nothing was taken.`
  if (state === 'CANCELLED') return 'It was given up on the card page. Nothing was taken.'
  if (state === 'HELD') return 'It is being checked by our team, who will write to you.'
  if (state === 'RESOLVED')
    return `It was checked by our team${resolution === '' || resolution === 'ACCEPTED' ? '' : resolution === 'GIVEN_BACK' ? ', and the money was given back' : ', and no money had come'}.`
  return 'There is no answer from the card page yet.'
}
