import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { studentsApi } from '#features/school/students/contract.ts'
import { invitedADay } from '#features/school/students/rules.ts'
import { rosterApi } from '../contract.ts'
import { applyConfirmedRoster } from './apply-roster.ts'
import { inviteRosterStudents } from './invite-waiting.ts'
import { forgetPreviews } from './jobs.ts'
import { csvOf, type Line, manifestOf, orgsOf, sent, student, zipOf } from './roster-testing.ts'

const { roster, previewRoster, chooseRosterSchool, rosterEntries, applyRoster, discardRoster } = rosterApi
const { listStudents, inviteStudents, removeStudents, changeEmailDomain } = studentsApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.sessionOf('admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['rosterRun', 'rosterPerson', 'rosterSetting', 'outgoingMail', 'oneTimeLink'] as const)
    await app.db.deleteFrom(table).execute()
  for (const school of ['hillview', 'riverside'] as const) {
    const { response } = await app.as(school)(listStudents, { pageSize: 1000 })
    if (response.length > 0) await app.as(school)(removeStudents, { ids: response.map(({ id }) => id) })
    await app.as(school)(changeEmailDomain, { domain: '' })
  }
})

const as = (person: Person = 'admin') => app.as(person)
const preview = async (lines: Line[], more: Record<string, string> = {}, person: Person = 'admin') => {
  const zip = await zipOf({ 'users.csv': csvOf(lines), ...more })
  return (await as(person)(previewRoster, { files: [sent('roster.zip', zip)] })).response
}
type Confirm = { invite?: boolean; confirmLeavers?: boolean }
const confirm = async (id: string, more: Confirm = {}) =>
  (await as()(applyRoster, { id, invite: false, ...more })).response
/** Confirms it, and does its job. */
const apply = async (id: string, more: Confirm = {}) => {
  const { status } = await confirm(id, more)
  const { userId } = await app.db
    .selectFrom('rosterRun')
    .where('id', '=', id)
    .select('userId')
    .executeTakeFirstOrThrow()
  const data = { id, customerId: 'demo-hillview', userId: userId!, invite: more.invite === true, cameFrom: '192.0.2.7' }
  if (status === 'APPLYING') await applyConfirmedRoster.run(app, data, new AbortController().signal)
  return (await as()(roster, {})).response.runs.find((run) => run.id === id)
}
const take = async (lines: Line[], more: Record<string, string> = {}) => apply((await preview(lines, more)).id)
const people = async () =>
  (await as()(listStudents, { pageSize: 1000, sortField: 'email' })).response.map(
    ({ firstName, email, status }) => `${firstName} ${email.split('@')[0]} ${status}`,
  )
const entries = async (id: string, kind: 'NEW' | 'CHANGED' | 'LEAVER' | 'SKIPPED' | 'UNCHANGED') =>
  (await as()(rosterEntries, { id, kind })).response
const some = (count: number, from = 1) => Array.from({ length: count }, (_, n) => student(String(from + n)))
const actions = async () =>
  (
    await app.db.selectFrom('auditEntry').select(['action', 'subject']).orderBy('position', 'desc').limit(4).execute()
  ).map(({ action, subject }) => `${action} ${subject}`)
const mailed = async () =>
  (await app.db.selectFrom('outgoingMail').select('recipient').orderBy('recipient').execute()).map(
    ({ recipient }) => recipient,
  )
const runInvites = () =>
  inviteRosterStudents.run(app, { customerId: 'demo-hillview', userId: null }, new AbortController().signal)

