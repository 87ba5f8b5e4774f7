import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerProblems } from '../answer-problems.ts'
import { refuseUnderPressure } from './pressure.ts'

async function openServer(limits: { maxHeapUsedBytes?: number; maxEventLoopDelay?: number }) {
  const http = Fastify()
  onTestFinished(() => http.close())
  answerProblems(http)
  await refuseUnderPressure(http, { always: (route) => route === '/health', sampleInterval: 200, ...limits })
  http.get('/health', async () => 'live')
  http.get('/call', async () => 'answered')
  return http
}

test.each([{ maxHeapUsedBytes: 1 }, { maxEventLoopDelay: 1e-9 }])(
  'beyond %o calls are refused with a time to retry, and health is answered',
  async (limits) => {
    const http = await openServer(limits)
    const get = (url: string) => http.inject(url)
    await expect.poll(async () => (await get('/call')).statusCode).toBe(503)
    const refused = await get('/call')
    expect(refused.json().code).toBe('busy')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await get('/health')).body).toBe('live')
  },
)

test('one bad sample of the event loop refuses no one', async () => {
  const http = await openServer({ maxEventLoopDelay: 1e-9 })
  const isUnderPressure = async () => {
    await http.inject('/health')
    return http.isUnderPressure()
  }
  await expect.poll(isUnderPressure).toBe(true)
  expect((await http.inject('/call')).body).toBe('answered')
})

test('without calls no one looks, and the last sample is forgotten', async () => {
  const http = await openServer({ maxHeapUsedBytes: 1 })
  await http.inject('/call')
  await expect.poll(() => http.isUnderPressure()).toBe(true)
  await expect.poll(() => http.isUnderPressure()).toBe(false)
})
