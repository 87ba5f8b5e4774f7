import { expect, test } from 'vitest'
import { pause } from '#kit/server/load/pause.ts'
import { type FingerprintKind, resultFingerprint } from './fingerprint.ts'
import { openPayments } from './payments.ts'
import { describePayments } from './payments-suite.ts'

const publicUrl = 'http://localhost:8080'
const own = { password: 'made-at-the-first-start', clock: () => new Date(), pause }
const signerOf = (kind: FingerprintKind, password: string) => (members: Record<string, string>) => ({
  ...members,
  fingerprint: resultFingerprint(
    { kind, merchant: members.merchant!, password },
    {
      ref: members.refid!,
      amount: members.amount!,
      timestamp: members.timestamp!,
      summaryCode: members.summarycode!,
    },
  ),
})

for (const fingerprint of ['sha1', 'hmac-sha256'] as const) {
  const merchant = {
    kind: 'securepay',
    page: 'https://payment.securepay.com.au/test/v2/invoice',
    merchant: 'ABC0001',
    password: 'abc123',
    fingerprint,
  } as const
  describePayments(`SecurePay with ${fingerprint}`, {
    port: openPayments({ payments: merchant, publicUrl }, own)!,
    sign: signerOf(fingerprint, 'abc123'),
  })
  describePayments(`the bundled sandbox with ${fingerprint}`, {
    port: openPayments({ payments: { kind: 'sandbox', fingerprint }, publicUrl }, own)!,
    sign: signerOf(fingerprint, own.password),
  })
}

test('a result signed in the other way is rejected', () => {
  const port = openPayments({ payments: { kind: 'sandbox', fingerprint: 'hmac-sha256' }, publicUrl }, own)!
  const result = {
    summarycode: '1',
    refid: 'A-1',
    txnid: '1',
    timestamp: '20261122000000',
    merchant: port.merchant,
    amount: '1',
  }
  expect(port.resultOf(Object.entries(signerOf('hmac-sha256', own.password)(result)))).toMatchObject({ txnId: '1' })
  expect(port.resultOf(Object.entries(signerOf('sha1', own.password)(result)))).toEqual({
    refused: 'the fingerprint is not theirs',
  })
})

test('if payments are off there is no card page', () => {
  expect(openPayments({ payments: { kind: 'off' }, publicUrl }, own)).toBeUndefined()
})
