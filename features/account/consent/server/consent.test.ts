import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { demoConsentUuid } from '#demo/world/links.ts'
import { clockIn, dayMs, defaultZone } from '#kit/day.ts'
import { consentApi } from '../contract.ts'
import { issueConsentLink, policies, updateConsent, validateConsentLink } from './consent.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const validate = async (uuid: string) => (await app.as(null)(consentApi.validateConsentLink, { uuid })).response
const answer = (uuid: string, more: object = {}) =>
  app.as(null)(consentApi.updateConsent, { uuid, hasConsented: true, hasAccepted: true, ...more })
const records = () => app.db.selectFrom('consentRecord').selectAll().orderBy('answeredAt').execute()
const forOffice = () =>
  issueConsentLink(app, { customerId: 'demo-hillview', name: 'Hillview Office', email: 'Office@hillview.example' })
const marketing = async (email: string) =>
  (await app.db.selectFrom('contact').where('email', '=', email).select('marketingMaterial').executeTakeFirstOrThrow())
    .marketingMaterial

test('the demo world’s link shows the policy until it is answered, and afterwards that it was', async () => {
  const shown = { isUuidConsumed: false, addressee: 'Hillview Librarian', policy: { version: policies[0].version } }
  expect(await validate(demoConsentUuid)).toMatchObject(shown)
  expect(await validate(demoConsentUuid)).toMatchObject(shown)
  expect(await answer(demoConsentUuid, { hasConsented: false })).toMatchObject({ responseCode: 200 })
  expect(await validate(demoConsentUuid)).toEqual({ isUuidConsumed: true, policy: null, addressee: '' })
  expect(await records()).toMatchObject([
    {
      userId: 'demo-hillview-librarian',
      customerId: 'demo-hillview',
      email: 'librarian@hillview.example',
      policyVersion: policies[0].version,
      hasConsented: false,
      hasAccepted: true,
    },
  ])
})

test('a second answer is refused in the specification’s words, and the first stays', async () => {
  const before = await records()
  await expect(answer(demoConsentUuid)).rejects.toMatchObject({ messages: ['Consent has already been submitted'] })
  expect(await records()).toEqual(before)
})

test('of many simultaneous answers only one counts', async () => {
  const { token } = await forOffice()
  const before = (await records()).length
  const all = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => answer(token, { hasConsented: i % 2 === 0 })),
  )
  expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  expect(await records()).toHaveLength(before + 1)
})

test('an answer turns news on or off for that contact, and for no other contact', async () => {
  for (const hasConsented of [true, false]) {
    await answer((await forOffice()).token, { hasConsented })
    expect(await marketing('office@hillview.example')).toBe(hasConsented)
    expect(await marketing('librarian@riverside.example')).toBe(false)
  }
  const noted = await app.db.selectFrom('auditEntry').where('subject', '=', 'Hillview Office').selectAll().execute()
  expect(noted.at(-1)).toMatchObject({ action: 'privacy_policy_answered', customerId: 'demo-hillview' })
})

test('unknown and expired links, and links with another purpose, show nothing and store nothing', async () => {
  const { token } = await forOffice()
  const before = await records()
  for (const guess of ['nobody', '00000000-0000-4000-8000-000000000002', 'demo-trial', "' or 1=1"])
    for (const ask of [validate, answer])
      await expect(ask(guess)).rejects.toMatchObject({ status: 400, code: 'link_unknown' })
  const later = { ...app, clock: clockIn(defaultZone, () => new Date(Date.now() + 91 * dayMs)) }
  const late = updateConsent(later, { uuid: token, hasConsented: true, hasAccepted: true })
  await expect(late).rejects.toMatchObject({ messages: ['This link has expired.'] })
  await expect(validateConsentLink(later, token)).rejects.toMatchObject({ code: 'link_expired' })
  expect(await records()).toEqual(before)
})

test('an answer to an older policy is refused and the link still works', async () => {
  const { token } = await forOffice()
  await expect(answer(token, { policyVersion: '2020-01' })).rejects.toMatchObject({
    code: 'policy_changed',
    status: 409,
  })
  expect(await answer(token, { policyVersion: policies[0].version })).toMatchObject({ responseCode: 200 })
})

