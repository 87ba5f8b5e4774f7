import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openKey } from '#features/school/access-keys/server/access-keys-testing.ts'
import { accountApi } from '../contract.ts'
import { cookieName, hashToken } from '../sign-in/server/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const secrets = /hash|pin|secret|password|argon2|idToken|subject"/i

test('the primary contact sees the school with its subscriptions and contacts, and nothing secret', async () => {
  const { user, customer } = await app.as('hillview')(accountApi.currentUser, {})

  expect(user).toEqual({
    id: 'demo-hillview-librarian',
    username: 'librarian@hillview.example',
    email: 'librarian@hillview.example',
    firstName: 'Hillview',
    lastName: 'Librarian',
    roles: ['staff', 'organisation-admin', 'primary-contact'],
  })
  expect(customer).toMatchObject({
    customerNo: '10001',
    name: 'Hillview Primary School',
    emailDomain: 'hillview.example',
  })
  expect(
    customer!.subscriptions.map((each) => [each.subscriptionType.name, each.productCode, each.dueForRenewal]),
  ).toEqual(
    expect.arrayContaining([
      ['SUBSCRIPTION', 'SCISDATA', true],
      ['SUBSCRIPTION', 'SCISSAF', false],
    ]),
  )
  for (const { effectiveStartDate, effectiveEndDate } of customer!.subscriptions)
    expect([effectiveStartDate, effectiveEndDate]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ])
  expect(customer!.contacts!.map((contact) => contact.type)).toEqual(['PRIMARY', 'BILLING'])
  expect(customer!.apiUser).toEqual({ id: 'demo-hillview-api' })
  const reply = await app.raw('hillview', { url: '/rest/user/current' })
  expect(reply.body).not.toMatch(secrets)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('only the primary contact sees the last four characters of the access key', async () => {
  const accessKey = async () => (await app.as('hillview')(accountApi.currentCustomer, {})).customer.accessKey
  expect(await accessKey()).toBe('')
  await openKey(app)
  const { key } = await openKey(app)

  expect(await accessKey()).toBe(key.slice(-4))
  expect((await app.as('assistant')(accountApi.currentCustomer, {})).customer).not.toHaveProperty('accessKey')
  expect((await app.raw('hillview', { url: '/rest/customer/current' })).body).not.toContain(key)
})

test('a student sees neither contacts nor the school’s keys', async () => {
  const token = 'cookie-of-a-student'
  await app.db
    .insertInto('appUser')
    .values({
      id: 'student-1',
      customerId: 'demo-hillview',
      username: 'student@hillview.example',
      email: 'student@hillview.example',
      firstName: 'A',
      lastName: 'Student',
      role: 'student',
    })
    .execute()
  const expiresAt = new Date(Date.now() + 60_000)
  await app.db
    .insertInto('session')
    .values({ tokenHash: hashToken(token), id: 'student-session', userId: 'student-1', expiresAt })
    .execute()
  const headers = { cookie: `${cookieName(app.env.publicUrl)}=${token}` }

  const { user, customer } = (await app.raw(null, { url: '/rest/user/current', headers })).json()

  expect(user.roles).toEqual(['student'])
  expect(Object.keys(customer).sort()).toEqual(['customerNo', 'emailDomain', 'id', 'name', 'subscriptions', 'timeZone'])
  const cart = await app.raw(null, { url: '/cms/cart/count/student-1', headers })
  expect(cart.statusCode).toBe(403)
})

test('staff have one role and the provider’s desk belongs to no customer', async () => {
  expect((await app.as('assistant')(accountApi.currentUser, {})).user.roles).toEqual(['staff'])
  const desk = await app.as('desk')(accountApi.currentUser, {})
  expect([desk.user.roles, desk.customer]).toEqual([['desk'], null])
  await expect(app.as('desk')(accountApi.currentCustomer, {})).rejects.toMatchObject({
    code: 'no_customer',
    status: 404,
  })
})

test('a visitor must sign in', async () => {
  const reply = await app.raw(null, { url: '/rest/user/current' })
  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    { responseCode: 403, code: 'sign_in_required', messages: ['Please sign in.'] },
  ])
})
