import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { clockIn, dayMs, defaultZone } from '#kit/day.ts'
import { checkLink } from '#platform/links/server/links.ts'
import { activationApi } from '../contract.ts'
import type { ActivationKind } from '../rules.ts'
import { type Applicant, activate, checkActivation, issueActivation } from './activation.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const calls = {
  'free-trial': activationApi.activateTrial,
  complimentary: activationApi.activateComplimentary,
  'complimentary-student': activationApi.activateComplimentaryStudent,
}
const begin = (kind: ActivationKind, id: string) => app.as(null)(calls[kind], { id })
const given = async () => {
  const tables = ['customer', 'appUser', 'contact', 'subscription', 'outgoingMail', 'auditEntry'] as const
  const counts = tables.map(async (table) => (await app.db.selectFrom(table).selectAll().execute()).length)
  return Promise.all(counts)
}
let made = 0
const applicant = (more: Partial<Applicant> = {}): Applicant => {
  made += 1
  return {
    organisation: `School ${made}`,
    firstName: 'New',
    lastName: 'Librarian',
    email: `new${made}@school.example`,
    ...more,
  }
}
const forNew = (kind: ActivationKind = 'free-trial', more: Partial<Applicant> = {}) =>
  issueActivation(app, { kind, whom: { applicant: applicant(more) } })

test.each([
  ['free-trial', 'demo-trial', 'Bayside School', 'TRIAL', 'SCISTRIAL'],
  ['complimentary', 'demo-complimentary', 'Eastfield Education Centre', 'COMPLIMENTARY', 'SCISCOMP'],
  ['complimentary-student', 'demo-student', 'Northgate Institute, library studies', 'COMPLIMENTARY_STUDENT', 'SCISSW'],
] as const)(
  'the demo world’s %s link opens an account, gives access and mails how to come in, once',
  async (kind, id, organisation, typeName, productCode) => {
    const { response } = await begin(kind, id)
    expect(response).toMatchObject({ organisation, newOrganisation: true, mailedTo: expect.stringMatching(/^.…@/) })
    const customer = await app.db
      .selectFrom('customer')
      .where('name', '=', organisation)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(customer.customerNo).toMatch(/^1000\d$/)
    const subscriptions = await app.db
      .selectFrom('subscription')
      .where('customerId', '=', customer.id)
      .selectAll()
      .execute()
    expect(subscriptions).toMatchObject([
      { typeName, productCode, startsOn: response.effectiveStartDate, endsOn: response.effectiveEndDate },
    ])
    const user = await app.db
      .selectFrom('appUser')
      .where('customerId', '=', customer.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({ role: 'primary-contact', passwordHash: null })
    const mail = await app.db
      .selectFrom('outgoingMail')
      .where('recipient', '=', user.email)
      .selectAll()
      .executeTakeFirstOrThrow()
    const guid = mail.bodyText!.match(new RegExp(`${app.env.publicUrl}/changePassword\\?guid=([\\w-]+)`))?.[1]
    expect(await checkLink(app, 'change-password', guid!)).toMatchObject({ userId: user.id })

    const before = await given()
    await expect(begin(kind, id)).rejects.toMatchObject({ status: 400, messages: ['This link has already been used.'] })
    expect(await given()).toEqual(before)
  },
)

test('looking at a link, however often, uses nothing up and changes nothing', async () => {
  const { token } = await forNew()
  const before = await given()
  for (let visit = 0; visit < 3; visit++)
    expect(await app.as(null)(activationApi.checkActivation, { kind: 'free-trial', id: token })).toMatchObject({
      response: { productName: 'Free trial', newOrganisation: true },
    })
  expect(await given()).toEqual(before)
  expect(await begin('free-trial', token)).toMatchObject({ responseCode: 200 })
})

test('of many simultaneous activations one succeeds', async () => {
  const { token } = await forNew('complimentary')
  const before = await app.db.selectFrom('customer').select('id').execute()
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => begin('complimentary', token)))
  expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  for (const each of all.filter((one) => one.status === 'rejected'))
    expect(each.reason).toMatchObject({ status: 400, code: 'link_used' })
  expect(await app.db.selectFrom('customer').select('id').execute()).toHaveLength(before.length + 1)
})

