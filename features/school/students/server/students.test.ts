import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { dayMs } from '#kit/day.ts'
import { invitationApi, studentsApi } from '../contract.ts'

const { listStudents, changeEmailDomain, inviteStudents, updateStudent, inviteAgain, removeStudents } = studentsApi
const password = 'Nine-purple-owls-7'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
let at = Date.now()
/** Advances the clock and keeps the tests' sessions alive. */
async function goOn(days: number) {
  at += days * dayMs
  app.setClock(() => new Date(at))
  const living = { provedAt: new Date(at), lastSeenAt: new Date(at), expiresAt: new Date(at + 1e9) }
  await app.db.updateTable('session').set(living).execute()
}
beforeEach(async () => {
  // Each test starts on a new day, without the previous test's students.
  await goOn(40)
  await app.db.deleteFrom('outgoingMail').execute()
  for (const school of ['hillview', 'riverside'] as const) {
    const { response } = await app.as(school)(listStudents, { pageSize: 1000 })
    if (response.length > 0) await app.as(school)(removeStudents, { ids: response.map(({ id }) => id) })
    await app.as(school)(changeEmailDomain, { domain: `${school}.example` })
  }
})

type New = RawInput<typeof inviteStudents>['students'][number]
const named = (name: string, change: Partial<New> = {}): New => ({
  firstName: name,
  lastName: 'Reader',
  email: `${name.toLowerCase()}@hillview.example`,
  ...change,
})
const invite = async (students: New[], person: Person = 'hillview') =>
  (await app.as(person)(inviteStudents, { students })).response.map(({ outcome }) => outcome)
const list = async (input: RawInput<typeof listStudents> = {}, person: Person = 'hillview') =>
  app.as(person)(listStudents, input)
const names = async (input: RawInput<typeof listStudents>) => (await list(input)).response.map((each) => each.firstName)
const mails = () =>
  app.db
    .selectFrom('outgoingMail')
    .select(['recipient', 'subject', 'bodyText', 'secret'])
    .orderBy('createdAt')
    .execute()
const linkIn = (text: string | null) => text!.match(/\/invitation\?id=([\w-]+)/)![1]!
const actions = async () =>
  (
    await app.db
      .selectFrom('auditEntry')
      .select('action')
      .where('happenedAt', '=', new Date(at))
      .orderBy('position')
      .execute()
  ).map(({ action }) => action)

test('a page has ten students, by last name; the next page has the rest', async () => {
  await invite(
    Array.from({ length: 12 }, (_, n) => named(`Pupil${n}`, { lastName: `Reader${String(n).padStart(2, '0')}` })),
  )
  const first = await list()
  expect(first).toMatchObject({ totalCount: 12, pageNumber: 1, pageSize: 10 })
  expect(first.response.map(({ lastName }) => lastName).slice(0, 2)).toEqual(['Reader00', 'Reader01'])
  expect(first.response).toHaveLength(10)
  expect((await list({ pageNumber: 2 })).response).toHaveLength(2)
  expect((await list({ pageNumber: 3 })).response).toEqual([])
})

test('students are found by name or address, in one field or in all, and sorted by each column', async () => {
  await invite([
    named('Ada', { lastName: 'Zimmer', gender: 'F' }),
    named('Bo', { lastName: 'Adams', gender: 'M' }),
    named('Cy', { lastName: 'Moss_100%' }),
  ])
  expect(await names({ searchValue: 'ada' })).toEqual(['Bo', 'Ada'])
  expect(await names({ searchValue: 'ada', searchField: 'firstName' })).toEqual(['Ada'])
  expect(await names({ searchValue: 'ada', searchField: 'lastName' })).toEqual(['Bo'])
  expect(await names({ searchValue: 'ZIMMER ada' })).toEqual(['Ada'])
  expect(await names({ searchValue: 'cy@', searchField: 'email' })).toEqual(['Cy'])
  expect(await names({ searchValue: '_100%' })).toEqual(['Cy'])
  expect(await names({ searchValue: "%' or 1=1 --" })).toEqual([])
  expect(await names({ sortField: 'firstName', sortOrder: 'desc' })).toEqual(['Cy', 'Bo', 'Ada'])
  expect(await names({ sortField: 'gender' })).toEqual(['Ada', 'Bo', 'Cy'])
  for (const sortField of ['email', 'username', 'status', 'invitedDate', 'name'] as const)
    expect(await names({ sortField })).toHaveLength(3)
  expect(await names({ status: 'ACTIVE' })).toEqual([])
  expect(await names({ status: 'INVITED' })).toHaveLength(3)
})

