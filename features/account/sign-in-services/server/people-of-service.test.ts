import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { deskServicesApi } from '../contract.ts'
import { schoolSignInApi } from '../school-contract.ts'
import { type Identity, recognise } from './people-of-service.ts'
import { type Service, serviceOf } from './sign-in-services.ts'

let app: TestApp
let service: Service
beforeAll(async () => {
  app = await testApp({ work: false })
  const customerId = 'demo-hillview'
  const now = new Date()
  await app.db
    .insertInto('signInService')
    .values({
      ...{ id: 'hillview', kind: 'oidc', name: 'The school’s service', issuer: 'https://id.example' },
      ...{ customerId, createdAt: now, updatedAt: now },
    })
    .execute()
  const domain = 'hillview.example'
  await app.db
    .insertInto('schoolSignIn')
    .values({ customerId, serviceId: 'hillview', domain, joining: 'staff' })
    .execute()
  await app.db
    .updateTable('customer')
    .set({ emailDomain: 'hillview.example' })
    .where('id', '=', 'demo-hillview')
    .execute()
  service = (await serviceOf(app.db, 'hillview'))!
})
afterEach(async () => {
  await app.db.deleteFrom('signInLink').execute()
})
afterAll(() => app.close())

const assistant = 'assistant@hillview.example'
const unknown = { refused: 'unknown_person' }
const identity = (given: Partial<Identity> = {}): Identity => {
  const email = given.email ?? assistant
  return {
    issuer: service.issuer,
    subject: 's-1',
    email,
    confirmedEmail: email,
    firstName: '',
    lastName: '',
    ...given,
  }
}
const signIn = (given?: Partial<Identity>) => recognise(app, service, identity(given))
const links = () => app.db.selectFrom('signInLink').selectAll().execute()
const change = (id: string, to: { email?: string; username?: string }) =>
  app.db.updateTable('appUser').set(to).where('id', '=', id).execute()

test('the confirmed address identifies a person, once', async () => {
  expect(await signIn({ confirmedEmail: 'Assistant@Hillview.Example' })).toEqual({ userId: 'demo-hillview-assistant' })
  expect(await links()).toMatchObject([{ userId: 'demo-hillview-assistant', subject: 's-1', issuer: service.issuer }])
})

test.each([
  ['none', ''],
  ['one that the database cannot hold', 's\0'],
  ['one of 256 characters', 's'.repeat(256)],
])('a subject has 1 to 255 characters: %s signs no one in', async (_, subject) => {
  expect(await signIn({ subject })).toEqual(unknown)
  expect(await links()).toEqual([])
})

test('a subject of 255 characters signs in', async () => {
  expect(await signIn({ subject: 's'.repeat(255) })).toEqual({ userId: 'demo-hillview-assistant' })
})

const hillview = { customerId: 'demo-hillview' }
const setDomain = (domain: string | null, emailDomain: string) =>
  Promise.all([
    app.db.updateTable('schoolSignIn').set({ domain }).where('customerId', '=', 'demo-hillview').execute(),
    app.db.updateTable('customer').set({ emailDomain }).where('id', '=', 'demo-hillview').execute(),
  ])
const entriesOf = (action: string) =>
  app.db.selectFrom('auditEntry').where('action', '=', action).orderBy('position').selectAll().execute()

test('a new subject with the confirmed address in the school’s domain is the same person, linked again', async () => {
  await signIn()
  await app.db
    .insertInto('session')
    .values({
      ...{ id: 'of the former identity', userId: 'demo-hillview-assistant', serviceId: 'hillview' },
      ...{ tokenHash: 'hash', idToken: null, provedAt: null, expiresAt: new Date(Date.now() + 60_000) },
    })
    .execute()
  const mailsBefore = await app.db.selectFrom('outgoingMail').orderBy('createdAt').selectAll().execute()
  expect(await signIn({ subject: 's-2' })).toEqual({ userId: 'demo-hillview-assistant' })
  expect(await links()).toMatchObject([{ userId: 'demo-hillview-assistant', subject: 's-2' }])
  expect(await app.db.selectFrom('session').where('serviceId', '=', 'hillview').selectAll().execute()).toEqual([])
  expect((await entriesOf('sign_in_relinked')).at(-1)).toMatchObject({
    ...{ ...hillview, userId: 'demo-hillview-assistant', subject: assistant },
    after: { service: service.name, email: assistant },
  })
  const mails = await app.db.selectFrom('outgoingMail').orderBy('createdAt').selectAll().execute()
  expect(mails.slice(mailsBefore.length)).toMatchObject([
    { recipient: assistant, subject: expect.stringContaining('new identity') },
  ])
  // The former identity is no longer known, but the same address would link it again.
  expect(await signIn({ subject: 's-1', confirmedEmail: undefined })).toEqual({ refused: 'unconfirmed_email' })
})

