import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { openKey } from '../../access-keys/server/access-keys-testing.ts'
import { colleaguesApi, studentsApi } from '../../students/contract.ts'
import { type IdentitySystem, identitySystem, newPerson } from './scim-testing.ts'

let app: TestApp
let hillview: IdentitySystem
let riverside: IdentitySystem
beforeAll(async () => {
  app = await testApp({ work: false })
  hillview = await identitySystem(app)
  riverside = await identitySystem(app, 'riverside')
})
afterAll(() => app.close())

const make = async (change: object = {}, system = hillview) => {
  const { status, body } = await system.post('/Users', newPerson(change))
  expect(body).toMatchObject({ id: expect.any(String) })
  expect(status).toBe(201)
  return body
}
const rowOf = (id: string) => app.db.selectFrom('appUser').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const openSession = (userId: string) =>
  app.db
    .insertInto('session')
    .values({ tokenHash: userId, id: userId, userId, idToken: null, provedAt: null, expiresAt: new Date('2099-01-01') })
    .execute()
const sessionsOf = (userId: string) => app.db.selectFrom('session').where('userId', '=', userId).selectAll().execute()
const errorOf = (scimType: string | undefined, status: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status,
  ...(scimType ? { scimType } : {}),
  detail: expect.stringMatching(/\.$|: /),
})

