import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from '#platform/webhooks/server/webhook-secret.ts'
import { webCheckers, webReaders } from './outside-readers.ts'

/* The libraries of Standard Webhooks accept what we sign, and refuse what was changed on its way. */

const body = JSON.stringify({ type: 'request.ready', data: { name: 'Größe “x” 🐨' } })
const secret = newWebhookSecret()
const headers = signedHeaders(secret, { id: 'msg_1', at: new Date(), body })
const old = signedHeaders(secret, { id: 'msg_1', at: new Date(Date.now() - 3_600_000), body })

const deliveries = [
  { secret, headers, body, right: true },
  { secret, headers, body: body.replace('ready', 'faked'), right: false },
  { secret, headers: { ...headers, 'webhook-id': 'msg_2' }, body, right: false },
  { secret, headers: old, body, right: false },
  { secret: newWebhookSecret(), headers, body, right: false },
]
const rights = deliveries.map(({ right }) => right)

test('the library for JavaScript', () => {
  const { Webhook } = createRequire(join(webCheckers()!, 'package.json'))('standardwebhooks')
  const accepts = (each: (typeof deliveries)[number]) => {
    try {
      return Boolean(new Webhook(each.secret).verify(each.body, each.headers))
    } catch (error) {
      expect((error as Error).name).toBe('WebhookVerificationError')
      return false
    }
  }
  expect(deliveries.map(accepts)).toEqual(rights)
})

test('the library for Python', () => {
  const script = `
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

def accepts(each):
    try:
        Webhook(each["secret"]).verify(each["body"], each["headers"])
        return True
    except WebhookVerificationError:
        return False

print(json.dumps([accepts(each) for each in json.load(sys.stdin)]))
`
  const input = JSON.stringify(deliveries)
  const { stdout, stderr } = spawnSync(webReaders()!, ['-c', script], { input, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(rights)
})
