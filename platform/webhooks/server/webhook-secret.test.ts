import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from './webhook-secret.ts'

// The example of the specification's reference libraries.
test('a message is signed as in the example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' }
  expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a secret is 32 random bytes, of which every one counts', () => {
  const secret = newWebhookSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret()).not.toBe(secret)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  expect(key).toHaveLength(32)
  const expected = createHmac('sha256', key).update('m.1.é').digest('base64')
  expect(signedHeaders(secret, { id: 'm', at: new Date(1999), body: 'é' })['webhook-signature']).toBe(`v1,${expected}`)
})
