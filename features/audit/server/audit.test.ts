import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { auditApi, entriesAPage } from '../contract.ts'
import { difference, noteAudit } from './audit.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const hillview = { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' }

test('a school reads who changed what of its own, newest first; the desk of all', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  await noteAudit(app.db, { ...hillview, now: at(1), action: 'contact_added', subject: '100% <b>Office</b>' })
  await noteAudit(app.db, { ...hillview, now: at(2), action: 'contact_changed', before: { a: 1 }, after: { a: 2 } })
  await noteAudit(app.db, { customerId: 'demo-riverside', userId: null, now: at(3), action: 'contact_added' })

  const own = await app.as('assistant')(auditApi.customerAudit, {})
  expect(own.response).toMatchObject([
    { action: 'contact_changed', changedBy: 'Hillview Librarian', before: { a: 1 }, after: { a: 2 } },
    { action: 'contact_added', subject: '100% <b>Office</b>', happenedDate: '2026-01-01T00:01:00.000Z' },
  ])
  expect(own.totalCount).toBe(2)

  const list = async (asked: object) => (await app.as('desk')(auditApi.deskAudit, asked)).response.map((e) => e.action)
  expect(await list({})).toEqual(['contact_added', 'contact_changed', 'contact_added'])
  expect(await list({ customerId: 'demo-riverside' })).toEqual(['contact_added'])
  expect(await list({ action: 'contact_changed' })).toEqual(['contact_changed'])
  expect(await list({ text: '100%' })).toEqual(['contact_added'])
  expect(await list({ text: '1_0' })).toEqual([])
})

test('a page holds so many, the next one the rest', async () => {
  for (let index = 0; index < entriesAPage; index++)
    await noteAudit(app.db, { customerId: 'demo-lakeside', userId: null, now: new Date(index), action: 'noted' })
  await noteAudit(app.db, { customerId: 'demo-lakeside', userId: null, now: new Date(0), action: 'first' })
  const page = (page: number) => app.as('lakeside')(auditApi.customerAudit, { page })
  expect((await page(1)).response).toHaveLength(entriesAPage)
  expect(await page(2)).toMatchObject({ totalCount: entriesAPage + 1 })
  expect((await page(2)).response).toHaveLength(1)
})

test('only what differs is noted', () => {
  expect(difference({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], c: 'y' })).toEqual({
    before: { b: [1], c: 'x' },
    after: { b: [2], c: 'y' },
  })
  expect(difference({ a: null }, { a: null })).toBeUndefined()
})
