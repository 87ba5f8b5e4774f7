import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { rosterApi } from '#features/school/roster/contract.ts'
import { maxFiles, maxSentBytes } from '#features/school/roster/rules.ts'
import { csvOf, type Line, orgsOf, student, zipOf } from '#features/school/roster/server/roster-testing.ts'
import { studentsApi } from '#features/school/students/contract.ts'
import { main } from './admin.ts'
import { takeCommands } from './command-socket.ts'
import { readRosterFiles } from './roster-files.ts'
import { runMain } from './testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-cli-'))
let app: TestApp
let number: string
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp({ work: false })
  stop = await takeCommands(app)
  const customer = app.db.selectFrom('customer').where('id', '=', 'demo-hillview').select('customerNo')
  number = (await customer.executeTakeFirstOrThrow()).customerNo
})
afterAll(async () => {
  await stop()
  await app.close()
  rmSync(folder, { recursive: true })
})

// The socket exists only with an embedded database, no matter what the tests use.
const run = (...given: string[]) => runMain(main, { DATABASE_URL: '', DATA_DIR: app.env.dataDir }, 'roster', ...given)
async function put(name: string, lines: Line[], more: Record<string, string> = {}): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, await zipOf({ 'users.csv': csvOf(lines), ...more }))
  return path
}
const some = (count: number) => Array.from({ length: count }, (_, n) => student(String(n + 1)))
const open = async () =>
  (await app.as('hillview')(studentsApi.listStudents, { pageSize: 100 })).response.filter(
    ({ status }) => status !== 'CLOSED',
  ).length

test('a preview lists who would change and why someone is left out; applied, the school sees the file', async () => {
  const path = await put('monday.zip', [...some(8), student('9', { email: '' }), student('10', { role: 'teacher' })])
  const shown = await run('preview', number, path)
  expect([shown.status, shown.err]).toEqual([0, ''])
  expect(shown.out.split('\n')).toEqual([
    `Hillview Primary School, number ${number}: OneRoster 1.1, all students`,
    ...some(8).map(
      ({ sourcedId }) => `new       Given${sourcedId} Reader, ${sourcedId}@hillview.example, ${sourcedId}`,
    ),
    'left out  line 10, Given9 Reader, 9: No email address.',
    '8 new, 0 changed, 0 leavers, 1 left out, 0 unchanged',
    'not imported: 1 staff, 0 of other roles or schools',
    'This is a preview. Nothing was changed.',
    '',
  ])
  expect(await open()).toBe(0)

  const applied = await run('apply', number, path)
  expect([applied.status, applied.err]).toEqual([0, ''])
  expect(applied.out).toContain(`applied to Hillview Primary School, number ${number}\n8 new, 0 changed`)
  expect(await open()).toBe(8)
  const { response } = await app.as('hillview')(rosterApi.roster, {})
  expect(response).toMatchObject({
    notInvited: 8,
    runs: [{ fileName: 'monday.zip', status: 'APPLIED', by: '', counts: { NEW: 8, SKIPPED: 1 } }],
  })
  const notes = app.db.selectFrom('auditEntry').where('action', '=', 'roster_applied').selectAll()
  expect(await notes.execute()).toMatchObject([{ userId: null, cameFrom: expect.stringContaining('command line') }])
  expect(await app.db.selectFrom('outgoingMail').selectAll().execute()).toEqual([])
})

test('closing the accounts of many must be confirmed', async () => {
  const path = await put('cut-off.zip', [student('1', { givenName: 'Renamed' }), student('2')])
  const shown = await run('preview', number, path)
  expect(shown.out).toContain('changed   Renamed Reader, 1@hillview.example, 1; before: Given1\n')
  expect(shown.out).toContain('leaver    Given3 Reader, 3@hillview.example, 3: No longer in the file.\n')
  expect(await run('apply', number, path)).toMatchObject({
    status: 1,
    out: '',
    err: 'Nothing was changed: 6 of 8 students would lose access. If that is correct, add --confirm-leavers.\n',
  })
  expect(await open()).toBe(8)
  expect((await run('apply', number, path, '--confirm-leavers')).status).toBe(0)
  expect(await open()).toBe(2)
})

test('while a job applies a file, another is refused', async () => {
  const path = await put('next.zip', some(3))
  await app.db.updateTable('rosterRun').where('fileName', '=', 'monday.zip').set({ status: 'APPLYING' }).execute()
  expect((await run('apply', number, path)).err).toBe('A roster is being applied. Please wait until it is finished.\n')
  await app.db.updateTable('rosterRun').where('status', '=', 'APPLYING').set({ status: 'APPLIED' }).execute()
  expect(await open()).toBe(2)
})

test('of several schools in a file one is named, and remembered', async () => {
  const lines = [...some(2), student('20', { orgSourcedIds: 'school-2' })]
  const path = await put('district.zip', lines, { 'orgs.csv': orgsOf('Hillview', 'Riverside') })
  const refused = await run('preview', number, path)
  expect([refused.status, refused.err]).toEqual([
    1,
    'The file has several schools. Name the right one with --school:\n  school-1  Hillview, 2 students\n  school-2  Riverside, 1 student\n',
  ])
  expect((await run('preview', number, path, '--school', 'school-3')).status).toBe(1)
  expect((await run('apply', number, path, '--school', 'school-1')).out).toContain('0 leavers')
  expect((await run('preview', number, path)).out).toContain('not imported: 0 staff, 1 of other roles or schools')
})

test('what cannot be read is refused in words', async () => {
  const path = join(folder, 'users.csv')
  writeFileSync(path, 'name,mail\nAda,ada@hillview.example\n')
  expect((await run('apply', number, path)).err).toContain('users.csv, line 1: the column sourcedId is missing.')
  expect(await run('preview', 'none', await put('a.zip', some(1)))).toMatchObject({
    status: 1,
    err: 'No organisation has the number none.\n',
  })
  expect(await run('preview', number, join(folder, 'absent.zip'))).toMatchObject({
    status: 1,
    err: `There is no ${join(folder, 'absent.zip')}.\n`,
  })
  expect((await run('withdraw', number, path)).status).toBe(2)
})

test('of a folder the CSV files are read, and nothing that is too much', () => {
  const csv = join(folder, 'csv')
  mkdirSync(csv)
  expect(readRosterFiles([csv])).toBe(`There are no CSV files in ${csv}.`)
  writeFileSync(join(csv, 'users.csv'), 'a')
  writeFileSync(join(csv, 'orgs.CSV'), 'b')
  writeFileSync(join(csv, 'notes.txt'), 'c')
  const read = readRosterFiles([csv])
  expect(Array.isArray(read) && read.map(({ name }) => name).sort()).toEqual(['orgs.CSV', 'users.csv'])
  expect(readRosterFiles(Array.from({ length: maxFiles + 1 }, () => csv))).toContain(`at most ${maxFiles} files`)
  writeFileSync(join(csv, 'users.csv'), Buffer.alloc(maxSentBytes))
  expect(readRosterFiles([csv])).toBe('The files are bigger than 10 MB.')
})
