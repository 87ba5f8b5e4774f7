import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cardPageOf } from './payments-testing.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())

const asText = (result: Record<string, string>) => new URLSearchParams(result).toString()

/** Refused in both ways, and nothing changes. */
async function isRefused(sent: string | Record<string, string>) {
  const before = await card.everything()
  const callback = await card.deliver('callback', sent)
  expect([callback.statusCode, callback.json().code]).toEqual([400, 'result_refused'])
  expect(await card.comeBack(sent)).toBe('/payment?problem=result')
  expect(await card.everything()).toBe(before)
}

test.each([
  ['the amount', { amount: '1' }],
  ['the code', { summarycode: '1' }],
  ['the moment', { timestamp: '20260101000000' }],
  ['the merchant', { merchant: 'SANDBOX2' }],
  ['the fingerprint', { fingerprint: 'f'.repeat(40) }],
  ['the kind of fingerprint', { fingerprint: 'f'.repeat(64) }],
])('a result with %s changed is refused', async (_, change) => {
  const { attempt } = await card.begin()
  await isRefused(await card.resultOf(attempt, { summarycode: '2' }, change))
})

test('the approval of one payment is not valid for another', async () => {
  const [paid, other] = [await card.begin(), await card.begin()]
  await isRefused(await card.resultOf(paid.attempt, {}, { refid: other.attempt.ref }))
})

test('an unknown reference is refused, and so is a bare invoice number', async () => {
  const { attempt } = await card.begin()
  for (const refid of ['SCINV1', 'nothing', `${attempt.ref}A`]) await isRefused(await card.resultOf(attempt, { refid }))
})

test.each(['refid', 'amount', 'summarycode', 'fingerprint', 'txnid', 'AMOUNT', 'anything'])(
  '%s sent twice is refused, in the body, in the address or in both',
  async (name) => {
    const { attempt } = await card.begin()
    const result = await card.resultOf(attempt)
    const again = `${name}=${result[name.toLowerCase()] ?? 'a'}`
    const twice = name === 'anything' ? `${again}&${again}` : again
    await isRefused(`${asText(result)}&${twice}`)
    const before = await card.everything()
    const both = await app.raw(null, {
      method: 'POST',
      url: `/rest/payment/callback?${twice}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: asText(result),
    })
    expect(both.statusCode).toBe(400)
    expect(await card.everything()).toBe(before)
  },
)

test.each([
  ['the sign between members', { restext: 'Approved|1' }],
  ['a reference with that sign', { refid: 'A|B' }],
  ['a negative amount', { amount: '-13750' }],
  ['an amount with an exponent', { amount: '1e9' }],
  ['an amount with one decimal', { amount: '137.5' }],
  ['an amount with a gap', { amount: ' 13750' }],
  ['an amount in other digits', { amount: '１３７５０' }],
  ['a code that there is not', { summarycode: '5' }],
  ['two codes', { summarycode: '11' }],
  ['a day that there is not', { timestamp: '20260231120000' }],
  ['a line break', { restext: 'a\r\nset-cookie: a' }],
  ['a control character', { txnid: 'a\u0007b' }],
  ['a whole card number', { pan: '4444333322221111' }],
  ['markup', { txnid: '<script>' }],
  ['an approval without a transaction', { txnid: '' }],
  ['a currency of another form', { currency: 'aud' }],
])('%s is refused although it is signed', async (_, signed) => {
  const { attempt } = await card.begin()
  await isRefused(await card.resultOf(attempt, signed))
})

test.each(['refid', 'amount', 'summarycode', 'timestamp', 'merchant', 'fingerprint'])(
  'a result without %s is refused',
  async (name) => {
    const { attempt } = await card.begin()
    const { [name]: _, ...rest } = await card.resultOf(attempt)
    await isRefused(rest)
  },
)

test('empty, random and oversized results are refused', async () => {
  for (const noise of ['', '&&&', '=', '%%%=%', '__proto__=1&constructor=2', 'a=1&'.repeat(90)]) await isRefused(noise)
  const tooWide = await card.deliver('callback', 'a=1&'.repeat(500))
  expect([tooWide.statusCode, tooWide.json().code]).toEqual([400, 'invalid_input'])
  const tooMuch = await card.deliver('callback', `a=${'x'.repeat(100_000)}`)
  expect(tooMuch.statusCode).toBe(413)
  const json = await app.raw(null, { method: 'POST', url: '/rest/payment/callback', payload: { refid: 'a' } })
  expect(json.statusCode).toBe(400)
})

test('a decline with another amount changes nothing', async () => {
  const { attempt } = await card.begin()
  await isRefused(await card.resultOf(attempt, { summarycode: '2', amount: '1' }))
})

test('HEAD requests to the addresses deliver no result', async () => {
  const { attempt, form } = await card.begin()
  const result = asText(await card.resultOf(attempt))
  const before = await card.everything()
  const leave = new URL(form.cancelURL)
  for (const url of [
    `/rest/payment/return?${result}`,
    `/rest/payment/callback?${result}`,
    leave.pathname + leave.search,
  ])
    expect((await app.raw(null, { method: 'HEAD', url })).statusCode).toBe(400)
  expect(await card.everything()).toBe(before)
})

test('an abandoned page is identified only by its random id', async () => {
  const { attempt } = await card.begin()
  const before = await card.everything()
  const leave = (id: string) => app.raw(null, { url: `/rest/payment/cancelled?id=${encodeURIComponent(id)}` })
  expect((await leave('0'.repeat(32))).headers.location).toBe('/payment?problem=result')
  expect((await leave(attempt.ref)).statusCode).toBe(400)
  expect(await card.everything()).toBe(before)
})

test('repeatedly changing the transaction of a decline does not fill the ledger', async () => {
  const { attempt } = await card.begin()
  const result = await card.resultOf(attempt, { summarycode: '2' })
  for (let n = 0; n < 80; n++) await card.comeBack({ ...result, txnid: `A${n}` })
  const { events, status } = await card.stateOf(attempt)
  expect(status).toBe('DECLINED')
  expect(events).toEqual(['BEGUN', 'DECLINED', 'REPEATED'])
  // Money that arrives afterwards is still recorded in the ledger.
  const wrong = await card.resultOf(attempt, { amount: '1' })
  for (let n = 0; n < 2; n++) expect(await card.comeBack(wrong)).toContain('held=true')
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'HELD', holdReason: 'OTHER_AMOUNT' })
  expect((await card.stateOf(attempt)).events).toContain('HELD')
})

test('the log has the reasons, and nothing of what was sent', async () => {
  const lines: string[] = []
  const { attempt } = await card.begin()
  const warn = app.log.warn
  app.log.warn = ((...told: unknown[]) => lines.push(JSON.stringify(told))) as never
  await card.deliver('callback', await card.resultOf(attempt, {}, { pan: '4444333322221111' }))
  app.log.warn = warn
  expect(lines.join()).not.toContain('44443333')
})
