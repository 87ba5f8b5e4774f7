import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { humanCheckApi } from '../contract.ts'
import { isHuman, requireHuman } from './human-check.ts'
import { solveHumanCheck } from './human-check-testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const used = async () => (await app.db.selectFrom('usedHumanCheck').select('id').execute()).length

test('a solved check is accepted once', async () => {
  const answer = await solveHumanCheck(app, 'pay-now')
  expect(await isHuman(app, answer, 'pay-now')).toBe(true)
  expect(await isHuman(app, answer, 'pay-now')).toBe(false)
  await expect(requireHuman(app, answer, 'pay-now')).rejects.toMatchObject({
    code: 'not_a_person',
    status: 400,
    messages: ['Please verify that you are not a robot.'],
  })
})

test('of many concurrent calls with one answer, one is accepted', async () => {
  const answer = await solveHumanCheck(app, 'pay-now')
  const taken = await Promise.all(Array.from({ length: 10 }, () => isHuman(app, answer, 'pay-now')))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('an answer for another action is refused, and stays usable', async () => {
  const answer = await solveHumanCheck(app, 'request-invoice')
  const before = await used()
  expect(await isHuman(app, answer, 'pay-now')).toBe(false)
  expect(await used()).toBe(before)
  expect(await isHuman(app, answer, 'request-invoice')).toBe(true)
})

test('the single checkbox of the order review is valid for paying or for an invoice, and only once', async () => {
  const [one, other] = [await solveHumanCheck(app, 'order-review'), await solveHumanCheck(app, 'order-review')]
  expect(await isHuman(app, one, 'pay-invoice')).toBe(false)
  expect(await isHuman(app, one, 'pay-now')).toBe(true)
  expect(await isHuman(app, one, 'request-invoice')).toBe(false)
  expect(await isHuman(app, other, 'request-invoice')).toBe(true)
})

test.each([undefined, '', 'yes', 'x'.repeat(100_000)])(
  'a missing answer is refused and leaves nothing behind',
  async (answer) => {
    const before = await used()
    expect(await isHuman(app, answer, 'pay-now')).toBe(false)
    expect(await used()).toBe(before)
  },
)

test('while the checker is unavailable no one is accepted', async () => {
  const away = { ...app.humanCheck, check: () => Promise.reject(new Error('away')) }
  expect(await isHuman({ ...app, humanCheck: away }, 'anything', 'pay-now')).toBe(false)
})

test('used answers are deleted once they have expired anyway', async () => {
  const answer = await solveHumanCheck(app, 'pay-now')
  await isHuman(app, answer, 'pay-now')
  const later = new Date(Date.now() + 11 * 60_000)
  app.setClock(() => later)
  expect(await isHuman(app, answer, 'pay-now')).toBe(false)
  expect(await isHuman(app, await solveHumanCheck(app, 'pay-now'), 'pay-now')).toBe(true)
  expect(await used()).toBe(1)
  app.setClock(() => new Date())
})

test('a puzzle can be requested only for an existing action', async () => {
  const ask = (action: string) => app.as(null)(humanCheckApi.humanCheck, { action: action as never })
  expect((await ask('pay-now')).response.kind).toBe('altcha')
  await expect(ask('anything')).rejects.toMatchObject({ status: 400 })
})
