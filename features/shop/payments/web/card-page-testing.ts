import { vi } from 'vitest'
import type { CardForm } from '#features/shop/payments/contract.ts'
import type { HumanCheck } from '#platform/human-check/contract.ts'

export const puzzle: HumanCheck = {
  kind: 'altcha',
  puzzle: {
    parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '00', salt: '00', cost: 1, keyLength: 32, keyPrefix: '00' },
    signature: '00',
  },
}

export const cardForm: CardForm = {
  securePayURL: 'https://card.example/live/v2/invoice',
  billName: 'transact',
  merchantId: 'ABC0001',
  primaryRef: 'SCORD100001-x1',
  txnType: '0',
  amount: '31020',
  timestamp: '20261122060000',
  fingerprint: 'f00d',
  returnURL: 'http://portal.test/rest/payment/return',
  returnURLText: 'Back to the portal',
  returnURLTarget: 'self',
  callbackURL: 'http://portal.test/rest/payment/callback',
  cancelURL: 'http://portal.test/rest/payment/return',
  currency: 'AUD',
  deliveryCountry: '',
  billingCountry: '',
  email: '',
  display_receipt: 'no',
}

/** Records posts to the card page instead of leaving. */
export function watchCardPage() {
  const posted: { action: string; members: Record<string, string> }[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const inputs = [...this.querySelectorAll('input')]
    posted.push({ action: this.action, members: Object.fromEntries(inputs.map(({ name, value }) => [name, value])) })
  })
  return posted
}
