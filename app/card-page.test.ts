import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardPageOf, postedForm } from '#features/shop/payments/server/payments-testing.ts'
import { BadSetting, readEnv } from './env.ts'
import { type TestApp, testApp } from './testing.ts'

let app: TestApp
let card: ReturnType<typeof cardPageOf>
beforeAll(async () => {
  app = await testApp({ work: false })
  card = cardPageOf(app)
})
afterAll(() => app.close())

const merchant = { SECUREPAY_MERCHANT: 'ABC0001', SECUREPAY_PASSWORD: 'abc123' }
const formPolicyOf = async (env: Record<string, string>) => {
  const other = await testApp({ env, work: false })
  const { headers } = await other.raw(null, { url: '/health/live' })
  const sandbox = await other.raw(null, { url: '/sandbox/card/style.css' })
  await other.close()
  const policy = /form-action ([^;]*)/.exec(String(headers['content-security-policy']))![1]
  return [policy, sandbox.statusCode]
}

test('forms may go to the configured card page and nowhere else', async () => {
  expect(await formPolicyOf({})).toEqual(["'self'", 200])
  expect(await formPolicyOf(merchant)).toEqual(["'self' https://payment.securepay.com.au/live/v2/invoice", 404])
  expect(await formPolicyOf({ ...merchant, SECUREPAY_URL: 'http://localhost:18090/sandbox/card' })).toEqual([
    "'self' http://localhost:18090/sandbox/card",
    404,
  ])
  expect(await formPolicyOf({ PUBLIC_URL: 'https://books.example' })).toEqual(["'self'", 404])
})

test('if others can reach the portal there is no sandbox unless a setting asks for it explicitly', () => {
  expect(readEnv({}).payments).toEqual({ kind: 'sandbox', fingerprint: 'sha1' })
  expect(readEnv({ PUBLIC_URL: 'https://books.example' }).payments).toEqual({ kind: 'off' })
  expect(readEnv({ PUBLIC_URL: 'https://books.example', PAYMENT_SANDBOX: 'true' }).payments.kind).toBe('sandbox')
  expect(readEnv({ PAYMENT_SANDBOX: 'false' }).payments.kind).toBe('off')
  expect(readEnv({ ...merchant, SECUREPAY_FINGERPRINT: 'hmac-sha256' }).payments).toEqual({
    kind: 'securepay',
    page: 'https://payment.securepay.com.au/live/v2/invoice',
    merchant: 'ABC0001',
    password: 'abc123',
    fingerprint: 'hmac-sha256',
  })
})

test.each([
  [
    { SECUREPAY_MERCHANT: 'ABC0001' },
    'SECUREPAY_PASSWORD is missing: card payment needs SECUREPAY_MERCHANT, SECUREPAY_PASSWORD',
  ],
  [
    { SECUREPAY_PASSWORD: 'abc123' },
    'SECUREPAY_MERCHANT is missing: card payment needs SECUREPAY_MERCHANT, SECUREPAY_PASSWORD',
  ],
  [{ ...merchant, SECUREPAY_PASSWORD: 'abc|123' }, 'SECUREPAY_PASSWORD=…: must be 6 to 100 characters without |'],
  [{ SECUREPAY_FINGERPRINT: 'md5' }, 'SECUREPAY_FINGERPRINT=md5: must be sha1 or hmac-sha256'],
  [
    { SECUREPAY_URL: 'http://pay.example/card' },
    'SECUREPAY_URL=http://pay.example/card: must start with https://; only a page on this machine may use http://',
  ],
  [{ ...merchant, PAYMENT_SANDBOX: 'true' }, 'PAYMENT_SANDBOX=true: cannot be used with SECUREPAY_MERCHANT'],
])('a wrong setting %o is named in one line', (variables, line) => {
  expect(() => readEnv(variables as Record<string, string>)).toThrow(new BadSetting(line))
})

const post = (url: string, sent: Record<string, string>) =>
  app.raw(null, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(sent).toString(),
  })
const begin = async () => {
  const { attempt, form } = await card.begin()
  return { attempt, form: postedForm(form) }
}

test('the sandbox accepts the portal’s form, and shows the amount', async () => {
  const { attempt, form } = await begin()
  const { statusCode, body, headers } = await post('/sandbox/card', form)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(body).toContain('Pay $137.50 AUD')
  expect(body).toContain(attempt.ref)
})

test.each([
  ['another amount', { amount: '1' }],
  ['another reference', { primary_ref: 'A-1' }],
  ['a merchant that is not known', { merchant_id: 'ABC0001' }],
  ['another time', { fp_timestamp: '20260101000000' }],
  ['a way back to another site', { return_url: 'https://evil.example/' }],
  ['news to another site', { callback_url: 'http://169.254.169.254/latest' }],
  ['no form of ours', { bill_name: '' }],
])('the sandbox refuses %s', async (_, change) => {
  const { attempt, form } = await begin()
  for (const url of ['/sandbox/card', '/sandbox/card/pay']) {
    const reply = await post(url, { ...form, ...change, use: '4444333322221111' })
    expect([url, reply.statusCode, reply.headers.location]).toEqual([url, 400, undefined])
  }
  expect(await card.stateOf(attempt)).toMatchObject({ status: 'BEGUN', events: ['BEGUN'] })
})

/** Follows the browser from the sandbox back to the portal. */
const payWith = async (form: Record<string, string>, pressed: Record<string, string>) => {
  const { headers } = await post('/sandbox/card/pay', { ...form, ...pressed })
  const back = new URL(String(headers.location))
  return String((await app.raw(null, { url: back.pathname + back.search })).headers.location)
}

test.each([
  ['the test card', { number: '4444 3333 2222 1111' }, 'APPROVED', '/payment/receipt?id='],
  ['one that is refused', { use: '4444333322221129' }, 'DECLINED', 'payment=declined'],
  ['one that is no test card', { number: '5555555555554444' }, 'DECLINED', 'payment=declined'],
  ['Cancel', { do: 'cancel' }, 'CANCELLED', 'payment=cancelled'],
  ['one whose news comes several times', { use: '4444333322221152' }, 'APPROVED', '/payment/receipt?id='],
])('paying with %s: browser and server receive the same result', async (_, pressed, status, page) => {
  const { attempt, form } = await begin()
  expect(await payWith(form, pressed as Record<string, string>)).toContain(page)
  // Whichever arrives first: a browser that cancels after the server’s message adds no event.
  const events = app.db.selectFrom('paymentEvent').select('way').where('attemptId', '=', attempt.id)
  await expect.poll(() => events.execute()).toContainEqual({ way: 'callback' })
  const state = await card.stateOf(attempt)
  expect(state.status).toBe(status)
  expect(state.receipts).toBe(status === 'APPROVED' ? 1 : 0)
  expect(JSON.stringify(state)).not.toContain('5555555555554444')
})

test('an invalid card number is reported on the page, and the form stays', async () => {
  const { form } = await begin()
  const { statusCode, body } = await post('/sandbox/card/pay', { ...form, number: 'abc', do: 'pay' })
  expect(statusCode).toBe(400)
  expect(body).toContain('Please type the number of a test card.')
  expect(body).toContain(form.fingerprint)
})

test('a slow card: the portal is notified before the browser comes back', async () => {
  const { attempt, form } = await begin()
  const { body } = await post('/sandbox/card/pay', { ...form, use: '4444333322221145' })
  expect(body).toContain('http-equiv="refresh"')
  const status = async () => (await card.stateOf(attempt)).status
  await app.skipPauses(() => expect.poll(status, { timeout: 20_000 }).toBe('APPROVED'))
})