test('organisations activated at the same moment get different numbers', async () => {
  const links = await Promise.all(Array.from({ length: 5 }, () => forNew()))
  await Promise.all(links.map(({ token }) => begin('free-trial', token)))
  const numbers = (await app.db.selectFrom('customer').select('customerNo').execute()).map((each) => each.customerNo)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('an existing organisation keeps its account; the new term starts after its current one', async () => {
  const issue = () =>
    issueActivation(app, { kind: 'free-trial', whom: { customerId: 'demo-lakeside' }, offer: { days: 14 } })
  const { response } = await begin('free-trial', (await issue()).token)
  const rows = await app.db
    .selectFrom('subscription')
    .where('customerId', '=', 'demo-lakeside')
    .orderBy('startsOn')
    .selectAll()
    .execute()
  expect(rows).toHaveLength(2)
  expect(response).toMatchObject({
    organisation: 'Lakeside School',
    newOrganisation: false,
    mailedTo: 't…@lakeside.example',
  })
  expect(rows[1]!.startsOn > rows[0]!.endsOn).toBe(true)
  expect(Date.parse(rows[1]!.endsOn) - Date.parse(rows[1]!.startsOn)).toBe(13 * dayMs)
  const mail = await app.db
    .selectFrom('outgoingMail')
    .where('recipient', '=', 'trial@lakeside.example')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(mail.bodyText).toContain(`${app.env.publicUrl}/subscriptions`)
  expect(mail.bodyText).not.toContain('changePassword')
  const noted = await app.db
    .selectFrom('auditEntry')
    .where('customerId', '=', 'demo-lakeside')
    .selectAll()
    .orderBy('position')
    .execute()
  expect(noted).toMatchObject([{ action: 'subscription_activated', subject: 'Free trial' }])
})

test('unknown, expired, withdrawn and foreign links give nothing', async () => {
  const { token, id } = await forNew()
  const before = await given()
  for (const guess of ['nobody', '', 'x'.repeat(5000), "' or 1=1", '../demo-trial'])
    await expect(begin('free-trial', guess)).rejects.toMatchObject({ status: 400, code: 'link_unknown' })
  await expect(begin('complimentary', token)).rejects.toMatchObject({ code: 'link_unknown' })
  await expect(begin('complimentary-student', token)).rejects.toMatchObject({ code: 'link_unknown' })
  const later = { ...app, clock: clockIn(defaultZone, () => new Date(Date.now() + 31 * dayMs)) }
  await expect(activate(later, 'free-trial', token)).rejects.toMatchObject({
    status: 400,
    messages: ['This link has expired.'],
  })
  await expect(checkActivation(later, 'free-trial', token)).rejects.toMatchObject({ code: 'link_expired' })
  await app.db.updateTable('oneTimeLink').set({ withdrawnAt: new Date() }).where('id', '=', id).execute()
  await expect(begin('free-trial', token)).rejects.toMatchObject({ code: 'link_unknown' })
  expect(await given()).toEqual(before)
})

test('an address that is already in use opens no second account, and the link stays valid until that is resolved', async () => {
  const { token } = await forNew('free-trial', { email: 'Librarian@Hillview.example' })
  const before = await given()
  await expect(begin('free-trial', token)).rejects.toMatchObject({ status: 400, code: 'account_exists' })
  expect(await given()).toEqual(before)
  expect(await checkLink(app, 'free-trial', token)).not.toHaveProperty('dead')
})

test('a request from another site, or with more than an id, changes nothing', async () => {
  const { token } = await forNew()
  const before = await given()
  const send = (payload: object, headers: Record<string, string> = { 'x-requested-with': 'test' }) =>
    app.http.inject({ method: 'POST', url: '/rest/freeTrial', payload, headers })
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await send({ id: token }, foreign)).statusCode).toBe(403)
  for (const payload of [{}, { id: 7 }, { id: [token] }, { id: token, customerId: 'demo-hillview' }])
    expect((await send(payload)).statusCode).toBe(400)
  expect(await given()).toEqual(before)
  expect((await app.raw(null, { url: `/rest/freeTrial?id=${token}` })).statusCode).toBe(405)
  expect(await given()).toEqual(before)
})

test('the link’s host is the configured one', async () => {
  const { address, token } = await forNew('complimentary-student')
  expect(address).toBe(`${app.env.publicUrl}/complimentary/student?id=${token}`)
})

test('markup in an organisation’s name stays text in the mail', async () => {
  const { token } = await forNew('free-trial', {
    organisation: '<b>School</b>\r\nBcc: x@y.example',
    email: 'markup@school.example',
  })
  await begin('free-trial', token)
  const mail = await app.db
    .selectFrom('outgoingMail')
    .where('recipient', '=', 'markup@school.example')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(mail.bodyHtml).not.toContain('<b>School')
  expect(mail.subject).not.toMatch(/[\r\n]/)
})
