import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { noteAudit } from './audit.ts'
import { shipAudit } from './ship-audit.ts'

let app: TestApp
let ending: AbortController
let running: Promise<void>[]
beforeEach(async () => {
  app = await testApp({ work: false })
  ending = new AbortController()
  running = []
})
afterEach(async () => {
  ending.abort()
  await Promise.all(running)
  await app.close()
})

const note = (subject: string) =>
  noteAudit(app.db, { customerId: 'demo-hillview', userId: null, now: new Date(), action: 'noted', subject })
const kept = async () =>
  (await app.db.selectFrom('auditEntry').select(['position', 'hash']).orderBy('position').execute()).map((each) => ({
    ...each,
  }))
const start = (sent: string[], send = async (lines: readonly string[]) => void sent.push(...lines)) =>
  running.push(shipAudit(app, { send }, 'test', ending.signal))
const positions = (sent: string[]) => sent.map((line) => JSON.parse(line).position as number)

test('every entry is shipped once and in order, by several processes, also those that were there before', async () => {
  const sent: string[] = []
  for (let each = 0; each < 5; each++) await note(`before ${each}`)
  for (let each = 0; each < 3; each++) start(sent)
  for (let each = 0; each < 1200; each++) await note(`${each}`)
  const all = await kept()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(all.length)
  expect(positions(sent)).toEqual(all.map(({ position }) => position))
  expect(JSON.parse(sent.at(-1)!)).toMatchObject({
    ...all.at(-1),
    action: 'noted',
    subject: '1199',
    organisation: 'demo-hillview',
  })
  expect(sent[0]).toMatch(/^\{"position":1,"hash":"[0-9a-f]{64}"/)
}, 60_000)

test('while the other side is away nothing is lost, and it comes when it is back', async () => {
  const sent: string[] = []
  let away = true
  let tries = 0
  start(sent, async (lines) => {
    tries++
    if (away) throw new Error('away')
    sent.push(...lines)
  })
  await note('one')
  await expect.poll(() => tries, { timeout: 20_000 }).toBeGreaterThan(0)
  await note('two')
  away = false
  const all = await kept()
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(all.length)
  expect(positions(sent)).toEqual(all.map(({ position }) => position))
}, 60_000)
