import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { WaitQueue } from '#kit/server/load/wait-queue.ts'
import { openServer } from './server.ts'
import { type TestApp, testApp } from './testing.ts'

/** The capacity of this test's slow catalogue: 4 at once, 100 ms each, so 40 a second. */
const threads = 4
const searchMs = 100
const capacity = (threads * 1000) / searchMs

let app: TestApp
let http: FastifyInstance
let port: number
beforeAll(async () => {
  app = await testApp({ work: false })
  const waitQueue = new WaitQueue()
  const inTurn = limitConcurrency(threads, waitQueue)
  const slow: TestApp['catalogue'] = Object.assign(Object.create(app.catalogue), {
    waitQueue,
    search: () =>
      inTurn(async () => {
        await delay(searchMs)
        return { total: 0, hits: [], facets: {} }
      }),
    spellings: async () => new Map(),
  })
  http = await openServer({ ...app, catalogue: slow })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port
})
afterAll(async () => {
  await http.close()
  await app.close()
})

type Reply = { status: number; ms: number; retryAfter: number }
const ask = (path: string) =>
  new Promise<Reply>((resolve, reject) => {
    const start = performance.now()
    request({ port, host: '127.0.0.1', path, agent: false }, (reply) => {
      reply.resume().on('end', () =>
        resolve({
          status: reply.statusCode!,
          ms: performance.now() - start,
          retryAfter: Number(reply.headers['retry-after']),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
const search = () =>
  ask(`/rest/catalogue/search?bodybuilderquery=${encodeURIComponent('{"query":{"match_all":{}},"size":0}')}`)
const times = (replies: Reply[], status: number) =>
  replies
    .filter((each) => each.status === status)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
const p95 = (sorted: number[]) => sorted[Math.floor(sorted.length * 0.95)]!
const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)]!

test('at twice its capacity, the portal answers as many as before and as quickly, and tells the others at once when to retry', async () => {
  // Just saturated: as many as wait for a fifth of a second.
  const full: Reply[] = []
  const until = Date.now() + 3000
  await Promise.all(
    Array.from({ length: threads * 3 }, async () => {
      while (Date.now() < until) full.push(await search())
    }),
  )
  expect(new Set(full.map(({ status }) => status))).toEqual(new Set([200]))

  const pending: Promise<Reply>[] = []
  const health: Reply[] = []
  // One by one, without making up for pauses: on a busy machine a burst would measure the pause.
  for (const begun = Date.now(); Date.now() - begun < 6000; await delay(1000 / (2 * capacity))) {
    pending.push(search())
    if (pending.length % 40 === 0) health.push(await ask('/health/live'))
  }
  const replies = await Promise.all(pending)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
  for (const { retryAfter } of replies.filter(({ status }) => status === 503)) expect(retryAfter).toBeGreaterThan(0)
  expect(p95(times(replies, 503))).toBeLessThan(1000)
  const served = times(replies.slice(Math.floor(replies.length / 2)), 200)
  expect(served.length).toBeGreaterThan(capacity * 1.5)
  expect(median(served)).toBeLessThan(2 * median(times(full, 200)))
  expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]))
}, 60_000)