test('a preview changes no one; applied, it adds the students, whom no one has emailed yet', async () => {
  const shown = await preview([student('1'), student('2', { email: '' })])
  expect(shown).toMatchObject({
    ...{ fileName: 'roster.zip', mode: 'BULK', version: '1.1', org: 'school-1', present: 0, needsConfirmation: false },
    counts: { NEW: 1, CHANGED: 0, LEAVER: 0, SKIPPED: 1, UNCHANGED: 0 },
  })
  expect(await people()).toEqual([])
  expect(await entries(shown.id, 'NEW')).toMatchObject([{ line: 2, firstName: 'Given1', grade: '07' }])
  expect(await entries(shown.id, 'SKIPPED')).toMatchObject([{ line: 3, why: 'NO_ADDRESS' }])
  expect(await apply(shown.id)).toMatchObject({ status: 'APPLIED', counts: { NEW: 1 } })
  expect(await people()).toEqual(['Given1 1 NOT_INVITED'])
  expect(await mailed()).toEqual([])
  const { response } = await as()(roster, {})
  expect(response).toMatchObject({ preview: null, notInvited: 1, runs: [{ fileName: 'roster.zip', by: 'Test admin' }] })
  expect(await actions()).toContain('student_imported Given1 Reader')
})

test('a preview that is applied twice, also at once, changes nothing the second time', async () => {
  const { id } = await preview(some(3))
  const both = await Promise.all([apply(id), apply(id)])
  expect(both.map((run) => run!.counts.NEW)).toEqual([3, 3])
  await apply(id)
  expect(await people()).toHaveLength(3)
  expect((await preview(some(3))).counts).toMatchObject({ NEW: 0, CHANGED: 0, LEAVER: 0, UNCHANGED: 3 })
})

test('students change, leave, lose their sessions, and come back', async () => {
  await take(some(3))
  const [one] = (await as()(listStudents, { sortField: 'email' })).response
  const session = {
    tokenHash: 'roster',
    id: 'roster',
    userId: one!.id,
    idToken: null,
    expiresAt: new Date(Date.now() + 1e6),
  }
  await app.db.insertInto('session').values(session).execute()
  await take([student('2', { givenName: 'New', email: 'moved@hillview.example' }), student('3')])
  expect(await people()).toEqual(['Given1 1 CLOSED', 'Given3 3 NOT_INVITED', 'New moved NOT_INVITED'])
  expect(await app.db.selectFrom('session').select('id').where('id', '=', 'roster').execute()).toEqual([])
  expect(await actions()).toContain('student_left Given1 Reader')
  await take(some(3))
  expect(await people()).toEqual(['Given1 1 NOT_INVITED', 'Given2 2 NOT_INVITED', 'Given3 3 NOT_INVITED'])
})

test('two students swap their addresses', async () => {
  await take(some(2))
  await take([student('1', { email: '2@hillview.example' }), student('2', { email: '1@hillview.example' })])
  expect(await people()).toEqual(['Given2 1 NOT_INVITED', 'Given1 2 NOT_INVITED'])
  const names = await app.db
    .selectFrom('appUser')
    .where('email', '=', '2@hillview.example')
    .select('username')
    .execute()
  expect(names).toEqual([{ username: '2@hillview.example' }])
})

test('a file of changes leaves those alone whom it does not name', async () => {
  await take(some(3))
  const changes = [student('1', { status: 'tobedeleted' }), student('4')]
  const shown = await preview(changes, { 'manifest.csv': manifestOf('delta') })
  expect(shown).toMatchObject({ mode: 'DELTA', counts: { NEW: 1, LEAVER: 1 } })
  expect(await entries(shown.id, 'LEAVER')).toMatchObject([{ line: null, why: 'DELETED' }])
  await apply(shown.id)
  expect((await people()).map((each) => each.split(' ')[2])).toEqual(['CLOSED', ...Array(3).fill('NOT_INVITED')])
})

test('a file that would close the accounts of many is not applied without a confirmation', async () => {
  await take(some(20))
  const { id, needsConfirmation } = await preview(some(14))
  expect(needsConfirmation).toBe(true)
  await expect(apply(id)).rejects.toMatchObject({ status: 409, code: 'roster_leavers' })
  expect(await people()).toHaveLength(20)
  await apply(id, { confirmLeavers: true })
  expect((await people()).filter((each) => each.endsWith('CLOSED'))).toHaveLength(6)
})

