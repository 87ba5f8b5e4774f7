import { describe, expect, test } from 'vitest'
import type { CardPayment, PaymentsPort } from '#features/shop/payments/server/payments-port.ts'
import { timestampOf } from './gmt-timestamp.ts'

const paymentRequest: CardPayment = {
  ref: 'SCORD100001-AB12CD34EF56',
  amountCents: 13_750,
  currency: 'AUD',
  fpTimestamp: timestampOf(new Date()),
  returnUrl: 'http://localhost:8080/rest/payment/return',
  callbackUrl: 'http://localhost:8080/rest/payment/callback',
  cancelUrl: 'http://localhost:8080/rest/payment/cancelled?id=1',
  country: 'Australia',
  email: 'librarian@hillview.example',
}

type Sign = (members: Record<string, string>) => Record<string, string>

/** The contract of every hosted card page; `sign` plays the operator. */
export function describePayments(name: string, { port, sign }: { port: PaymentsPort; sign: Sign }) {
  const approved = (more: Record<string, string> = {}) =>
    sign({
      summarycode: '1',
      rescode: '00',
      restext: 'Approved',
      refid: paymentRequest.ref,
      txnid: '123456',
      settdate: '20261122',
      timestamp: paymentRequest.fpTimestamp,
      merchant: port.merchant,
      amount: '13750',
      currency: 'AUD',
      pan: '444433...111',
      ...more,
    })

  describe(name, () => {
    test('the form asks for whole cents, and never contains the password', () => {
      const form = port.formOf(paymentRequest)
      expect(form).toMatchObject({
        securePayURL: port.page,
        billName: 'transact',
        merchantId: port.merchant,
        primaryRef: paymentRequest.ref,
        txnType: '0',
        amount: '13750',
        timestamp: paymentRequest.fpTimestamp,
        returnURL: paymentRequest.returnUrl,
        callbackURL: paymentRequest.callbackUrl,
        currency: 'AUD',
        display_receipt: 'no',
      })
      expect(form.fingerprint).toMatch(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
      expect(port.formOf(paymentRequest)).toEqual(form)
      expect(port.formOf({ ...paymentRequest, amountCents: 13_751 }).fingerprint).not.toBe(form.fingerprint)
    })

    test('a result signed by the operator is read', () => {
      expect(port.resultOf(Object.entries(approved()))).toEqual({
        ref: paymentRequest.ref,
        outcome: 'APPROVED',
        merchant: port.merchant,
        amountCents: 13_750,
        proof: approved().fingerprint,
        currency: 'AUD',
        txnId: '123456',
        resultCode: '00',
        resultText: 'Approved',
        cardMasked: '444433...111',
        at: new Date(`${new Date().toISOString().slice(0, 11)}${timeOf(paymentRequest.fpTimestamp)}Z`),
      })
    })

    test.each([
      ['2', 'DECLINED'],
      ['3', 'DECLINED'],
      ['4', 'CANCELLED'],
    ])('code %s is %s', (summarycode, outcome) => {
      expect(port.resultOf(Object.entries(approved({ summarycode })))).toMatchObject({ outcome })
    })

    test.each(['refid', 'amount', 'timestamp', 'summarycode', 'merchant', 'fingerprint'])(
      'one changed character in %s makes it invalid',
      (member) => {
        const result = approved()
        const changed = result[member]!.replace(/.$/, (last) => (last === '2' ? '3' : '2'))
        expect(port.resultOf(Object.entries({ ...result, [member]: changed }))).toMatchObject({
          refused: expect.any(String),
        })
      },
    )

    test('unsigned members may change, and the proof is the same', () => {
      const result = approved()
      const changed = { ...result, txnid: '999', restext: 'Twice', currency: 'NZD', rescode: '08', pan: '' }
      const proofs = [result, changed].map((each) => port.resultOf(Object.entries(each)))
      expect(proofs[0]).toHaveProperty('proof')
      expect(proofs[1]).toMatchObject({ proof: (proofs[0] as { proof: string }).proof, txnId: '999' })
      expect(port.resultOf(Object.entries(approved({ amount: '100' })))).not.toMatchObject({
        proof: (proofs[0] as { proof: string }).proof,
      })
    })

    test('unknown members are ignored, unless one is repeated', () => {
      const more = [...Object.entries(approved()), ['cardtype', '6'] as [string, string]]
      expect(port.resultOf(more)).toMatchObject({ outcome: 'APPROVED' })
      expect(port.resultOf([...more, ['CardType', '6']])).toMatchObject({ refused: 'CardType comes twice' })
    })
  })
}

const timeOf = (timestamp: string) => `${timestamp.slice(8, 10)}:${timestamp.slice(10, 12)}:${timestamp.slice(12, 14)}`
