import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { recordRefused, recordSignIn } from '#features/account/sign-in/server/record-sign-in.ts'
import { dayMs } from '#kit/day.ts'
import { checkLink } from '#platform/links/server/links.ts'
import { enqueueMail } from '#platform/mail/server/mail.ts'
import { sendMail } from '#platform/mail/server/send-mail.ts'
import { deskApi } from '../contract.ts'
import { changePerson, commandLine } from './change-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  // People exist from their first call on.
  for (const person of ['admin', 'student', 'administrator'] as const) await app.as(person)(accountApi.currentUser, {})
})
afterAll(() => app.close())

const desk = () => app.as('desk')
const audit = async () =>
  (await app.db.selectFrom('auditEntry').select(['action', 'subject', 'userId', 'before', 'after']).execute()).map(
    (each) => each.action,
  )
const mailTo = async (to: string) =>
  app.db
    .selectFrom('outgoingMail')
    .where('recipient', '=', to)
    .select(['subject', 'bodyText'])
    .orderBy('createdAt')
    .execute()
const refused = (code: string, status: number) => ({ code, status })

test('an organisation is found by its name, its number, and its people', async () => {
  const find = async (text: string) =>
    (await desk()(deskApi.deskOrganisations, { text })).response.map(({ name }) => name)
  expect(await find('hillview primary')).toEqual(['Hillview Primary School'])
  expect(await find('10002')).toEqual(['Riverside College'])
  expect(await find('trial@lakeside')).toEqual(['Lakeside School'])
  expect(await find('%')).toEqual([])
  expect(await find("o'; drop table customer --")).toEqual([])
  const { response, totalCount } = await desk()(deskApi.deskOrganisations, { state: 'trial' })
  expect([totalCount, response[0]]).toMatchObject([1, { name: 'Lakeside School', currentTypes: ['TRIAL'] }])
  expect((await desk()(deskApi.deskOrganisations, { state: 'due' })).response).toMatchObject([{ customerNo: '10001' }])
})

test('one page shows everything about an organisation; an unknown one is absent', async () => {
  const { response } = await desk()(deskApi.deskOrganisation, { customerId: 'demo-hillview' })
  expect(response).toMatchObject({ name: 'Hillview Primary School', emailDomain: 'hillview.example' })
  const ends = response.subscriptions.filter(({ state }) => state === 'ended').map((each) => each.effectiveEndDate)
  expect(ends.length).toBeGreaterThan(1)
  expect(ends).toEqual([...ends].sort().reverse())
  const current = response.subscriptions.filter(({ state }) => state === 'current')
  expect(current.map(({ productCode }) => productCode)).toEqual(['SCISDATA', 'SCISSAF'])
  expect(response.contacts.map(({ email }) => email)).toContain('office@hillview.example')
  expect(response.people.map(({ username }) => username)).toContain('assistant@hillview.example')
  expect(JSON.stringify(response)).not.toMatch(/hash|argon|token|secret/i)
  await expect(desk()(deskApi.deskOrganisation, { customerId: 'nobody' })).rejects.toMatchObject(
    refused('organisation_not_found', 404),
  )
})

test('a new organisation gets the next number, and its primary contact is emailed a one-time link', async () => {
  const given = { name: 'Seaview School', firstName: 'Seaview', lastName: 'Librarian', email: 'Head@seaview.example' }
  const { response } = await desk()(deskApi.addOrganisation, given)
  expect(response).toMatchObject({ customerNo: '10004', mailedTo: 'Head@seaview.example' })
  const [mail] = await mailTo('Head@seaview.example')
  const guid = mail!.bodyText!.match(/changePassword\?guid=([\w-]+)/)![1]!
  expect(await checkLink(app, 'change-password', guid)).toMatchObject({ customerId: response.id })
  await expect(desk()(deskApi.addOrganisation, { ...given, name: 'Other' })).rejects.toMatchObject(
    refused('account_exists', 409),
  )
  await expect(desk()(deskApi.addOrganisation, { ...given, email: 'a@b.example, c@d.example' })).rejects.toMatchObject({
    ...refused('not_one_address', 400),
    errors: { email: expect.anything() },
  })
  await expect(desk()(deskApi.addOrganisation, { ...given, emailDomain: 'no domain' })).rejects.toMatchObject({
    ...refused('bad_domain', 400),
    errors: { emailDomain: expect.anything() },
  })
  const address = { streetAddress1: '1 Quay', country: 'new zealand' }
  for (const wrong of [
    { country: 'Narnia' },
    { country: 'Australia', state: 'ON' },
    { country: 'Fiji', postCode: '?' },
  ])
    await expect(
      desk()(deskApi.addOrganisation, { ...given, email: 'other@seaview.example', address: wrong }),
    ).rejects.toMatchObject({ ...refused('address_invalid', 400), errors: expect.anything() })
  expect((await desk()(deskApi.deskOrganisations, { text: 'Other' })).totalCount).toBe(0)
  const { response: abroad } = await desk()(deskApi.addOrganisation, { ...given, email: 'nz@seaview.example', address })
  const kept = app.db.selectFrom('customer').where('id', '=', abroad.id).select(['streetAddress1', 'country', 'state'])
  expect(await kept.execute()).toEqual([{ streetAddress1: '1 Quay', country: 'New Zealand', state: '' }])
})