test('if the students have changed since the preview, a new one is made instead of applying it', async () => {
  const { id } = await preview(some(2))
  const person = { firstName: 'Given1', lastName: 'Reader', email: '1@hillview.example' }
  await as()(inviteStudents, { students: [person] })
  expect(await apply(id)).toBeUndefined()
  expect(await people()).toEqual(['Given1 1 INVITED'])
  const messages = [expect.stringContaining('have changed since this preview')]
  expect((await as()(roster, {})).response.preview).toMatchObject({ id, counts: { NEW: 1, CHANGED: 1 }, messages })
  await apply(id)
  expect(await people()).toEqual(['Given1 1 INVITED', 'Given2 2 NOT_INVITED'])
})

test('while a roster is applied, another file is refused; a job that fails changes no one, and can be tried again', async () => {
  const { id } = await preview(some(3))
  expect(await confirm(id)).toMatchObject({ status: 'APPLYING', counts: { NEW: 3 } })
  expect((await as()(roster, {})).response).toMatchObject({ preview: null, runs: [{ id, status: 'APPLYING' }] })
  await expect(preview(some(1))).rejects.toMatchObject({ status: 409, code: 'roster_busy' })
  const held = {
    id: 'held',
    customerId: 'demo-hillview',
    userId: null,
    fileName: 'held.zip',
    status: 'PREVIEW' as const,
  }
  const plan = await app.db.selectFrom('rosterRun').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  await app.db
    .insertInto('rosterRun')
    .values({ ...plan, ...held })
    .execute()
  await expect(confirm('held')).rejects.toMatchObject({ status: 409, code: 'roster_busy' })
  await as()(discardRoster, { id: 'held' })
  const { userId } = plan
  const data = { id, customerId: 'demo-hillview', userId: userId!, invite: false, cameFrom: '' }
  await applyConfirmedRoster.failed!(app, data)
  expect(await people()).toEqual([])
  const messages = ['We couldn’t apply the file. Nothing was changed. Please try again.']
  expect((await as()(roster, {})).response.preview).toMatchObject({ id, counts: { NEW: 3 }, messages })
  await applyConfirmedRoster.again!(app, data)
  await applyConfirmedRoster.run(app, data, new AbortController().signal)
  await applyConfirmedRoster.run(app, data, new AbortController().signal)
  expect(await people()).toHaveLength(3)
})

test('of a file with several schools one is chosen, and remembered for the next', async () => {
  const lines = [student('1'), student('2', { orgSourcedIds: 'school-2' })]
  const orgs = { 'orgs.csv': orgsOf('Hillview', 'Riverside') }
  const shown = await preview(lines, orgs)
  expect(shown).toMatchObject({ org: null, counts: { NEW: 0 }, orgs: [{ name: 'Hillview' }, { name: 'Riverside' }] })
  await expect(apply(shown.id)).rejects.toMatchObject({ code: 'roster_school' })
  await expect(as()(chooseRosterSchool, { id: shown.id, org: 'district' })).rejects.toMatchObject({
    code: 'roster_school',
  })
  const { response } = await as()(chooseRosterSchool, { id: shown.id, org: 'school-2' })
  expect(response).toMatchObject({ org: 'school-2', counts: { NEW: 1 }, elsewhere: 1 })
  await apply(shown.id)
  expect(await people()).toEqual(['Given2 2 NOT_INVITED'])
  expect(await preview(lines, orgs)).toMatchObject({ org: 'school-2', counts: { UNCHANGED: 1 } })
  expect(await preview([student('1')])).toMatchObject({ org: null })
})

test('new students are emailed an invitation if the school wants it, each once', async () => {
  const { id } = await preview(some(60))
  await apply(id, { invite: true })
  await runInvites()
  await runInvites()
  expect(await mailed()).toHaveLength(60)
  expect((await people()).every((each) => each.endsWith(' INVITED'))).toBe(true)
  expect((await as()(roster, {})).response).toMatchObject({ notInvited: 0, invites: true })
})

