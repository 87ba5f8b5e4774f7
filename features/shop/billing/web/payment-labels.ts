import type { Payment, PaymentState } from '#features/shop/payments/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import type { Tone } from '#ui/tags.tsx'

export type PaymentView = Dated<Payment>

export const paymentStates: Record<PaymentState, { label: string; tone: Tone }> = {
  BEGUN: { label: 'Started', tone: 'plain' },
  APPROVED: { label: 'Paid', tone: 'ok' },
  DECLINED: { label: 'Declined', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  HELD: { label: 'Under review', tone: 'warn' },
  RESOLVED: { label: 'Reviewed', tone: 'plain' },
}

/** The outcome of a card payment attempt, in words for the school. */
export function describeOutcome({
  state,
  resultText,
  resolution,
}: Pick<PaymentView, 'state' | 'resultText' | 'resolution'>): string {
  const text = resultText.trim()
  if (state === 'APPROVED') return 'Approved by the bank.'
  if (state === 'DECLINED') return `Declined by the bank${text ? `: ${text}` : ''}. You were not charged.`
  if (state === 'CANCELLED') return 'Cancelled on the card page. You were not charged.'
  if (state === 'HELD') return 'Our team is reviewing this payment and will contact you.'
  if (state === 'RESOLVED')
    return `Reviewed by our team${resolution === '' || resolution === 'ACCEPTED' ? '' : resolution === 'GIVEN_BACK' ? ' and refunded' : '; no payment was received'}.`
  return 'No result from the card page yet.'
}