test('a disabled person is signed out at once, cannot sign in, and can be enabled again', async () => {
  const assistant = 'demo-hillview-assistant'
  await app.as('assistant')(accountApi.currentUser, {})
  const { response } = await desk()(deskApi.changePerson, { userId: assistant, disabled: true })
  expect(response).toMatchObject({ disabled: true, sessions: 0 })
  await expect(app.as('assistant')(accountApi.currentUser, {})).rejects.toMatchObject({ code: 'sign_in_required' })
  await expect(desk()(deskApi.resetPassword, { userId: assistant })).rejects.toMatchObject(
    refused('person_disabled', 400),
  )
  await desk()(deskApi.changePerson, { userId: assistant, disabled: false })
  const { response: found } = await desk()(deskApi.deskPeople, { text: 'assistant@hillview' })
  expect(found).toMatchObject([{ disabled: false, organisation: 'Hillview Primary School' }])
  expect(await audit()).toEqual(expect.arrayContaining(['person_shut_out', 'person_let_in']))
})

const sessionsOf = async (userId: string) =>
  (await app.db.selectFrom('session').where('userId', '=', userId).select('id').execute()).length
const lastAudit = () =>
  app.db
    .selectFrom('auditEntry')
    .select(['action', 'subject', 'userId', 'before', 'after'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

test('a new role is stored and audited, and ends the sessions; the same role again does neither', async () => {
  const userId = 'test-student'
  const signedIn = await sessionsOf(userId)
  expect(signedIn).toBeGreaterThan(0)
  const before = await audit()
  await desk()(deskApi.changePerson, { userId, role: 'student', disabled: false })
  expect(await sessionsOf(userId)).toBe(signedIn)
  expect(await audit()).toEqual(before)
  const { response } = await desk()(deskApi.changePerson, { userId, role: 'staff' })
  expect(response).toMatchObject({ role: 'staff', sessions: 0 })
  expect(await lastAudit()).toMatchObject({
    action: 'role_changed',
    userId: 'demo-desk',
    before: { role: 'student' },
    after: { role: 'staff' },
  })
  await desk()(deskApi.changePerson, { userId, role: 'student' })
})

test('sessions are ended by the desk, and audited', async () => {
  const userId = 'test-admin'
  expect(await sessionsOf(userId)).toBeGreaterThan(0)
  const { response } = await desk()(deskApi.endSessionsOf, { userId })
  expect(response).toMatchObject({ sessions: 0 })
  expect(await lastAudit()).toMatchObject({ action: 'sessions_ended', userId: 'demo-desk' })
})

test('the desk sees whether a person can sign in, and why they were refused today', async () => {
  const userId = 'demo-hillview-assistant'
  const ask = async () => (await desk()(deskApi.personSignIn, { userId })).response
  expect(await ask()).toMatchObject({ hasPassword: true, lastSignIn: null, refusedToday: [], subscribed: true })
  const username = 'assistant@hillview.example'
  for (const typed of [username, ` ${username.toUpperCase()}`]) await recordRefused(app, 'password', typed)
  app.setClock(() => new Date(Date.now() - 2 * dayMs))
  await recordRefused(app, 'passkey', username)
  app.setClock(() => new Date())
  await recordSignIn(app, 'signed_in', userId, 'passkey')
  const found = await ask()
  expect(found.refusedToday).toMatchObject([{ method: 'password', count: 2 }])
  expect(found.lastSignIn).toMatchObject({ method: 'passkey' })
  await desk()(deskApi.changePerson, { userId, disabled: true })
  expect((await ask()).person).toMatchObject({ username, disabled: true })
  await desk()(deskApi.changePerson, { userId, disabled: false })
})

test('the desk sees whether people of a school can sign in, and who was refused today', async () => {
  const customerId = 'demo-riverside'
  const ask = async () => (await desk()(deskApi.organisationSignIn, { customerId })).response
  expect(await ask()).toMatchObject({ people: 1, canSignIn: 1, disabled: 0, refusedToday: [], subscribed: true })
  const username = 'librarian@riverside.example'
  for (const method of ['password', 'password', 'passkey'] as const) await recordRefused(app, method, username)
  await recordSignIn(app, 'signed_in', 'demo-riverside-librarian', 'password')
  expect(await ask()).toMatchObject({
    refusedToday: [
      { username, method: 'password', count: 2 },
      { username, method: 'passkey', count: 1 },
    ],
    lastSignIn: { username, method: 'password' },
  })
  await app.db
    .insertInto('signInService')
    .values({
      id: 'closed',
      kind: 'oidc',
      name: 'College login',
      issuer: 'https://login.example',
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    .execute()
  const choice = { customerId, serviceId: 'closed', passwords: false }
  await app.db.insertInto('schoolSignIn').values(choice).execute()
  expect((await ask()).onlyService).toBe('College login')
  const { response } = await desk()(deskApi.personSignIn, { userId: 'demo-riverside-librarian' })
  expect(response.onlyService, 'the primary contact keeps the password').toBeNull()
  await app.db.deleteFrom('schoolSignIn').where('customerId', '=', customerId).execute()
  await expect(desk()(deskApi.organisationSignIn, { customerId: 'none' })).rejects.toMatchObject(
    refused('organisation_not_found', 404),
  )
})

test('a person who does not exist cannot be changed', async () => {
  for (const call of [deskApi.endSessionsOf, deskApi.resetSecondFactor])
    await expect(desk()(call, { userId: 'nobody' })).rejects.toMatchObject(refused('person_not_found', 404))
  await expect(desk()(deskApi.changePerson, { userId: 'nobody', disabled: true })).rejects.toMatchObject(
    refused('person_not_found', 404),
  )
})

test('a new role must be of the same side', async () => {
  const userId = 'demo-riverside-librarian'
  for (const role of ['desk', 'administrator'] as const)
    await expect(desk()(deskApi.changePerson, { userId, role })).rejects.toMatchObject(
      refused('role_of_other_side', 400),
    )
  const raw = await app.raw('desk', {
    method: 'POST',
    url: `/rest/desk/users/${userId}`,
    payload: { passwordHash: 'x' },
  })
  expect(raw.statusCode).toBe(400)
})

test('the desk cannot change its own people; an administrator can, but not remove the last one', async () => {
  const refusedForDesk = refused('administrators_only', 403)
  const newColleague = { customerId: null, email: 'new@provider.example', firstName: 'New', lastName: 'Desk' }
  await expect(desk()(deskApi.addPerson, { ...newColleague, role: 'administrator' })).rejects.toMatchObject(
    refusedForDesk,
  )
  await expect(desk()(deskApi.changePerson, { userId: 'demo-desk', disabled: true })).rejects.toMatchObject(
    refusedForDesk,
  )
  await expect(desk()(deskApi.resetPassword, { userId: 'test-administrator', mail: false })).rejects.toMatchObject(
    refusedForDesk,
  )
  const administrator = app.as('administrator')
  const { response } = await administrator(deskApi.addPerson, { ...newColleague, role: 'desk' })
  expect(response).toMatchObject({ role: 'desk', customerId: null, canSignIn: false })
  await expect(
    administrator(deskApi.changePerson, { userId: 'test-administrator', disabled: true }),
  ).rejects.toMatchObject(refused('not_your_own', 400))
  await expect(administrator(deskApi.addPerson, { ...newColleague, role: 'staff' })).rejects.toMatchObject(
    refused('role_of_other_side', 400),
  )
})

test('of two administrators who demote each other at the same moment one stays', async () => {
  await app.db
    .updateTable('appUser')
    .set({ role: 'administrator' })
    .where('username', '=', 'new@provider.example')
    .execute()
  const { id } = await app.db
    .selectFrom('appUser')
    .where('username', '=', 'new@provider.example')
    .select('id')
    .executeTakeFirstOrThrow()
  const both = await Promise.allSettled(
    [id, 'test-administrator'].map((userId) => changePerson(app, commandLine, userId, { disabled: true })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last_administrator' } })
  await app.db.updateTable('appUser').set({ disabledAt: null }).where('role', '=', 'administrator').execute()
})

test('the only administrator stays one, and may change everyone else', async () => {
  const administrators = () =>
    app.db
      .selectFrom('appUser')
      .where('role', '=', 'administrator')
      .where('disabledAt', 'is', null)
      .select('id')
      .execute()
  const [only, ...others] = await administrators()
  for (const { id } of others) await changePerson(app, commandLine, id, { role: 'desk' })
  for (const change of [{ role: 'desk' }, { disabled: true }] as const)
    await expect(changePerson(app, commandLine, only!.id, change)).rejects.toMatchObject(
      refused('last_administrator', 400),
    )
  for (const change of [{ role: 'administrator' }, { disabled: false }] as const)
    expect(await changePerson(app, commandLine, only!.id, change)).toMatchObject({ role: 'administrator' })
  for (const disabled of [true, false])
    expect(await changePerson(app, commandLine, 'demo-lakeside-trial', { disabled })).toMatchObject({ disabled })
  expect(await administrators()).toEqual([only])
})

test('a new password link replaces the former, and is shown only to the person it is handed to', async () => {
  const userId = 'demo-lakeside-trial'
  const { response: handed } = await desk()(deskApi.resetPassword, { userId, mail: false })
  expect(handed.mailedTo).toBe('')
  const guid = handed.address.match(/^http:\/\/localhost:\d+\/changePassword\?guid=([\w-]+)$/)![1]!
  expect(await checkLink(app, 'change-password', guid)).toMatchObject({ userId })
  const { response: mailed } = await desk()(deskApi.resetPassword, { userId })
  expect(mailed).toMatchObject({ address: '', mailedTo: 'trial@lakeside.example' })
  expect(await checkLink(app, 'change-password', guid)).toEqual({ dead: 'unknown' })
})

test('disabling a person withdraws their open links for good', async () => {
  const userId = 'demo-lakeside-trial'
  const { response: issued } = await desk()(deskApi.resetPassword, { userId, mail: false })
  const guid = issued.address.split('guid=')[1]!
  for (const disabled of [true, false]) {
    await desk()(deskApi.changePerson, { userId, disabled })
    expect(await checkLink(app, 'change-password', guid)).toEqual({ dead: 'unknown' })
  }
})

test('links are listed without their secrets, and a withdrawn one stops working', async () => {
  const userId = 'demo-lakeside-trial'
  const { response: issued } = await desk()(deskApi.resetPassword, { userId, mail: false })
  const guid = issued.address.split('guid=')[1]!
  const waiting = await desk()(deskApi.deskLinks, { state: 'waiting', text: 'lakeside' })
  expect(waiting.response).toMatchObject([{ purpose: 'change-password', person: 'Lakeside Librarian' }])
  expect(JSON.stringify(waiting)).not.toContain(guid)
  const linkId = waiting.response[0]!.id
  const both = await Promise.allSettled([1, 2].map(() => desk()(deskApi.withdrawDeskLink, { linkId })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await checkLink(app, 'change-password', guid)).toEqual({ dead: 'unknown' })
  await expect(desk()(deskApi.withdrawDeskLink, { linkId: 'no-uuid' })).rejects.toMatchObject(
    refused('link_not_found', 404),
  )
})

test('a subscription is given and its dates are changed; both are audited', async () => {
  const given = {
    customerId: 'demo-riverside',
    type: 'SUBSCRIPTION' as const,
    productCode: 'SCISDATA',
    productName: 'Catalogue data',
    effectiveStartDate: '2020-01-01',
    effectiveEndDate: '2020-12-31',
  }
  const { response: added } = await desk()(deskApi.addSubscription, given)
  await expect(desk()(deskApi.addSubscription, { ...given, productCode: 'INVENTED' })).rejects.toMatchObject(
    refused('product_unknown', 400),
  )
  expect(added).toMatchObject({ state: 'ended', organisation: 'Riverside College' })
  const subscriptionId = added.id
  const change = { subscriptionId, effectiveEndDate: '2999-12-31' }
  expect((await desk()(deskApi.changeSubscription, change)).response.state).toBe('current')
  await expect(
    desk()(deskApi.changeSubscription, { subscriptionId, effectiveStartDate: '3000-01-01' }),
  ).rejects.toMatchObject(refused('dates_turned', 400))
  await expect(desk()(deskApi.changeSubscription, { subscriptionId: 'x' })).rejects.toMatchObject(
    refused('subscription_not_found', 404),
  )
  const { response } = await desk()(deskApi.deskSubscriptions, { text: '10002 SCISDATA' })
  expect(response).toMatchObject([{ effectiveStartDate: '2020-01-01', effectiveEndDate: '2999-12-31' }])
  const raw = await app.raw('desk', {
    method: 'POST',
    url: '/rest/desk/subscriptions',
    payload: { ...given, effectiveEndDate: '2020-02-30' },
  })
  expect(raw.statusCode).toBe(400)
  expect(await audit()).toEqual(expect.arrayContaining(['subscription_added', 'subscription_changed']))
})

test('pending jobs are listed; a job that has not failed cannot be retried', async () => {
  const { response } = await desk()(deskApi.deskJobs, { state: 'waiting' })
  expect(response.map(({ name }) => name)).toContain(sendMail.name)
  const jobId = response.find(({ name }) => name === sendMail.name)!.id
  await expect(desk()(deskApi.retryJob, { jobId })).rejects.toMatchObject(refused('job_not_failed', 409))
  await expect(desk()(deskApi.retryJob, { jobId: crypto.randomUUID() })).rejects.toMatchObject(
    refused('job_not_found', 404),
  )
})

test('the desk can retry a failed mail, once', async () => {
  const { id } = await enqueueMail(app, { to: 'office@hillview.example', subject: 'Late', text: 'T', html: 'T' })
  await sql`update pgboss.job set state = 'failed', completed_on = now() where data ->> 'mailId' = ${id}`.execute(
    app.db,
  )
  await app.db.updateTable('outgoingMail').set({ state: 'LATER' }).where('id', '=', id).execute()
  const { response } = await desk()(deskApi.deskJobs, { state: 'failed' })
  expect(response).toMatchObject([{ name: sendMail.name, state: 'failed', about: `mailId ${id}` }])
  const jobId = response[0]!.id
  await desk()(deskApi.retryJob, { jobId })
  expect(await audit()).toContain('job_retried')
  expect((await desk()(deskApi.deskJobs, { state: 'again' })).response).toMatchObject([{ id: jobId }])
  const mail = await app.db.selectFrom('outgoingMail').where('id', '=', id).select('state').executeTakeFirst()
  expect(mail).toEqual({ state: 'WAITING' })
  await expect(desk()(deskApi.retryJob, { jobId })).rejects.toMatchObject(refused('job_not_failed', 409))
})

test('a trial is issued to a school or an applicant, emailed on request, and begins once', async () => {
  const { response: forSchool } = await desk()(deskApi.issueDeskLink, {
    purpose: 'free-trial',
    customerId: 'demo-lakeside',
    mail: true,
  })
  expect(forSchool).toMatchObject({ mailedTo: 'trial@lakeside.example' })
  expect(forSchool.address).toMatch(/^http:\/\/localhost:\d+\/freeTrial\?id=/)
  const applicant = {
    organisation: 'Cliffside School',
    firstName: 'B',
    lastName: 'S',
    email: 'office@cliffside.example',
  }
  const { response: forNew } = await desk()(deskApi.issueDeskLink, { purpose: 'complimentary', applicant })
  expect([forNew.mailedTo, await mailTo(applicant.email)]).toEqual(['', []])
  const { response: listed } = await desk()(deskApi.deskLinks, { text: 'cliffside' })
  expect(listed).toMatchObject([{ purpose: 'complimentary', organisation: 'Cliffside School', state: 'waiting' }])
  const begin = () =>
    app.raw(null, {
      method: 'POST',
      url: '/rest/complimentary',
      payload: { id: new URL(forNew.address).searchParams.get('id') },
    })
  expect((await Promise.all([begin(), begin()])).map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  // The recipient is one of the two; and a trial that could never begin is not issued.
  const both = { customerId: 'demo-lakeside', applicant }
  await expect(desk()(deskApi.issueDeskLink, { purpose: 'complimentary', ...both })).rejects.toMatchObject(
    refused('for_whom', 400),
  )
  await expect(desk()(deskApi.issueDeskLink, { purpose: 'complimentary', applicant })).rejects.toMatchObject({
    ...refused('account_exists', 409),
    errors: { email: expect.anything() },
  })
  await expect(desk()(deskApi.issueDeskLink, { purpose: 'privacy-consent' })).rejects.toMatchObject(
    refused('for_whom', 400),
  )
})