test('invitations beyond the day’s limit wait for the next day', async () => {
  await take(some(2))
  const link = (n: number) => ({
    ...{
      tokenHash: `old-${n}`,
      id: crypto.randomUUID(),
      purpose: 'invite-student' as const,
      customerId: 'demo-hillview',
    },
    ...{ userId: null, data: '{}', createdBy: null, createdAt: new Date(), expiresAt: new Date() },
    ...{ usedAt: null, withdrawnAt: null },
  })
  const links = Array.from({ length: invitedADay - 1 }, (_, n) => link(n))
  for (let n = 0; n < links.length; n += 1000)
    await app.db
      .insertInto('oneTimeLink')
      .values(links.slice(n, n + 1000))
      .execute()
  await runInvites()
  expect(await mailed()).toEqual([])
  const { jobs } = await app.unfinishedJobs.list({ from: 0, count: 50 })
  const again = jobs.find(
    ({ name, nextAt }) => name === inviteRosterStudents.name && nextAt.getTime() > Date.now() + 1e6,
  )
  expect(again?.data).toEqual({ customerId: 'demo-hillview', userId: null })
})

test('a student who was removed by hand does not come back with the next file', async () => {
  await take(some(2))
  const { response } = await as()(listStudents, { searchValue: '1@' })
  await as()(removeStudents, { ids: response.map(({ id }) => id) })
  const shown = await preview(some(2))
  expect(await entries(shown.id, 'SKIPPED')).toMatchObject([{ sourcedId: '1', why: 'REMOVED' }])
  await apply(shown.id)
  await as()(inviteStudents, { students: [{ firstName: 'Given1', lastName: 'Reader', email: '1@hillview.example' }] })
  await take(some(2))
  expect(await people()).toEqual(['Given1 1 INVITED', 'Given2 2 NOT_INVITED'])
  expect((await preview([student('2')])).counts.LEAVER).toBe(1)
})

test('another school sees and applies nothing, and an address of another school stays there', async () => {
  const { id } = await preview([student('1')])
  const other = app.as('riverside')
  expect((await other(roster, {})).response).toMatchObject({ preview: null, runs: [] })
  for (const call of [
    () => other(rosterEntries, { id, kind: 'NEW' }),
    () => other(chooseRosterSchool, { id, org: 'school-1' }),
    () => other(applyRoster, { id, invite: false }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'roster_unknown' })
  await other(discardRoster, { id })
  await apply(id)
  const theirs = await preview([student('1')], {}, 'riverside')
  expect((await other(rosterEntries, { id: theirs.id, kind: 'SKIPPED' })).response).toMatchObject([{ why: 'TAKEN' }])
})

test('a preview ends when it is thrown away, replaced, or a day old', async () => {
  const first = await preview([student('1')])
  const second = await preview([student('2')])
  await expect(apply(first.id)).rejects.toMatchObject({ code: 'roster_unknown' })
  await as()(discardRoster, { id: second.id })
  await expect(apply(second.id)).rejects.toMatchObject({ code: 'roster_unknown' })
  const third = await preview([student('3')])
  const past = new Date(Date.now() - 1000)
  await app.db.updateTable('rosterRun').set({ expiresAt: past }).where('id', '=', third.id).execute()
  await expect(apply(third.id)).rejects.toMatchObject({ code: 'roster_unknown' })
  await forgetPreviews.run(app, {}, new AbortController().signal)
  expect(await app.db.selectFrom('rosterRun').select('id').execute()).toEqual([])
})

test('a file that cannot be read is refused with its line, and the earlier preview stays', async () => {
  const { id } = await preview([student('1')])
  await expect(as()(previewRoster, { files: [sent('users.csv', 'name\r\nAda\r\n')] })).rejects.toMatchObject({
    status: 400,
    code: 'roster_unreadable',
    messages: expect.arrayContaining(['users.csv, line 1: the column email is missing.']),
  })
  expect((await as()(roster, {})).response.preview?.id).toBe(id)
})
