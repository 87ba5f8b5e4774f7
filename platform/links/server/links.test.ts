import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { checkLink, issueLink, newestLink, takeLink, withdrawLinks } from './links.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const issue = () =>
  issueLink(app, { purpose: 'change-password', seconds: 60, userId: 'demo-hillview-librarian', data: { a: 1 } })
const look = (token: string) => checkLink(app, 'change-password', token)
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
  const failing = app.db.transaction().execute(async (tx) => {
    await takeLink(tx, { purpose: 'change-password', token, now: app.clock() })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await take(token)).toHaveProperty('id')
})

test('expired, for another purpose, withdrawn or guessed, it is invalid', async () => {
  const { token } = await issue()
  expect(await take(token, new Date(Date.now() + 61_000))).toEqual({ dead: 'expired' })
  expect(await takeLink(app.db, { purpose: 'confirm-email', token, now: app.clock() })).toEqual({ dead: 'unknown' })
  expect(await checkLink(app, 'confirm-email', token)).toEqual({ dead: 'unknown' })
  expect(await look('guess')).toEqual({ dead: 'unknown' })
  await withdrawLinks(app.db, { purpose: 'change-password', userId: 'demo-hillview-librarian', now: app.clock() })
  expect(await take(token)).toEqual({ dead: 'unknown' })
})

test('the table contains nothing that opens anything', async () => {
  const { token } = await issue()
  const rows = await app.db.selectFrom('oneTimeLink').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('it works until the second in which it expires, not in that second', async () => {
  const start = new Date('2026-11-26T10:00:00Z')
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const at = (now: Date) => ({ db: app.db, clock: clockIn(defaultZone, () => now) })
  const { token } = await issueLink(at(start), { purpose: 'change-password', seconds: 60 })
  expect(await checkLink(at(after(60)), 'change-password', token)).toEqual({ dead: 'expired' })
  expect(await checkLink(at(after(59)), 'change-password', token)).toMatchObject({
    createdAt: start,
    expiresAt: after(60),
  })
  expect(await take(token, after(60))).toEqual({ dead: 'expired' })
  expect(await take(token, after(59))).toHaveProperty('id')
})

test('a link of a school remembers the school and who made it; a fixed token opens it', async () => {
  const made = { purpose: 'privacy-consent', seconds: 60, customerId: 'demo-hillview', createdBy: 'demo-desk' } as const
  const token = `a token of ${randomUUID()}`
  const { id } = await issueLink(app, { ...made, token })
  const link = { id, purpose: 'privacy-consent', customerId: 'demo-hillview', userId: null, data: {} }
  expect(await checkLink(app, 'privacy-consent', token)).toMatchObject(link)
  const row = app.db.selectFrom('oneTimeLink').where('id', '=', id).select('createdBy')
  expect(await row.executeTakeFirst()).toEqual({ createdBy: 'demo-desk' })
})

test('the newest link that still works is found, and no one else’s', async () => {
  const userId = 'demo-hillview-librarian'
  await app.db.deleteFrom('oneTimeLink').where('userId', '=', userId).execute()
  const start = Date.now()
  const later = (seconds: number) => ({
    db: app.db,
    clock: clockIn(defaultZone, () => new Date(start + seconds * 1000)),
  })
  const newest = async (seconds: number) =>
    (await newestLink(later(seconds), { purpose: 'change-password', userId }))?.data
  expect(await newest(0)).toBeUndefined()
  const issueAt = (seconds: number, person: string, data: object) =>
    issueLink(later(seconds), { purpose: 'change-password', seconds: 100, userId: person, data: { ...data } })
  await issueAt(0, userId, { made: 'first' })
  await issueAt(10, userId, { made: 'second' })
  await issueAt(20, 'demo-riverside-librarian', { made: 'for another person' })
  expect(await newest(30)).toEqual({ made: 'second' })
  expect(await newest(109)).toEqual({ made: 'second' })
  expect(await newest(110)).toBeUndefined()
})

test('links are withdrawn from one person, for one purpose, and since a moment if one is given', async () => {
  const start = Date.now()
  const made = async (seconds: number, userId: string, purpose: 'change-password' | 'stop-email' = 'stop-email') => {
    const at = { db: app.db, clock: clockIn(defaultZone, () => new Date(start + seconds * 1000)) }
    return (await issueLink(at, { purpose, seconds: 1000, userId })).token
  }
  const [me, other] = ['demo-hillview-librarian', 'demo-riverside-librarian']
  const [before, since, after] = [await made(0, me), await made(10, me), await made(20, me)]
  const [theirs, password] = [await made(20, other), await made(20, me, 'change-password')]
  const withdraw = (from?: Date) =>
    withdrawLinks(app.db, { purpose: 'stop-email', userId: me, now: app.clock(), ...(from && { since: from }) })
  const works = async (token: string, purpose: 'change-password' | 'stop-email' = 'stop-email') =>
    'id' in (await checkLink(app, purpose, token))

  await withdraw(new Date(start + 10_000))
  expect([await works(before), await works(since), await works(after)]).toEqual([true, false, false])
  await withdraw()
  expect([await works(before), await works(theirs), await works(password, 'change-password')]).toEqual([
    false,
    true,
    true,
  ])
})