test('the description says what is offered, to everyone and only to be read', async () => {
  const config = await app.http.inject({ url: '/scim/v2/ServiceProviderConfig' })
  expect(config.headers['content-type']).toContain('application/scim+json')
  expect(config.json()).toMatchObject({
    ...{ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true, maxResults: 500 } },
    ...{ etag: { supported: true }, sort: { supported: true }, changePassword: { supported: false } },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  // `/docs/api` does not describe these calls.
  expect(config.json()).not.toHaveProperty('documentationUri')
  expect((await hillview.get('/ResourceTypes')).body.Resources).toMatchObject([{ id: 'User', endpoint: '/Users' }])
  expect((await hillview.get('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body.name).toBe('User')
  expect(await hillview.get('/Schemas/Group')).toMatchObject({ status: 404, body: errorOf(undefined, '404') })
  expect(await hillview.get('/Schemas?filter=name eq "User"')).toMatchObject({ status: 403 })
  const posted = await hillview.post('/Schemas', {})
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  for (const path of ['/Bulk', '/Me', '/Groups', '/nothing'])
    expect(await hillview.get(path)).toMatchObject({ status: 404, body: errorOf(undefined, '404') })
})

test('a person is made as in RFC 7644, 3.3, without an email', async () => {
  const given = newPerson({ userName: 'Bjensen@Hillview.example' })
  const mails = () => app.db.selectFrom('outgoingMail').select('id').execute()
  const before = await mails()
  const { status, headers, body } = await hillview.post('/Users', given)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...{ schemas: given.schemas, id: expect.any(String), externalId: given.externalId, active: true },
    ...{ userName: 'bjensen@hillview.example', userType: 'Student', emails: given.emails },
    name: given.name,
    displayName: `Bea ${given.name.familyName}`,
    meta: {
      ...{ resourceType: 'User', created: expect.stringMatching(/Z$/), version: headers.etag },
      location: `${app.env.publicUrl}/scim/v2/Users/${body.id}`,
    },
  })
  expect(headers.location).toBe(body.meta.location)
  expect(await rowOf(body.id)).toMatchObject({ role: 'student', customerId: 'demo-hillview', passwordHash: null })
  expect(await mails()).toEqual(before)
  expect((await hillview.get(`/Users/${body.id}`)).body).toEqual(body)
})

test('staff are staff, and who is of no named sort is a student', async () => {
  expect((await rowOf((await make({ userType: 'staff' })).id)).role).toBe('staff')
  expect((await rowOf((await make({ userType: undefined })).id)).role).toBe('student')
  const wrong = await hillview.post('/Users', newPerson({ userType: 'Guest' }))
  expect(wrong).toMatchObject({ status: 400, body: errorOf('invalidValue', '400') })
  expect(wrong.body.detail).toContain('Student or Staff')
})

test.each([
  ['without a user name', { userName: undefined }, 'invalidValue'],
  ['without an address', { userName: 'bea', emails: [] }, 'invalidValue'],
  ['with an address that is none', { emails: [{ value: 'bea' }] }, 'invalidValue'],
  ['with an address outside of the domain of students', { emails: [{ value: 'bea@else.example' }] }, 'invalidValue'],
  ['without a name', { name: {} }, 'invalidValue'],
  ['with a web address as its name', { name: { givenName: 'www.evil.example' } }, 'invalidValue'],
  ['with a user name of a removed account', { userName: 'removed-1' }, 'invalidValue'],
  ['with a number as its name', { name: { givenName: 7 } }, 'invalidValue'],
  ['with text for an object', { name: 'Bea' }, 'invalidSyntax'],
])('a person %s is refused, and nothing is stored', async (_, change, scimType) => {
  const before = await app.db.selectFrom('appUser').selectAll().execute()
  const refused = await hillview.post('/Users', newPerson(change))
  expect(refused).toMatchObject({ status: 400, body: errorOf(scimType, '400') })
  expect(await app.db.selectFrom('appUser').selectAll().execute()).toEqual(before)
})

test('one username and one address are one person, and no one learns whose', async () => {
  const { userName } = await make()
  const taken = { status: 409, body: errorOf('uniqueness', '409') }
  const again = await hillview.post('/Users', newPerson({ userName: userName.toUpperCase() }))
  expect(again).toMatchObject(taken)
  const address = { userType: 'Staff', emails: [{ value: userName }] }
  expect(await hillview.post('/Users', newPerson(address))).toMatchObject(taken)
  const elsewhere = await riverside.post('/Users', newPerson({ userName, ...address }))
  const ofProvider = await riverside.post('/Users', newPerson({ userName: 'desk@provider.example', userType: 'Staff' }))
  expect([elsewhere.body, ofProvider.body]).toEqual([again.body, again.body])
})

test('two calls at once with one username make one person', async () => {
  const person = newPerson()
  const replies = await Promise.all([1, 2, 3].map(() => hillview.post('/Users', person)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('a key sees the people of its school only', async () => {
  const { id, userName } = await make()
  const all = (await hillview.query({ count: 500 })).body.Resources
  expect(all.map((each: { userName: string }) => each.userName)).toEqual(
    expect.arrayContaining([userName, 'librarian@hillview.example', 'assistant@hillview.example']),
  )
  expect(await riverside.found(`userName eq "${userName}"`)).toEqual([])
  expect((await riverside.found('userName pr')).filter((name) => /hillview|provider/.test(name))).toEqual([])
  const before = await rowOf(id)
  const notFound = { status: 404, body: errorOf(undefined, '404') }
  for (const target of [id, 'demo-desk', 'nobody']) {
    expect(await riverside.get(`/Users/${target}`)).toMatchObject(notFound)
    expect(await riverside.put(`/Users/${target}`, newPerson())).toMatchObject(notFound)
    expect(await riverside.patch(`/Users/${target}`, [{ op: 'replace', path: 'active', value: false }])).toMatchObject(
      notFound,
    )
    expect(await riverside.remove(`/Users/${target}`)).toMatchObject(notFound)
  }
  expect(await rowOf(id)).toEqual(before)
})

test('without a key, with a wrong one, or without the scope People no one gets in', async () => {
  const call = (headers: object) =>
    app.http.inject({ url: '/scim/v2/Users', headers: { host: 'localhost', ...headers } })
  const without = await call({})
  expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)])
  expect(without.json()).toEqual(errorOf(undefined, '401'))
  expect((await call({ authorization: 'Bearer wrong' })).statusCode).toBe(401)
  expect((await call({ cookie: await app.sessionOf('hillview') })).statusCode).toBe(401)
  const { key } = await openKey(app, 'hillview', { scopes: ['search', 'download', 'requests'] })
  const other = await call({ authorization: `Bearer ${key}` })
  expect([other.statusCode, other.json().detail]).toEqual([
    403,
    expect.stringMatching(/^This access key can’t manage people: it doesn’t have the scope “People \(SCIM\)”/),
  ])
})

test('a disabled person is signed out at once, and enabled again', async () => {
  const { id } = await make({ userType: 'Staff' })
  await openSession(id)
  const off = await hillview.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
  expect([off.status, off.body.active]).toEqual([200, false])
  expect(await sessionsOf(id)).toEqual([])
  expect((await rowOf(id)).disabledAt).not.toBeNull()
  const on = await hillview.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])
  expect(on.body.active).toBe(true)
  expect((await rowOf(id)).disabledAt).toBeNull()
})

test('whom the provider has disabled stays disabled', async () => {
  const { id } = await make({ userType: 'Staff' })
  await app.db.updateTable('appUser').set({ disabledAt: new Date() }).where('id', '=', id).execute()
  expect((await hillview.get(`/Users/${id}`)).body.active).toBe(false)
  const turned = await hillview.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])
  expect(turned).toMatchObject({ status: 403, body: errorOf(undefined, '403') })
  expect(await hillview.remove(`/Users/${id}`)).toMatchObject({ status: 403 })
  expect((await rowOf(id)).disabledAt).not.toBeNull()
})

