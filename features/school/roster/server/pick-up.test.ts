import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { studentsApi } from '#features/school/students/contract.ts'
import { dayMs } from '#kit/day.ts'
import { rosterApi } from '../contract.ts'
import { applyConfirmedRoster } from './apply-roster.ts'
import { pickUpRoster, pickUpRosters } from './pick-up.ts'
import { csvOf, type Line, orgsOf, student, zipOf } from './roster-testing.ts'

const root = mkdtempSync(join(tmpdir(), 'rosters-'))
let app: TestApp
let customerNo: string
let folder: string
beforeAll(async () => {
  app = await testApp({ work: false, env: { ROSTER_DIR: root } })
  const customer = app.db.selectFrom('customer').where('id', '=', 'demo-hillview').select('customerNo')
  customerNo = (await customer.executeTakeFirstOrThrow()).customerNo
  folder = join(root, customerNo)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const table of ['rosterRun', 'rosterPerson', 'rosterSetting', 'outgoingMail', 'oneTimeLink'] as const)
    await app.db.deleteFrom(table).execute()
  const { response } = await app.as('hillview')(studentsApi.listStudents, { pageSize: 1000 })
  if (response.length > 0) await app.as('hillview')(studentsApi.removeStudents, { ids: response.map(({ id }) => id) })
})

/** Written this many seconds ago. */
function put(name: string, content: string | Uint8Array, seconds = 120) {
  writeFileSync(join(folder, name), content)
  const at = app.clock().getTime() / 1000 - seconds
  utimesSync(join(folder, name), at, at)
}
const putRoster = async (name: string, lines: Line[], seconds?: number) =>
  put(name, await zipOf({ 'users.csv': csvOf(lines) }), seconds)
const run = () =>
  pickUpRoster.run(app, { customerId: 'demo-hillview', folder: customerNo }, new AbortController().signal)
const some = (count: number) => Array.from({ length: count }, (_, n) => student(String(n + 1)))
const state = async () => (await app.as('hillview')(rosterApi.roster, {})).response
const open = async () =>
  (await app.as('hillview')(studentsApi.listStudents, { pageSize: 1000 })).response.filter(
    ({ status }) => status !== 'CLOSED',
  ).length
const mails = async () =>
  (await app.db.selectFrom('outgoingMail').select(['recipient', 'subject']).orderBy('createdAt').execute()).map(
    ({ recipient, subject }) => `${recipient} ${subject}`,
  )
const inside = (name: string) =>
  readdirSync(join(folder, name))
    .map((each) => each.replace(/^[\dTZ-]+-/, ''))
    .sort()

test('each folder with the number of an organisation is looked into every night', async () => {
  mkdirSync(join(root, 'unknown'), { recursive: true })
  await pickUpRosters.run(app, {}, new AbortController().signal)
  const { jobs } = await app.unfinishedJobs.list({ from: 0, count: 50 })
  const enqueued = jobs.filter(({ name }) => name === pickUpRoster.name)
  expect(enqueued.map(({ data }) => data)).toEqual([{ customerId: 'demo-hillview', folder: customerNo }])
})

test('a file is applied, moved with a report, listed, and emailed about once', async () => {
  await putRoster('monday.zip', some(3))
  await run()
  await run()
  expect(await open()).toBe(3)
  expect(readdirSync(folder)).toEqual(['done'])
  expect(inside('done')).toEqual(['monday.zip', 'report.txt'])
  const report = readdirSync(join(folder, 'done')).find((name) => name.endsWith('report.txt'))!
  expect(readFileSync(join(folder, 'done', report), 'utf8')).toBe(
    'monday.zip\n3 new, 0 changed, 0 leavers, 0 left out, 0 unchanged.\n',
  )
  expect((await state()).runs).toMatchObject([
    { fileName: 'monday.zip', status: 'APPLIED', by: '', counts: { NEW: 3 } },
  ])
  expect(await mails()).toEqual(['librarian@hillview.example The roster was imported: Hillview Primary School'])
})