test('an invited student gets an email, chooses a password once, signs in and reaches nothing of the staff’s', async () => {
  expect(await invite([named('Ada', { gender: 'F' })])).toEqual(['INVITED'])
  const [mail] = await mails()
  expect(mail).toMatchObject({ recipient: 'ada@hillview.example', secret: true })
  expect(mail!.subject).toContain('Hillview Primary School')
  expect(mail!.bodyText).toContain(`${app.env.publicUrl}/invitation?id=`)
  const id = linkIn(mail!.bodyText)
  for (const _ of [1, 2])
    expect((await app.as(null)(invitationApi.checkInvitation, { id })).response).toMatchObject({
      organisation: 'Hillview Primary School',
      invitedBy: 'Hillview Librarian',
      username: 'ada@hillview.example',
      role: 'student',
      passwordNeeded: true,
    })
  const accepted = await Promise.allSettled(
    Array.from({ length: 8 }, () => app.as(null)(invitationApi.acceptInvitation, { id, password })),
  )
  expect(accepted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(app.as(null)(invitationApi.checkInvitation, { id })).rejects.toMatchObject({
    status: 400,
    code: 'invitation_used',
  })
  const [student] = (await list()).response
  expect(student).toMatchObject({ status: 'ACTIVE', gender: 'F' })
  const row = await app.db.selectFrom('appUser').selectAll().where('id', '=', student!.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ role: 'student', customerId: 'demo-hillview' })
  expect(row.passwordHash).toMatch(/^\$argon2id/)
  expect(await actions()).toEqual(expect.arrayContaining(['student_invited', 'invitation_accepted']))
})

test('a password that is too weak leaves the invitation valid', async () => {
  await invite([named('Ada')])
  const id = linkIn((await mails())[0]!.bodyText)
  for (const bad of [undefined, 'short', 'alllowercaseletters', 'NoDigitsInThisOne'])
    await expect(app.as(null)(invitationApi.acceptInvitation, { id, password: bad })).rejects.toMatchObject({
      status: 400,
    })
  expect((await list()).response[0]).toMatchObject({ status: 'INVITED' })
  await app.as(null)(invitationApi.acceptInvitation, { id, password })
})

test('after two weeks the link has expired; a new one works and the former does not', async () => {
  await invite([named('Ada')])
  const former = linkIn((await mails())[0]!.bodyText)
  await goOn(14)
  const accept = (id: string) => app.as(null)(invitationApi.acceptInvitation, { id, password })
  await expect(accept(former)).rejects.toMatchObject({ code: 'invitation_expired' })
  const [student] = (await list()).response
  expect(student).toMatchObject({ status: 'EXPIRED' })
  expect((await app.as('hillview')(inviteAgain, { ids: [student!.id] })).response).toEqual({ count: 1 })
  expect((await list()).response[0]).toMatchObject({ status: 'INVITED', invitedDate: new Date(at).toISOString() })
  await expect(accept(former)).rejects.toMatchObject({ code: 'invitation_unknown' })
  await accept(linkIn((await mails()).at(-1)!.bodyText))
  expect((await app.as('hillview')(inviteAgain, { ids: [student!.id] })).response).toEqual({ count: 0 })
})