test('the primary contact cannot be removed, disabled, demoted or given another address', async () => {
  const owner = '/Users/demo-hillview-librarian'
  const before = (await hillview.get(owner)).body
  const refused = { status: 403, body: errorOf(undefined, '403') }
  expect(await hillview.remove(owner)).toMatchObject(refused)
  for (const value of [
    { active: false },
    { userType: 'Student' },
    { userName: 'intruder@else.example' },
    { emails: [{ value: 'intruder@else.example', primary: true }] },
  ]) {
    expect(await hillview.patch(owner, [{ op: 'replace', value }])).toMatchObject(refused)
    expect(await hillview.put(owner, { ...before, ...value })).toMatchObject(refused)
  }
  expect((await hillview.get(owner)).body).toEqual(before)
  expect(await hillview.put(owner, { ...before, externalId: 'known' })).toMatchObject({
    status: 200,
    body: { externalId: 'known', userType: 'Staff' },
  })
})

test('an organisation admin can be disabled, but not demoted or given another address', async () => {
  await app.sessionOf('admin')
  const admin = '/Users/test-admin'
  expect(await hillview.patch(admin, [{ op: 'replace', path: 'userType', value: 'Student' }])).toMatchObject({
    status: 403,
  })
  const address = [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'intruder@else.example' }]
  expect(await hillview.patch(admin, address)).toMatchObject({ status: 403 })
  expect((await hillview.patch(admin, [{ op: 'replace', path: 'active', value: false }])).body.active).toBe(false)
  expect((await hillview.patch(admin, [{ op: 'replace', path: 'active', value: true }])).body.active).toBe(true)
  expect((await rowOf('test-admin')).role).toBe('organisation-admin')
})

test('a removed student is forgotten, the account of staff is closed, and both can come back', async () => {
  const student = newPerson()
  const staff = newPerson({ userType: 'Staff' })
  for (const given of [student, staff]) {
    const { id } = (await hillview.post('/Users', given)).body
    await openSession(id)
    const gone = await hillview.remove(`/Users/${id}`)
    expect([gone.status, gone.body]).toEqual([204, undefined])
    expect(await hillview.remove(`/Users/${id}`)).toMatchObject({ status: 404 })
    expect(await hillview.get(`/Users/${id}`)).toMatchObject({ status: 404 })
    expect(await hillview.found(`externalId eq "${given.externalId}"`)).toEqual([])
    expect(await sessionsOf(id)).toEqual([])
    const row = await rowOf(id)
    expect(row.disabledAt).not.toBeNull()
    expect([row.firstName, row.email]).toEqual(given === student ? ['Removed', ''] : ['Bea', staff.userName])
    const back = await hillview.post('/Users', given)
    expect(back.status).toBe(201)
    expect(back.body.id).not.toBe(id)
  }
})

test('a removal by hand ends the tie to the identity system too', async () => {
  const { id, externalId } = await make()
  await app.as('hillview')(studentsApi.removeStudents, { ids: [id] })
  expect(await hillview.get(`/Users/${id}`)).toMatchObject({ status: 404 })
  expect(
    await app.db.selectFrom('provisionedPerson').where('externalId', '=', externalId).selectAll().execute(),
  ).toEqual([])
})

test('a change needs the version that the program knows, if it names one', async () => {
  const { id, meta } = await make()
  const rename = [{ op: 'replace', path: 'name.givenName', value: 'Bo' }]
  const changed = await hillview.patch(`/Users/${id}`, rename, { 'if-match': meta.version })
  expect(changed).toMatchObject({ status: 200, body: { name: { givenName: 'Bo' } } })
  expect(changed.headers.etag).not.toBe(meta.version)
  for (const refused of [
    await hillview.patch(`/Users/${id}`, rename, { 'if-match': meta.version }),
    await hillview.put(`/Users/${id}`, newPerson(), { 'if-match': meta.version }),
    await hillview.remove(`/Users/${id}`, { 'if-match': meta.version }),
  ])
    expect(refused).toMatchObject({ status: 412, body: errorOf(undefined, '412') })
  const known = await hillview.get(`/Users/${id}`, { 'if-none-match': changed.headers.etag })
  expect([known.status, known.body]).toEqual([304, undefined])
})