test.each([
  ['another domain', 'other.example', 'other.example'],
  ['no domain', null, 'hillview.example'],
  ['a domain that the school has changed since', 'hillview.example', 'other.example'],
])('a new subject is distinguished if the school signs in with %s', async (_, domain, emailDomain) => {
  await signIn()
  await setDomain(domain, emailDomain)
  try {
    expect(await signIn({ subject: 's-2' })).toEqual({ refused: 'other_subject' })
    expect(await links()).toMatchObject([{ subject: 's-1' }])
  } finally {
    await setDomain('hillview.example', 'hillview.example')
  }
})

test('one person, or everyone, is unlinked by the primary contact and the customer team', async () => {
  const librarian = 'librarian@hillview.example'
  const outside = { subject: 's-9', issuer: service.issuer, serviceId: 'hillview' }
  const linkAll = async () => {
    await app.db.deleteFrom('signInLink').execute()
    await signIn()
    await signIn({ email: librarian, subject: 's-3' })
    // From before the school of another one left the service.
    await app.db
      .insertInto('signInLink')
      .values({ ...outside, userId: 'demo-riverside-librarian' })
      .execute()
  }
  const subjects = async () => (await links()).map(({ subject }) => subject).toSorted()
  const atSchool = (username?: string) => app.as('hillview')(schoolSignInApi.unlinkPeople, { username })
  const atDesk = (username?: string) => app.as('desk')(deskServicesApi.unlinkFromService, { id: 'hillview', username })

  await linkAll()
  expect((await app.as('hillview')(schoolSignInApi.schoolSignIn, {})).response.linked).toBe(2)
  expect(await atSchool('Assistant@Hillview.example')).toMatchObject({ response: { people: 1 } })
  expect(await subjects()).toEqual(['s-3', 's-9'])
  expect((await entriesOf('sign_in_unlinked')).at(-1)).toMatchObject({ ...hillview, subject: assistant })
  for (const name of [assistant, 'librarian@riverside.example', 'nobody'])
    await expect(atSchool(name)).rejects.toMatchObject({ code: 'nobody_linked' })
  expect(await atSchool()).toMatchObject({ response: { people: 1 } })
  expect(await subjects()).toEqual(['s-9'])

  await linkAll()
  expect(await atDesk('librarian@riverside.example')).toMatchObject({ response: { people: 1 } })
  expect(await atDesk()).toMatchObject({ response: { people: 2 } })
  await expect(atDesk()).rejects.toMatchObject({ code: 'nobody_linked' })
  expect((await entriesOf('sign_in_unlinked')).at(-1)).toMatchObject({ ...hillview, subject: service.name })
  // Unlinked, they are linked at their next sign-in.
  expect(await signIn({ subject: 's-4' })).toEqual({ userId: 'demo-hillview-assistant' })
})

test('without an address no one is found, and only an unconfirmed one can be confirmed', async () => {
  expect(await recognise(app, service, { ...identity(), email: undefined, confirmedEmail: undefined })).toEqual(unknown)
  expect(await signIn({ confirmedEmail: undefined })).toEqual({ refused: 'unconfirmed_email' })
})

test('an address of two people, or one that is only someone’s username, identifies no one', async () => {
  await change('demo-hillview-librarian', { email: assistant })
  expect(await signIn()).toEqual(unknown)
  await change('demo-hillview-librarian', { email: 'librarian@hillview.example' })
  await change('demo-hillview-assistant', { email: 'moved@hillview.example' })
  expect(await signIn()).toEqual(unknown)
  await change('demo-hillview-assistant', { email: assistant })
  expect(await links()).toEqual([])
})

test('people of the demo sign in only there, linked or not', async () => {
  const live = { ...app, env: { ...app.env, demo: false } }
  expect(await recognise(live, service, identity())).toEqual(unknown)
  await signIn()
  expect(await recognise(live, service, identity())).toEqual(unknown)
  expect(await signIn()).toEqual({ userId: 'demo-hillview-assistant' })
})

test.each([
  ['Nina', '', 'Nina', ''],
  ['', 'Neville', '', 'Neville'],
  [' Nina ', 'Neville', 'Nina', 'Neville'],
  ['N'.repeat(100), '', 'N'.repeat(100), ''],
  ['N'.repeat(101), '', undefined, ''],
  ['Nina\u2028', '', undefined, ''],
  ['', '', undefined, ''],
])(
  'somebody who joins as %j %j has that name, or else that of the address',
  async (firstName, lastName, first, last) => {
    const email = `joins-${crypto.randomUUID()}@hillview.example`
    const joined = await signIn({ email, firstName, lastName })
    const person = await app.db
      .selectFrom('appUser')
      .selectAll()
      .where('username', '=', email)
      .executeTakeFirstOrThrow()
    expect(joined).toEqual({ userId: person.id })
    expect(person).toMatchObject({
      ...{ firstName: first ?? email.split('@')[0], lastName: last },
      ...{ email, role: 'staff', customerId: 'demo-hillview', passwordHash: null, disabledAt: null },
    })
    expect(await links()).toMatchObject([{ userId: person.id, subject: 's-1' }])
    const entry = await app.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('subject', '=', email)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'person_joined', customerId: 'demo-hillview', userId: person.id })
    expect(entry.after).toEqual({ service: service.name, role: 'staff', email })
  },
)
