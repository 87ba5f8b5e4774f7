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
        returnURLTarget: 'self',
      })
      expect(form.returnURLText).not.toBe('')
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

    const read = (more: Record<string, string>) => port.resultOf(Object.entries(approved(more)))

    test.each([
      ['13750', 13_750],
      ['137.50', 13_750],
      ['0.05', 5],
      ['1234567.89', 123_456_789],
      ['999999999', 999_999_999],
    ])('the amount %s is %i cents', (amount, amountCents) => {
      expect(read({ amount })).toMatchObject({ amountCents })
    })

    test.each([
      ['summarycode', ['5', 'a1', '1a', '']],
      ['rescode', ['-00', '00-', '1234567']],
      ['restext', ['éAfter', 'Afteré', 'x'.repeat(201)]],
      ['refid', ['éA-1', 'A-1é', 'A'.repeat(61)]],
      ['txnid', ['_123456', '123456_', '1'.repeat(61)]],
      ['settdate', ['x20261122', '20261122x', '2026112', 'x']],
      ['timestamp', ['120261122000000', '202611220000001', 'x20261122000000', '20261122000000x', '2026112200000']],
      ['merchant', ['-ABC0001', 'ABC0001-', 'A'.repeat(21)]],
      ['amount', ['-13750', '13750x', '137.5', '137.500', '.50', '137.ab', '1234567890', '']],
      ['currency', ['AAUD', 'AUDD', 'aud', 'x']],
      ['pan', ['4444333322221111', 'x444433...111', '444433...111x', '4444333...111', '444433...11111']],
    ])('a signed result is refused if %s has another form: %j', (name, values) => {
      for (const value of values) expect([value, read({ [name]: value })]).toEqual([value, refusedAs(name)])
    })

    test('a fingerprint has the length and the digits of a fingerprint', () => {
      const { fingerprint = '', ...result } = approved()
      const sent = (other: string) => port.resultOf(Object.entries({ ...result, fingerprint: other }))
      expect(sent(fingerprint.toUpperCase())).toMatchObject({ outcome: 'APPROVED', proof: fingerprint })
      for (const other of [`x${fingerprint}`, `${fingerprint}x`, fingerprint.slice(1), 'g'.repeat(40), ''])
        expect([other, sent(other)]).toEqual([other, refusedAs('fingerprint')])
    })

    test('longer texts and every short card number of the operator are read', () => {
      expect(read({ restext: 'x'.repeat(200) })).toMatchObject({ resultText: 'x'.repeat(200) })
      for (const pan of ['...', '444433xxx1111', 'XX', '4444**'])
        expect(read({ pan })).toMatchObject({ cardMasked: pan })
    })

    test.each(['20260231000000', '20261322000000', '20261122240000', '20261122006000'])(
      'a signed result of %s is refused: there is no such moment',
      (timestamp) => {
        expect(read({ timestamp })).toEqual({ refused: 'timestamp is not a valid time' })
      },
    )

    test('only an approval needs a transaction', () => {
      expect(read({ txnid: '' })).toEqual({ refused: 'approved without a transaction' })
      for (const summarycode of ['2', '3', '4']) expect(read({ txnid: '', summarycode })).toMatchObject({ txnId: '' })
    })

    test('what the operator leaves out is empty; the summary stands for a missing code', () => {
      const result = approved()
      for (const name of ['rescode', 'restext', 'txnid', 'settdate', 'currency', 'pan', 'fingerprint'])
        delete result[name]
      const declined = sign({ ...result, summarycode: '2' })
      expect(port.resultOf(Object.entries(declined))).toMatchObject({
        outcome: 'DECLINED',
        txnId: '',
        resultCode: '2',
        resultText: '',
        currency: '',
        cardMasked: '',
      })
    })

    test.each(['refid', 'amount', 'timestamp', 'summarycode', 'merchant', 'fingerprint'])(
      'a result without %s is refused',
      (name) => {
        const { [name]: _, ...rest } = approved()
        expect(port.resultOf(Object.entries(rest))).toEqual({ refused: `${name} is missing` })
      },
    )

    test('a result has at most 60 members, with plain names and short values', () => {
      const given = Object.entries(approved())
      const plus = (more: [string, string][]) => port.resultOf([...given, ...more])
      const others = Array.from({ length: 60 - given.length }, (_, n): [string, string] => [`other${n}`, '1'])
      expect(plus(others)).toMatchObject({ outcome: 'APPROVED' })
      expect(plus([...others, ['another', '1']])).toEqual({ refused: 'too many members' })
      expect(plus([['n'.repeat(40), 'x'.repeat(1000)]])).toMatchObject({ outcome: 'APPROVED' })
      for (const name of ['n'.repeat(41), '', 'a-b', '-a', 'a-', '<script>'])
        expect([name, plus([[name, '1']])]).toEqual([name, { refused: 'a member of an unknown form' }])
      for (const value of ['x'.repeat(1001), 'a|b', 'a\nb', 'a\u0000', '\ufffd'])
        expect([value, plus([['other', value]])]).toEqual([value, refusedAs('other')])
    })

    test('unknown members are ignored, unless one is repeated', () => {
      const more = [...Object.entries(approved()), ['cardtype', '6'] as [string, string]]
      expect(port.resultOf(more)).toMatchObject({ outcome: 'APPROVED' })
      expect(port.resultOf([...more, ['CardType', '6']])).toMatchObject({ refused: 'CardType comes twice' })
    })
  })
}

const refusedAs = (name: string) => ({ refused: `${name} has another form` })

const timeOf = (timestamp: string) => `${timestamp.slice(8, 10)}:${timestamp.slice(10, 12)}:${timestamp.slice(12, 14)}`
