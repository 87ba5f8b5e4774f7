import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { answerProblems } from '../answer-problems.ts'
import { admitCalls } from './admission.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server whose database answers on command, and whose processor has the given delay. */
function openServer({ maxWaitMs = 50 } = {}) {
  const http = Fastify()
  const processor = { lateMs: 0 }
  const asking: (() => void)[] = []
  answerProblems(http)
  admitCalls(http, {
    maxWaitMs,
    always: (route) => route === '/health',
    report: () => {},
    lateMs: () => processor.lateMs,
  })
  http.get('/health', async () => 'live')
  const whoCalls = () => new Promise<void>((known) => asking.push(known))
  http.get('/call', { onRequest: whoCalls }, async () => 'answered')
  const working: (() => void)[] = []
  http.get('/work', () => new Promise((done) => working.push(() => done('done'))))
  closing.push(() => http.close())
  return { http, processor, asking, working, get: (url: string) => http.inject(url) }
}

test('while calls wait for the database, the next is refused at once, with a time to retry', async () => {
  const { asking, get } = openServer()
  const waiting = Array.from({ length: 8 }, () => get('/call'))
  await expect.poll(() => asking.length).toBe(8)
  await expect.poll(async () => (await get('/work-not-there')).statusCode, { timeout: 10_000 }).toBe(503)
  const refused = await get('/call')
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(asking).toHaveLength(8)
  expect((await get('/health')).body).toBe('live')

  for (const known of asking) known()
  for (const reply of await Promise.all(waiting)) expect(reply.body).toBe('answered')
  const next = get('/call')
  await expect.poll(() => asking.length).toBe(9)
  asking[8]!()
  expect((await next).statusCode).toBe(200)
})

test('long work is no reason to refuse calls: it blocks nothing that they need', async () => {
  const { working, asking, get } = openServer()
  const long = Array.from({ length: 40 }, () => get('/work'))
  await expect.poll(() => working.length).toBe(40)
  const call = get('/call')
  await expect.poll(() => asking.length).toBe(1)
  asking[0]!()
  expect((await call).statusCode).toBe(200)
  for (const finish of working) finish()
  await Promise.all(long)
})

test('a permanently busy processor refuses calls when many are in progress, and never when few are', async () => {
  const { processor, working, get } = openServer()
  processor.lateMs = 500
  const few = Array.from({ length: 16 }, () => get('/work'))
  await expect.poll(() => working.length).toBe(16)
  expect((await get('/work')).statusCode).toBe(503)
  processor.lateMs = 0
  const admitted = get('/work')
  await expect.poll(() => working.length).toBe(17)
  for (const finish of working) finish()
  for (const reply of await Promise.all([...few, admitted])) expect(reply.statusCode).toBe(200)
})
