import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { maxReportsPerDay, recordApi } from '../contract.ts'

const { reportRecord, recordReports } = recordApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([book({ id: '1000001', title: 'The kererū' })])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('recordReport').execute()
})

const error = { bibId: '1000001', kind: 'RECORD_ERROR', text: 'The title lacks its macron.', field: 'Title' } as const
const report = async (more: Partial<RawInput<typeof reportRecord>> = {}, person: Person = 'hillview') =>
  (await app.as(person)(reportRecord, { ...error, ...more })).response
const reports = () => app.db.selectFrom('recordReport').selectAll().execute()

test('a report reaches the desk with sender, school, time and text', async () => {
  await report()
  await report({ kind: 'WRONG_COVER', text: '' }, 'riverside')
  const { totalCount, response } = await app.as('desk')(recordReports, {})
  expect(totalCount).toBe(2)
  expect(response).toMatchObject([
    {
      ...error,
      state: 'OPEN',
      title: 'The kererū',
      reportedBy: { email: 'librarian@hillview.example' },
      customer: { customerNo: '10001' },
    },
    { kind: 'WRONG_COVER', customer: { customerNo: '10002' } },
  ])
  expect((await app.as('desk')(recordReports, { pageNumber: 2, pageSize: 1 })).response).toHaveLength(1)
})

test('the same report twice, at once or later, is one; another person’s is another', async () => {
  const [one, other] = await Promise.all([report(), report()])
  expect(one.id).toBe(other.id)
  expect((await report({ text: `  ${error.text}\r\n` })).id).toBe(one.id)
  await report({}, 'assistant')
  await report({ field: 'Author' })
  expect(await reports()).toHaveLength(3)
})

test('after it is closed, the same may be reported again', async () => {
  const first = await report()
  await app.db.updateTable('recordReport').set({ state: 'DONE' }).execute()
  expect((await report()).id).not.toBe(first.id)
})

test('an error without text, an unknown record, too long a text, an unknown member: nothing is stored', async () => {
  await expect(report({ text: ' \n ' })).rejects.toMatchObject({
    code: 'report_empty',
    errors: { text: ['Please tell us what’s wrong.'] },
  })
  await expect(report({ bibId: 'nobody' })).rejects.toMatchObject({ code: 'record_not_found', status: 404 })
  await expect(report({ text: 'x'.repeat(2001) })).rejects.toMatchObject({ status: 400 })
  await expect(report({ kind: 'OTHER' as 'WRONG_COVER' })).rejects.toMatchObject({ status: 400 })
  await expect(report({ state: 'DONE' } as object)).rejects.toMatchObject({ status: 400 })
  expect(await reports()).toEqual([])
})

test('markup is stored as text, control characters as spaces', async () => {
  const { text } = await report({ text: '<b>a</b>\x1b\u0007 line\nbreak' })
  expect(text).toBe('<b>a</b>   line\nbreak')
})

test('the fifty-first report of a day is refused, also if two are sent at once; the next day allows new ones', async () => {
  const day = new Date('2026-11-20T12:00:00Z')
  app.setClock(() => day)
  await app.sessionOf('hillview')
  await app.db
    .updateTable('session')
    .set({ expiresAt: new Date('2099-01-01') })
    .execute()
  for (let n = 1; n < maxReportsPerDay; n++) await report({ text: `Number ${n}` })
  const replies = await Promise.allSettled([report({ text: 'one' }), report({ text: 'two' })])
  expect(replies.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(report({ text: 'three' })).rejects.toMatchObject({ code: 'report_limit', status: 429 })
  app.setClock(() => new Date('2026-11-21T00:00:01Z'))
  await report({ text: 'tomorrow' })
  app.setClock(() => new Date())
})

test('a visitor may not report, and a school may not read reports', async () => {
  await expect(app.as(null)(reportRecord, error)).rejects.toMatchObject({ code: 'sign_in_required' })
  await expect(app.as('desk')(reportRecord, error)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(app.as('hillview')(recordReports, {})).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await reports()).toEqual([])
})