test('people who cannot be invited are listed with the reason, and the others are invited', async () => {
  await invite([named('Ada')])
  expect(
    await invite([
      named('Ada'),
      named('Bo'),
      named('Bo', { email: 'BO@hillview.example' }),
      named('Cy', { email: 'cy@elsewhere.example' }),
      named('Di', { email: 'di@pupils.hillview.example' }),
      named('Ed', { email: 'ed@hillview.example\r\nBcc: all@hillview.example' }),
      named('Flo', { firstName: '', lastName: '' }),
      named('Gus', { firstName: 'Visit www.evil.example' }),
      named('Hal', { email: 'librarian@hillview.example' }),
    ]),
  ).toEqual([
    'ALREADY_THERE',
    'INVITED',
    'ALREADY_THERE',
    'WRONG_DOMAIN',
    'INVITED',
    'BAD_ADDRESS',
    'NAME_MISSING',
    'BAD_NAME',
    'ALREADY_THERE',
  ])
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([
    'ada@hillview.example',
    'bo@hillview.example',
    'di@pupils.hillview.example',
  ])
  await app.as('riverside')(changeEmailDomain, { domain: '' })
  expect(await invite([named('Ada')], 'riverside')).toEqual(['TAKEN'])
})

test('the same list sent twice at once invites everyone once', async () => {
  const students = [named('Ada'), named('Bo')]
  const both = await Promise.all([invite(students), invite(students)])
  expect(both.flat().filter((outcome) => outcome === 'INVITED')).toHaveLength(2)
  expect(await mails()).toHaveLength(2)
})

