import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { operations, sendBulk } from './bulk.ts'
import { openClient } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { indexNames } from './index-names.ts'

type Reply = { status: number; body: object }

/** A fake cluster that answers with the statuses of full queues, which a real one rarely has. */
let server: Server
let at: Connection
let requests: string[]
let reply: (call: string) => Reply
beforeEach(async () => {
  requests = []
  server = createServer(async (request, response) => {
    requests.push(await text(request))
    const { status, body } = reply(requests.at(-1)!)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://us:secret@127.0.0.1:${(server.address() as AddressInfo).port}`
  at = { client: openClient([url]), names: indexNames('test') }
})
afterEach(async () => {
  await at.client.close()
  server.closeAllConnections()
  server.close()
})

const add = (id: string) => operations.add(id, { id }, id)
const idsOf = (call: string) => [...call.matchAll(/"_id":"(\d+)"/g)].map(([, id]) => id)
const itemsOf = (call: string, statusOf: (id: string) => number): Reply => {
  const items = idsOf(call).map((id) => {
    const status = statusOf(id!)
    const error = status < 300 ? {} : { error: { type: 'why_exception', reason: 'because' } }
    return { index: { status, ...error } }
  })
  return { status: 200, body: { errors: items.some(({ index }) => index.status >= 300), items } }
}
const send = (...ids: string[]) => sendBulk(at, 'records', ids.map(add), () => {})

describe('an overloaded cluster', () => {
  test('rejects some records with 429: only those are sent again, until all are accepted', async () => {
    const stored: string[] = []
    reply = (call) =>
      itemsOf(call, (id) => {
        // Each call has room for two.
        if (idsOf(call).indexOf(id) >= 2) return 429
        stored.push(id)
        return 201
      })
    await send('1', '2', '3', '4', '5')
    expect(stored).toEqual(['1', '2', '3', '4', '5'])
    expect(requests.map(idsOf)).toEqual([['1', '2', '3', '4', '5'], ['3', '4', '5'], ['5']])
  })

  test.each([429, 503])('rejects the whole call with %i: it is retried', async (status) => {
    reply = (call) => (requests.length < 3 ? { status, body: { error: 'busy' } } : itemsOf(call, () => 201))
    await send('1', '2')
    expect(requests.map(idsOf)).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['1', '2'],
    ])
  })

  test('is retried only while the load still holds the lease', async () => {
    reply = (call) => itemsOf(call, () => 429)
    const check = () => {
      if (requests.length === 2) throw new CatalogueUnavailable('Another load has begun.')
    }
    await expect(sendBulk(at, 'records', [add('1')], check)).rejects.toThrow('Another load has begun.')
    expect(requests.length).toBe(2)
  })
})

test('a record that the cluster rejects is named with the reason, and not sent again', async () => {
  reply = (call) => itemsOf(call, (id) => (id === '2' ? 400 : 201))
  await expect(send('1', '2', '3')).rejects.toThrow('OpenSearch does not accept record 2 (why_exception: because)')
  expect(requests.length).toBe(1)
})

test.each([
  ['a shard', [{ type: 'node_disconnected_exception', reason: '[node-2][phase/fetch/id] disconnected' }]],
  ['no shard', []],
])('a search whose node dies while it answers (%s is named) is tried again', async (_, root_cause) => {
  const lost = { type: 'search_phase_execution_exception', reason: '', root_cause }
  reply = () => (requests.length < 3 ? { status: 500, body: { error: lost } } : { status: 200, body: { found: 1 } })
  expect(await ask(at, { method: 'GET', path: '/x/_search' })).toEqual({ found: 1 })
  expect(requests.length).toBe(3)
})

test.each([
  [400, 'search_phase_execution_exception'],
  [500, 'null_pointer_exception'],
])('a call that is at fault (%i %s) is asked once', async (status, type) => {
  reply = () => ({ status, body: { error: { type, reason: 'why' } } })
  await expect(ask(at, { method: 'GET', path: '/x/_search' })).rejects.toMatchObject({ status, type })
  expect(requests.length).toBe(1)
})

test('a cluster that cannot reach all shards counts as unavailable; no error shows a name, password or address', async () => {
  reply = () => ({ status: 503, body: { error: { type: 'search_phase_execution_exception', reason: 'no shard' } } })
  const failed = (await ask(at, { method: 'GET', path: '/x/_search', retryForMs: 0 }).catch((e: unknown) => e)) as Error
  expect(failed).toBeInstanceOf(CatalogueUnavailable)
  server.closeAllConnections()
  server.close()
  const away = (await ask(at, { method: 'GET', path: '/', retryForMs: 0 }).catch((e: unknown) => e)) as Error
  expect(away).toBeInstanceOf(CatalogueUnavailable)
  for (const each of [failed, away]) expect(JSON.stringify([each.message, each])).not.toMatch(/us:|secret|127\.0/)
})

describe('a call that is abandoned', () => {
  test('is rejected, and throws nothing outside of it, which would end the process', async () => {
    const thrown = vi.fn()
    process.on('uncaughtException', thrown)
    onTestFinished(() => void process.off('uncaughtException', thrown))
    const caller = new AbortController()
    reply = () => {
      caller.abort()
      // Later than the call is abandoned.
      return { status: 200, body: {} }
    }
    const call = at.client.ask({ method: 'POST', path: '/test/_search', body: {}, signal: caller.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    // Node throws a listener's rejected promise in the next turn.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(thrown).not.toHaveBeenCalled()
  })
})
