import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { issueLink, lookAtLink, takeLink, withdrawLinks } from './links.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const issue = () =>
  issueLink(app, { purpose: 'change-password', seconds: 60, userId: 'demo-hillview-librarian', data: { a: 1 } })
const look = (token: string) => lookAtLink(app, 'change-password', token)
const take = (token: string, now = app.clock()) => takeLink(app.db, { purpose: 'change-password', token, now })

test('looking uses nothing up; of many concurrent takers one succeeds', async () => {
  const { token, id } = await issue()
  const whole = { id, userId: 'demo-hillview-librarian', customerId: null, data: { a: 1 } }
  expect(await look(token)).toMatchObject(whole)
  expect(await look(token)).toMatchObject(whole)
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(token)))
  expect(taken.filter((each) => 'id' in each)).toMatchObject([whole])
  expect(taken.filter((each) => 'dead' in each)).toEqual(Array(19).fill({ dead: 'used' }))
  expect(await look(token)).toEqual({ dead: 'used' })
})

test('a later failure does not use it up', async () => {
  const { token } = await issue()
  const failing = app.db.transaction().execute(async (within) => {
    await takeLink(within, { purpose: 'change-password', token, now: app.clock() })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await take(token)).toHaveProperty('id')
})

test('expired, for another purpose, withdrawn or guessed, it is invalid', async () => {
  const { token } = await issue()
  expect(await take(token, new Date(Date.now() + 61_000))).toEqual({ dead: 'expired' })
  expect(await takeLink(app.db, { purpose: 'confirm-email', token, now: app.clock() })).toEqual({ dead: 'unknown' })
  expect(await look('guess')).toEqual({ dead: 'unknown' })
  await withdrawLinks(app.db, { purpose: 'change-password', userId: 'demo-hillview-librarian', now: app.clock() })
  expect(await take(token)).toEqual({ dead: 'unknown' })
})

test('the table contains nothing that opens anything', async () => {
  const { token } = await issue()
  const rows = await app.db.selectFrom('oneTimeLink').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})
