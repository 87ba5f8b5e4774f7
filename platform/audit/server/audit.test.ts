import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { dayMs } from '#kit/day.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { auditApi, entriesAPage } from '../contract.ts'
import { difference, recordAudit } from './audit.ts'
import { forgetAudit } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const hillview = { customerId: 'demo-hillview', userId: 'demo-hillview-librarian' }

test('a school reads its own changes, newest first; the desk reads all', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
  await recordAudit(app.db, { ...hillview, now: at(1), action: 'contact_added', subject: '100% <b>Office</b>' })
  await recordAudit(app.db, { ...hillview, now: at(2), action: 'contact_changed', before: { a: 1 }, after: { a: 2 } })
  await recordAudit(app.db, { customerId: 'demo-riverside', userId: null, now: at(3), action: 'contact_added' })

  const own = await app.as('assistant')(auditApi.customerAudit, {})
  expect(own.response).toMatchObject([
    { action: 'contact_changed', changedBy: 'Hillview Librarian', before: { a: 1 }, after: { a: 2 } },
    { action: 'contact_added', subject: '100% <b>Office</b>', happenedDate: '2026-01-01T00:01:00.000Z' },
  ])
  expect(own.totalCount).toBe(2)

  const list = async (input: object) => (await app.as('desk')(auditApi.deskAudit, input)).response.map((e) => e.action)
  expect(await list({})).toEqual(['contact_added', 'contact_changed', 'contact_added'])
  expect(await list({ customerId: 'demo-riverside' })).toEqual(['contact_added'])
  expect(await list({ action: 'contact_changed' })).toEqual(['contact_changed'])
  expect(await list({ text: '100%' })).toEqual(['contact_added'])
  expect(await list({ text: '1_0' })).toEqual([])
  expect(await list({ text: 'hillview librarian' })).toEqual(['contact_changed', 'contact_added'])
  expect(await list({ text: 'contact CHANGED' })).toEqual(['contact_changed'])
  expect(await list({ since: at(2).toISOString() })).toEqual(['contact_added', 'contact_changed'])
  expect(await list({ since: at(2).toISOString(), before: at(3).toISOString() })).toEqual(['contact_changed'])
})

test('a page has a fixed size, and the next one has the rest', async () => {
  for (let index = 0; index < entriesAPage; index++)
    await recordAudit(app.db, { customerId: 'demo-lakeside', userId: null, now: new Date(index), action: 'noted' })
  await recordAudit(app.db, { customerId: 'demo-lakeside', userId: null, now: new Date(0), action: 'first' })
  const page = (page: number) => app.as('lakeside')(auditApi.customerAudit, { page })
  expect((await page(1)).response).toHaveLength(entriesAPage)
  expect(await page(2)).toMatchObject({ totalCount: entriesAPage + 1 })
  expect((await page(2)).response).toHaveLength(1)
})

test('filtered entries are exported as a table, however many, and the export is logged', async () => {
  await app.db.deleteFrom('auditEntry').execute()
  const at = new Date('2026-03-01T00:00:00Z')
  const many = Array.from({ length: 2500 }, (_, index) => ({
    id: crypto.randomUUID(),
    // Many at the same moment: none is repeated, none missing.
    happenedAt: new Date(at.getTime() + Math.floor(index / 700)),
    ...hillview,
    action: 'contact_changed',
    subject: `Contact ${index}`,
    before: '{}',
    after: JSON.stringify({ lastName: index === 0 ? '=1+1' : 'B', linkDays: 14 }),
  }))
  for (let from = 0; from < many.length; from += 500)
    await app.db
      .insertInto('auditEntry')
      .values(many.slice(from, from + 500))
      .execute()
  await recordAudit(app.db, { customerId: 'demo-riverside', userId: null, now: at, action: 'contact_added' })

  const { body, headers } = await app.raw('desk', { url: '/rest/desk/audit/csv?customerId=demo-hillview' })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="audit log [\d-]+\.csv"/)
  const lines = body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('When,Organisation,Who,From,What,Who or what,Field,Before,After')
  expect(lines).toHaveLength(1 + 2 * many.length)
  expect(new Set(lines.map((line) => line.split(',')[5])).size).toBe(1 + many.length)
  expect(lines).toContain(
    "2026-03-01T00:00:00.000Z,Hillview Primary School,Hillview Librarian,,Contact changed,Contact 0,Last name,,'=1+1",
  )
  expect(lines[2]).toMatch(/,Days until the link expires,,14$/)
  expect((await app.as('desk')(auditApi.deskAudit, { action: 'audit_exported' })).response).toMatchObject([
    { changedBy: 'Customer Desk', cameFrom: '127.0.0.1', after: { customerId: 'demo-hillview' } },
  ])
  const forSpreadsheets = await app.raw('desk', {
    url: '/rest/desk/audit/csv?customerId=demo-hillview&format=CSV_SPREADSHEET',
  })
  expect(forSpreadsheets.body).toBe(`\uFEFF${body}`)
  const workbook = await app.raw('desk', { url: '/rest/desk/audit/csv?customerId=demo-hillview&format=XLSX' })
  expect(workbook.headers['content-disposition']).toMatch(/^attachment; filename="audit log [\d-]+\.xlsx"/)
  expect(workbook.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const { rows } = readWorkbook(workbook.rawPayload)
  expect(rows).toHaveLength(2 * many.length)
  expect(rows.map(({ After }) => After!.text)).toContain('=1+1')
  await expect(app.as('hillview')(auditApi.deskAuditCsv, {})).rejects.toMatchObject({ status: 403 })
})

test('entries older than AUDIT_DAYS are deleted every night', async () => {
  await app.db.deleteFrom('auditEntry').execute()
  await app.db.updateTable('auditChain').set({ position: 0, hash: '' }).execute()
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  for (const days of [2556, 2554, 1])
    await recordAudit(app.db, { ...hillview, now: ago(days), action: 'noted', subject: `${days}` })
  await forgetAudit.run(app, {}, new AbortController().signal)
  const left = await app.db.selectFrom('auditEntry').select('subject').orderBy('position').execute()
  expect(left.map(({ subject }) => subject)).toEqual(['2554', '1'])
  expect(jobs.find(({ name }) => name === forgetAudit.name)?.cron).toMatch(/^\d+ \d+ \* \* \*$/)
})

test('only differences are logged', () => {
  expect(difference({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], c: 'y' })).toEqual({
    before: { b: [1], c: 'x' },
    after: { b: [2], c: 'y' },
  })
  expect(difference({ a: null }, { a: null })).toBeUndefined()
})
