import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { demoConsentUuid } from '#demo/world/links.ts'
import { dayMs } from '#kit/day.ts'
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
  const later = { ...app, clock: () => new Date(Date.now() + 91 * dayMs) }
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
