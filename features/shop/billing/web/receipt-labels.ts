import type { Receipt } from '#features/shop/billing/contract.ts'
import { settings } from '#kit/web/settings.ts'

const provider = settings.providerName

/** The specification's messages, its spelling included. */
const sentences = {
  subscription: `Your ${provider} order has been submitted successfully and will be processed by the ${provider} customer service team. Please check your email for further details.`,
  invoice: `Your ${provider} order has been submitted successfully. Please check your email for further details.`,
  paid: 'Your payment has been successful. Please check your email for further details. Please see below for your recept:',
  held: 'Our team is reviewing your payment. Please don’t pay again. We’ll contact you as soon as we know more.',
}

/** Chosen by the database, whatever the address says. */
export function sentenceOf({ kind, subscriptionOrder }: Pick<Receipt, 'kind' | 'subscriptionOrder'>): string {
  if (kind === 'HELD') return sentences.held
  if (kind === 'PAID') return sentences.paid
  return subscriptionOrder ? sentences.subscription : sentences.invoice
}

export const titles: Record<Receipt['kind'], string> = {
  PAID: 'Receipt',
  INVOICE_REQUESTED: 'Order submitted',
  HELD: 'Payment under review',
}

/** `444433...111` in a familiar form. */
export const cardInWords = (masked: string): string => masked.replace(/^(\d+)\.{3}(\d+)$/, '$1 … $2')