test('a removed student is signed out at once, leaves no name behind, and can be invited again', async () => {
  await invite([named('Zora', { gender: 'F' }), named('Bo')])
  const id = linkIn((await mails()).find(({ recipient }) => recipient.startsWith('zora'))!.bodyText)
  await app.as(null)(invitationApi.acceptInvitation, { id, password })
  const [bo, zora] = (await list({ sortField: 'firstName' })).response
  await app.db
    .insertInto('session')
    .values({ tokenHash: 'x', id: 'x', userId: zora!.id, idToken: null, expiresAt: new Date(at + 1e6) })
    .execute()
  const factor = { userId: zora!.id, secret: '', lastStep: 0, createdAt: new Date(at) }
  await app.db.insertInto('secondFactor').values(factor).execute()
  const remove = () => app.as('hillview')(removeStudents, { ids: [zora!.id, bo!.id] })
  const both = await Promise.allSettled([remove(), remove()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await list()).totalCount).toBe(0)
  expect(await app.db.selectFrom('session').select('id').where('userId', '=', zora!.id).execute()).toEqual([])
  expect(await app.db.selectFrom('secondFactor').select('userId').where('userId', '=', zora!.id).execute()).toEqual([])
  const { id: _, ...row } = await app.db
    .selectFrom('appUser')
    .selectAll()
    .where('id', '=', zora!.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toMatch(/zora|Reader|argon/i)
  const link = linkIn((await mails()).find(({ recipient }) => recipient.startsWith('bo'))!.bodyText)
  await expect(app.as(null)(invitationApi.checkInvitation, { id: link })).rejects.toMatchObject({
    code: 'invitation_unknown',
  })
  expect(await invite([named('Zora')])).toEqual(['INVITED'])
})

test('name and gender can be corrected; an unknown gender or an address is refused', async () => {
  await invite([named('Ada')])
  const { id } = (await list()).response[0]!
  const { response } = await app
    .as('admin')(updateStudent, { id, firstName: 'Ada', lastName: '<b>', gender: 'O' })
    .catch(() => ({ response: null }))
  expect(response).toBeNull()
  const changed = await app.as('admin')(updateStudent, { id, firstName: 'Ada', lastName: 'Lace', gender: 'O' })
  expect(changed.response).toMatchObject({ lastName: 'Lace', gender: 'O', status: 'INVITED' })
  expect(await actions()).toContain('student_changed')
  for (const wrong of [{ gender: 'X' }, { email: 'x@hillview.example' }, { role: 'staff' }, { status: 'ACTIVE' }])
    expect(
      (
        await app.raw('admin', {
          method: 'POST',
          url: updateStudent.path,
          payload: { id, firstName: 'Eve', lastName: '', gender: 'O', ...wrong },
        })
      ).statusCode,
    ).toBe(400)
  expect((await list()).response[0]).toMatchObject({ firstName: 'Ada' })
})

test('the domain is kept bare and lower case, no matter what is pasted; no domain means any address', async () => {
  const change = async (domain: string) => (await app.as('admin')(changeEmailDomain, { domain })).customer.emailDomain
  expect(await change(' @Students.Hillview.EXAMPLE ')).toBe('students.hillview.example')
  expect(await change('https://www.hillview.example/')).toBe('hillview.example')
  expect(await change('')).toBe('')
  expect(await invite([named('Cy', { email: 'cy@elsewhere.example' })])).toEqual(['INVITED'])
  for (const domain of ['hillview', 'a b.example', '-a.example', 'x.example/y', 'a@b@', '\0.example', 'x'.repeat(999)])
    await expect(app.as('admin')(changeEmailDomain, { domain })).rejects.toMatchObject({ status: 400 })
  expect((await app.as('hillview')(studentsApi.listStudents, {})).totalCount).toBe(1)
  expect(await actions()).toContain('email_domain_changed')
})

test('another school’s student is absent for every call, and nothing of it changes', async () => {
  await invite([named('Ada')])
  const { id } = (await list()).response[0]!
  const absent = { status: 404, code: 'student_not_found' }
  const as = app.as('riverside')
  await expect(as(updateStudent, { id, firstName: 'Eve', lastName: '', gender: 'F' })).rejects.toMatchObject(absent)
  await expect(as(inviteAgain, { ids: [id] })).rejects.toMatchObject(absent)
  await expect(as(removeStudents, { ids: [id] })).rejects.toMatchObject(absent)
  expect((await list({}, 'riverside')).totalCount).toBe(0)
  expect((await list()).response[0]).toMatchObject({ firstName: 'Ada', status: 'INVITED' })
  expect(await mails()).toHaveLength(1)
  const staff = ['demo-hillview-assistant', 'demo-hillview-librarian']
  await expect(app.as('hillview')(removeStudents, { ids: staff })).rejects.toMatchObject(absent)
})

test('staff who are not admins, students, the desk and visitors cannot see or change students', async () => {
  for (const person of ['assistant', 'student', 'desk', 'administrator', null] as const)
    for (const endpoint of Object.values(studentsApi)) {
      const reply = await app.raw(person, { method: 'POST', url: endpoint.path, payload: {} })
      expect([person, endpoint.path, reply.statusCode]).toEqual([person, endpoint.path, 403])
    }
  expect((await list({}, 'admin')).response).toBeDefined()
})

test('a school cannot mail strangers without limit', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => ({
    tokenHash: `old-${n}`,
    id: crypto.randomUUID(),
    purpose: 'invite-student' as const,
    customerId: 'demo-hillview',
    userId: null,
    data: '{}',
    createdBy: null,
    createdAt: new Date(at - 1000),
    expiresAt: new Date(at),
    usedAt: null,
    withdrawnAt: null,
  }))
  for (let n = 0; n < 3000; n += 1000)
    await app.db
      .insertInto('oneTimeLink')
      .values(many.slice(n, n + 1000))
      .execute()
  await expect(invite([named('Ada')])).rejects.toMatchObject({ status: 429 })
  expect((await list()).totalCount).toBe(0)
  await app.db.deleteFrom('oneTimeLink').where('tokenHash', 'like', 'old-%').execute()
})