test('both answers are required and must be yes or no; another site cannot answer', async () => {
  const { token } = await forOffice()
  const before = await records()
  const send = (payload: object, headers: Record<string, string> = { 'x-requested-with': 'test' }) =>
    app.http.inject({ method: 'POST', url: '/rest/gdpr-privacy-policy/update-consent', payload, headers })
  const whole = { uuid: token, hasConsented: true, hasAccepted: true }
  for (const payload of [{ ...whole, hasConsented: 'yes' }, { uuid: token }, { ...whole, userId: 'x' }, []])
    expect((await send(payload)).statusCode).toBe(400)
  expect((await send(whole, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect(await records()).toEqual(before)
})

test('the text of a version that people have answered never changes', () => {
  const hashes = policies.map((each) => [
    each.version,
    createHash('sha256').update(JSON.stringify(each)).digest('hex').slice(0, 16),
  ])
  expect(hashes).toEqual([['2026-11', 'd2d04cb83d1cf27a']])
})

describe('the addressee of a link', () => {
  const about = async (addressee: Parameters<typeof issueConsentLink>[1]) => {
    const { id, token } = await issueConsentLink(app, addressee)
    const shown = (await validate(token)).addressee
    await answer(token)
    const record = app.db.selectFrom('consentRecord').where('linkId', '=', id).select(['email', 'userId', 'customerId'])
    const noted = app.db.selectFrom('auditEntry').orderBy('position', 'desc').orderBy('id').selectAll()
    const { subject, after } = await noted
      .where('action', '=', 'privacy_policy_answered')
      .where('happenedAt', '=', ({ selectFrom }) =>
        selectFrom('consentRecord').where('linkId', '=', id).select('answeredAt'),
      )
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ policyVersion: policies[0].version, hasConsented: true, hasAccepted: true })
    return { shown, subject, ...(await record.executeTakeFirstOrThrow()) }
  }
  const [userId, customerId] = ['demo-hillview-assistant', 'demo-hillview']
  const account = { name: 'Hillview Assistant', email: 'assistant@hillview.example' }

  test('is the account, with its name and address of today', async () => {
    expect(await about({ userId, customerId })).toEqual({
      ...{ shown: account.name, subject: account.name, email: account.email },
      ...{ userId, customerId },
    })
  })

  test('is named as in the link, rather than as in the account', async () => {
    const given = { name: 'Ms Assistant', email: 'private@assistant.example' }
    expect(await about({ userId, customerId, ...given })).toEqual({
      ...{ shown: given.name, subject: given.name, email: given.email },
      ...{ userId, customerId },
    })
  })

  test('is the school, if the link names no one in it', async () => {
    const school = 'Hillview Primary School'
    expect(await about({ customerId })).toEqual({
      ...{ shown: school, subject: school, email: '', userId: null, customerId },
    })
    expect(await about({ customerId, name: 'Office' })).toMatchObject({ shown: 'Office', email: '' })
  })

  test('may be known only by an address, or not at all', async () => {
    const email = 'reader@elsewhere.example'
    expect(await about({ email })).toEqual({ ...{ shown: '', subject: email, email, userId: null, customerId: null } })
    expect(await about({})).toEqual({ shown: '', subject: '', email: '', userId: null, customerId: null })
  })
})

test('a link opens the form, works for as many days as it says, and remembers who made it', async () => {
  const end = randomUUID()
  const { id, token, address } = await issueConsentLink(
    app,
    { name: 'Office' },
    { linkDays: 2, createdBy: 'demo-desk', uuid: `a/${end}` },
  )
  expect([token, address]).toEqual([`a/${end}`, `${app.env.publicUrl}/privacy-policy-consent?uuid=a%2F${end}`])
  const link = app.db.selectFrom('oneTimeLink').where('id', '=', id).select(['createdBy', 'createdAt', 'expiresAt'])
  const { createdBy, createdAt, expiresAt } = await link.executeTakeFirstOrThrow()
  expect([createdBy, expiresAt.getTime() - createdAt.getTime()]).toEqual(['demo-desk', 2 * dayMs])
  const usual = await issueConsentLink(app, {})
  expect(usual.token).toMatch(/^[0-9a-f-]{36}$/)
  expect(
    await validateConsentLink(
      { ...app, clock: clockIn(defaultZone, () => new Date(Date.now() + 89 * dayMs)) },
      usual.token,
    ),
  ).toMatchObject({ isUuidConsumed: false })
})