test('lists are paged, sorted and cut to the wanted attributes', async () => {
  for (const familyName of ['Zed', 'Abel', 'moss']) await make({ name: { familyName }, externalId: 'sorted' })
  const filter = 'externalId eq "sorted"'
  const page = (await hillview.query({ filter, sortBy: 'name.familyName', startIndex: 2, count: 2 })).body
  expect(page).toMatchObject({
    ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 3, startIndex: 2 },
    ...{ itemsPerPage: 2, Resources: [{ displayName: 'moss' }, { displayName: 'Zed' }] },
  })
  const down = {
    filter,
    sortBy: 'name.familyName',
    sortOrder: 'descending',
    count: 1,
    attributes: 'userName,emails.value',
  }
  const [first] = (await hillview.query(down)).body.Resources
  expect(Object.keys(first).sort()).toEqual(['emails', 'id', 'schemas', 'userName'])
  expect(Object.keys(first.emails[0])).toEqual(['value'])
  const searched = await hillview.post('/Users/.search', {
    filter,
    excludedAttributes: ['name', 'emails.type'],
    count: 1,
  })
  expect(searched.body.Resources[0]).not.toHaveProperty('name')
  expect(Object.keys(searched.body.Resources[0].emails[0]).sort()).toEqual(['primary', 'value'])
  expect((await hillview.query({ filter, count: 0 })).body).toMatchObject({ totalResults: 3, Resources: [] })
  expect(await hillview.query({ count: 'many' })).toMatchObject({ status: 400, body: errorOf('invalidValue', '400') })
  expect(await hillview.query({ sortBy: 'title' })).toMatchObject({ status: 400, body: errorOf('invalidPath', '400') })
})

test('every change is in the audit log with the name of the key', async () => {
  const { id } = await make({ name: { givenName: 'Noted', familyName: 'Person' } })
  await hillview.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  // Nothing changes, so nothing is noted.
  await hillview.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  await hillview.remove(`/Users/${id}`)
  const { response } = await app.as('hillview')(auditApi.customerAudit, {})
  const accessKey = 'Identity system of hillview'
  expect(
    response.filter(({ subject }) => subject === 'Noted Person').map(({ action, after }) => [action, after]),
  ).toEqual([
    ['provisioned_person_removed', { accessKey }],
    ['provisioned_person_changed', { accessKey, active: false }],
    ['person_provisioned', { accessKey, userType: 'Student' }],
  ])
})

test('a body that is no JSON object, or not JSON, is refused as SCIM says', async () => {
  for (const payload of [[], 'text', null])
    expect(await hillview.post('/Users', payload)).toMatchObject({ status: 400, body: errorOf('invalidSyntax', '400') })
  const broken = await app.http.inject({
    ...{ method: 'POST', url: '/scim/v2/Users', payload: '{"userName":' },
    headers: { host: 'localhost', authorization: `Bearer ${hillview.key}`, 'content-type': 'application/scim+json' },
  })
  expect([broken.statusCode, broken.json()]).toEqual([400, errorOf('invalidSyntax', '400')])
})

test('students and staff show that the identity system manages them', async () => {
  const pupil = await make()
  const teacher = await make({ userType: 'Staff' })
  await hillview.patch(`/Users/${teacher.id}`, [{ op: 'replace', path: 'active', value: false }])
  const students = await app.as('hillview')(studentsApi.listStudents, { searchValue: pupil.userName })
  expect(students.response).toMatchObject([{ managed: true, status: 'ACTIVE' }])
  const colleagues = (await app.as('hillview')(colleaguesApi.listColleagues, {})).response
  expect(colleagues.find(({ id }) => id === teacher.id)).toMatchObject({ managed: true, status: 'DISABLED' })
  expect(colleagues.find(({ you }) => you)).toMatchObject({ status: 'ACTIVE' })
  await app.as('hillview')(colleaguesApi.removeColleague, { id: teacher.id })
  expect(await hillview.get(`/Users/${teacher.id}`)).toMatchObject({ status: 404 })
})