test('CSV files are taken together, and a file of the last minute waits for its end', async () => {
  put('users.csv', csvOf(some(2)))
  put('orgs.csv', orgsOf('Hillview'), 5)
  await putRoster('late.zip', some(1), 5)
  await run()
  expect(await open()).toBe(0)
  put('orgs.csv', orgsOf('Hillview'))
  await run()
  expect(await open()).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['done', 'late.zip'])
})

test('the oldest file is applied first', async () => {
  await putRoster('a-new.zip', some(2), 100)
  await putRoster('b-old.zip', some(1), 200)
  await run()
  expect((await state()).runs.map(({ fileName }) => fileName).sort()).toEqual(['a-new.zip', 'b-old.zip'])
  expect(await open()).toBe(2)
})

test('a file that changes nothing is not emailed about', async () => {
  await putRoster('a.zip', some(1), 300)
  await putRoster('b.zip', some(1))
  await run()
  expect(await mails()).toHaveLength(1)
})

test('a file that would close the accounts of many is held, and can be confirmed on the screen', async () => {
  await putRoster('all.zip', some(20), 300)
  await putRoster('cut-off.zip', some(10))
  await run()
  expect(await open()).toBe(20)
  expect(inside('failed')).toEqual(['cut-off.zip', 'report.txt'])
  const { preview, runs } = await state()
  expect(runs.find(({ status }) => status === 'HELD')?.messages).toEqual([
    'Nothing was changed: 10 of 20 students would lose access. Please check the preview and confirm it.',
  ])
  expect((await mails()).at(-1)).toContain('The roster needs your review')
  expect(preview).toMatchObject({ fileName: 'cut-off.zip', needsConfirmation: true })
  await app.as('hillview')(rosterApi.applyRoster, { id: preview!.id, invite: false, confirmLeavers: true })
  const { userId } = await app.db
    .selectFrom('rosterRun')
    .where('id', '=', preview!.id)
    .select('userId')
    .executeTakeFirstOrThrow()
  const confirmed = { id: preview!.id, customerId: 'demo-hillview', userId: userId!, invite: false, cameFrom: '' }
  await applyConfirmedRoster.run(app, confirmed, new AbortController().signal)
  expect(await open()).toBe(10)
})

test('a file that cannot be read is moved away with its faults, and changes no one', async () => {
  put('broken.zip', 'PK: this is none')
  put('users.csv', 'name\r\nAda\r\n')
  await run()
  expect(inside('failed')).toEqual(['broken.zip', 'report.txt', 'report.txt', 'users.csv'])
  const faults = (await state()).runs.flatMap(({ messages }) => messages)
  expect(faults).toContain('broken.zip is damaged, or is not a readable zip file.')
  expect(faults).toContain('users.csv, line 1: the column email is missing.')
  expect(await mails()).toHaveLength(2)
})

test('if the process ends before the file is moved, the next attempt changes nothing and mails nothing', async () => {
  await putRoster('a.zip', some(2))
  // The report cannot be written: `done` is a file.
  writeFileSync(join(folder, 'done'), '')
  await expect(run()).rejects.toThrow()
  rmSync(join(folder, 'done'))
  await run()
  expect(await open()).toBe(2)
  expect(await mails()).toHaveLength(1)
  expect(inside('done')).toEqual(['a.zip', 'report.txt'])
})

test('new students are invited if the school wants it, and files are deleted after a month', async () => {
  await app.db.insertInto('rosterSetting').values({ customerId: 'demo-hillview', org: '', invites: true }).execute()
  await putRoster('a.zip', some(2))
  await run()
  const { jobs } = await app.unfinishedJobs.list({ from: 0, count: 50 })
  expect(jobs.some(({ name }) => name === 'roster.invite')).toBe(true)
  const later = new Date(app.clock().getTime() + 31 * dayMs)
  app.setClock(() => later)
  try {
    await run()
    expect(inside('done')).toEqual([])
  } finally {
    app.setClock(() => new Date())
  }
})
