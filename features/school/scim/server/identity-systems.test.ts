import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { type IdentitySystem, identitySystem, newPerson } from './scim-testing.ts'

/** The sequences of requests that Microsoft and Okta document for their provisioning. */

let app: TestApp
let system: IdentitySystem
beforeAll(async () => {
  app = await testApp({ work: false })
  system = await identitySystem(app)
})
afterAll(() => app.close())

const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

test('Microsoft Entra ID looks, makes, changes, disables and removes a person', async () => {
  // Test connection: a username that no one has.
  const nobody = await system.query({ filter: 'userName eq "1a2b3c4d-0000-0000-0000-000000000000"' })
  expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
  const made = await system.post('/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', extension],
    ...{ externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef', userName: 'Test_User_ab6490ee@hillview.example' },
    ...{ active: true, displayName: 'lennay', title: 'Reader', preferredLanguage: 'en-AU' },
    emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@hillview.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    phoneNumbers: [{ type: 'work', value: '555 0100' }],
    roles: [],
    [extension]: { department: 'Year 9', employeeNumber: '17' },
  })
  expect(made.status).toBe(201)
  const at = `/Users/${made.body.id}`
  const filters = [
    'userName eq "Test_User_ab6490ee@hillview.example"',
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    'emails[type eq "work"].value eq "Test_User_fd0ea19b@hillview.example"',
    'emails[type eq "work" and value eq "test_user_fd0ea19b@hillview.example"]',
  ]
  for (const filter of filters) expect(await system.found(filter)).toEqual([made.body.userName])
  const changed = await system.patch(at, [
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@hillview.example' },
    { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'Australia' },
    { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Reader' },
    { op: 'Add', path: `${extension}:department`, value: 'Year 10' },
    { op: 'Replace', path: 'displayName', value: 'Someone' },
  ])
  expect(changed).toMatchObject({
    status: 200,
    body: {
      name: { givenName: 'givenName', familyName: 'updatedFamilyName' },
      emails: [{ value: 'updatedEmail@hillview.example', type: 'work', primary: true }],
    },
  })
  const renamed = await system.patch(at, [
    { op: 'Replace', path: 'userName', value: '5b50642d@hillview.example' },
    { op: 'Add', value: { 'name.givenName': 'Lee', 'emails[type eq "work"].value': 'lee@hillview.example' } },
  ])
  expect(renamed.body).toMatchObject({
    ...{ userName: '5b50642d@hillview.example', displayName: 'Lee updatedFamilyName' },
    emails: [{ value: 'lee@hillview.example' }],
  })
  // The form without aadOptscim062020.
  expect((await system.patch(at, [{ op: 'Replace', path: 'active', value: 'False' }])).body.active).toBe(false)
  const wrapped = [{ op: 'Replace', path: 'userType', value: [{ $ref: null, value: 'Staff' }] }]
  expect((await system.patch(at, wrapped)).body).toMatchObject({ userType: 'Staff', active: false })
  expect(await system.found('active eq false and userType eq "staff"')).toContain('5b50642d@hillview.example')
  expect((await system.patch(at, [{ op: 'Replace', path: 'active', value: 'True' }])).body.active).toBe(true)
  expect((await system.remove(at)).status).toBe(204)
  expect((await system.get(at)).status).toBe(404)
})

test('Entra finds an address that is missing, and makes it', async () => {
  const { body } = await system.post('/Users', newPerson())
  const home = [{ op: 'Add', path: 'emails[type eq "home"].value', value: 'home@hillview.example' }]
  expect((await system.patch(`/Users/${body.id}`, home)).body.emails).toEqual(body.emails)
  const both = [
    { op: 'Remove', path: 'emails[type eq "work"]' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@hillview.example' },
  ]
  expect((await system.patch(`/Users/${body.id}`, both)).body.emails).toMatchObject([{ value: 'new@hillview.example' }])
})

test('Okta looks, makes, replaces whole, disables and enables a person', async () => {
  const userName = 'test.user@hillview.example'
  const none = await system.query({ filter: `userName eq "${userName}"`, startIndex: 1, count: 100 })
  expect(none.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] })
  const made = await system.post('/Users', {
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, userType: 'Staff' },
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    ...{ displayName: 'Test User', locale: 'en-US', externalId: '00ujl29u0le5T6Aj10h7', groups: [] },
    ...{ password: '1mz050nq', active: true },
  })
  expect(made.status).toBe(201)
  expect(JSON.stringify(made.body)).not.toContain('1mz050nq')
  const at = `/Users/${made.body.id}`
  const whole = { ...made.body, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } }
  expect(await system.put(at, whole)).toMatchObject({ status: 200, body: { displayName: 'Another User' } })
  expect((await system.put(at, { ...whole, active: false })).body.active).toBe(false)
  const on = await system.patch(at, [{ op: 'replace', value: { active: true } }])
  expect(on).toMatchObject({
    status: 200,
    body: { active: true, userType: 'Staff', externalId: '00ujl29u0le5T6Aj10h7' },
  })
  // A replacement clears what it leaves out; the sort of person and access stay.
  const bare = { userName, name: { givenName: 'Only' }, emails: [{ value: userName }] }
  const left = (await system.put(at, bare)).body
  expect(left).toMatchObject({ name: { givenName: 'Only' }, userType: 'Staff', active: true })
  expect(left).not.toHaveProperty('externalId')
})

test.each([
  ['a path that names nothing', [{ op: 'add', path: 'shoeSize', value: '42' }], 'invalidPath'],
  ['a path that cannot be read', [{ op: 'add', path: 'emails[type', value: 'x' }], 'invalidPath'],
  ['a filter in the path of a single value', [{ op: 'add', path: 'userName[x eq 1]', value: 'x' }], 'invalidPath'],
  ['an unknown operation', [{ op: 'move', path: 'active' }], 'invalidSyntax'],
  ['no operation', [], 'invalidSyntax'],
  ['a removal without a path', [{ op: 'remove' }], 'noTarget'],
  ['a removal of what a person needs', [{ op: 'remove', path: 'userName' }], 'mutability'],
  ['a change of what is read-only', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
  [
    'a removal of the only address',
    [
      { op: 'remove', path: 'emails' },
      { op: 'replace', path: 'userName', value: 'x' },
    ],
    'invalidValue',
  ],
  ['neither true nor false', [{ op: 'replace', path: 'active', value: 'maybe' }], 'invalidValue'],
  ['a good and a bad operation', [{ op: 'replace', path: 'active', value: false }, { op: 'move' }], 'invalidSyntax'],
  [
    'a good operation and a bad value',
    [
      { op: 'replace', path: 'active', value: false },
      { op: 'add', path: 'userType', value: 'x' },
    ],
    'invalidValue',
  ],
  ['a prototype', [{ op: 'add', path: '__proto__.polluted', value: 'yes' }], 'invalidPath'],
  ['a prototype in a value', [{ op: 'add', value: { 'constructor.prototype.polluted': 'yes' } }], undefined],
])('a PATCH with %s does not change anything', async (_, operations, scimType) => {
  const { body } = await system.post('/Users', newPerson())
  const reply = await system.patch(`/Users/${body.id}`, operations)
  if (scimType) expect([reply.status, reply.body.scimType]).toEqual([400, scimType])
  expect((await system.get(`/Users/${body.id}`)).body).toEqual(body)
  expect({}).not.toHaveProperty('polluted')
})
