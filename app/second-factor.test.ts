import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleInput } from '#app/world/sample-input-testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { openAuthenticator } from '#features/account/passkeys/server/passkey-testing.ts'
import { secondFactorApi } from '#features/account/second-factor/contract.ts'
import { codeFor } from '#features/account/second-factor/server/second-factor-testing.ts'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import { readEnv } from './env.ts'
import { type Person, people, requestOf, type TestApp, testApp } from './testing.ts'

let app: TestApp
// The clock stops, so that no code's time step ends before the code is sent.
const now = new Date()
const held = ['hillview', 'admin', 'desk', 'administrator'] as const satisfies Person[]
beforeAll(async () => {
  app = await testApp({ env: { REQUIRE_SECOND_FACTOR: 'true' }, work: false })
  app.setClock(() => now)
  for (const person of [...held, 'assistant', 'student'] as const) await app.sessionOf(person)
})
beforeEach(async () => {
  for (const table of ['secondFactor', 'secondFactorDraft', 'passkey'] as const)
    await app.db.deleteFrom(table).execute()
  await withPasswordAlone()
})
afterAll(() => app.close())

const withPasswordAlone = () => app.db.updateTable('session').set({ secondFactor: false }).execute()
const all = () => mounted.get(app.http)!
const answerTo = async (endpoint: Endpoint, person: Person | null) => {
  const reply = await app.raw(person, requestOf(endpoint, sampleInput(endpoint, 'sample', { onlyRequired: true })))
  const { code = '' } = /json/.test(String(reply.headers['content-type'])) ? reply.json() : {}
  return `${reply.statusCode} ${code}`
}
const idOf = async (person: Person) =>
  (await app.db.selectFrom('appUser').where('username', '=', people[person]).select('id').executeTakeFirstOrThrow()).id
const haveApp = async (person: Person) =>
  app.db
    .insertInto('secondFactor')
    .values({
      userId: await idOf(person),
      secret: app.secretKey.seal('A'.repeat(32), 'totp'),
      lastStep: 0,
      createdAt: now,
    })
    .execute()

test('these calls work with the password alone, so that a second factor can be set up', () => {
  const open = (when: string) => all().flatMap((each) => (each.withoutFactor === when ? [each.path] : []))
  expect(open('always').sort()).toEqual([
    '/rest/user/current',
    '/rest/user/language',
    '/rest/user/passkeys',
    '/rest/user/proof',
    '/rest/user/proof',
    '/rest/user/proof/begin',
    '/rest/user/secondFactor',
  ])
  expect(open('to-set-up').sort()).toEqual([
    '/rest/user/passkeys',
    '/rest/user/passkeys/begin',
    '/rest/user/secondFactor',
    '/rest/user/secondFactor/begin',
  ])
})

test('every other call is refused to people whose required second factor is missing, and visitors notice no difference', async () => {
  const wrong: string[] = []
  let refused = 0
  for (const endpoint of all()) {
    if (endpoint.withoutFactor || endpoint.path.startsWith('/rest/user/log')) continue
    if (endpoint.who === 'visitor' && endpoint.changes) continue
    for (const person of endpoint.who === 'visitor' ? (['hillview'] as const) : held) {
      const answer = await answerTo(endpoint, person)
      const expected = endpoint.who === 'visitor' ? await answerTo(endpoint, null) : '403 second_factor_needed'
      if (answer !== expected) wrong.push(`${endpoint.path} of ${person}: ${answer}, not ${expected}`)
      else if (endpoint.who !== 'visitor') refused++
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(400)
}, 300_000)

test('staff and students continue with the password alone, and so does everyone if it is not required', async () => {
  for (const person of ['assistant', 'student'] as const)
    expect((await app.as(person)(accountApi.currentUser, {})).user.roles).not.toEqual([])
  app.env.requireSecondFactor = false
  try {
    for (const person of held) expect((await app.as(person)(accountApi.currentUser, {})).user.roles).not.toEqual([])
  } finally {
    app.env.requireSecondFactor = true
  }
})

test.each(held)('%s get no data until an app is set up; then everything is open', async (person) => {
  const before = await app.as(person)(accountApi.currentUser, {})
  expect(before).toMatchObject({ user: { roles: [] }, customer: null, missingFactor: 'set-up' })
  expect((await app.as(person)(secondFactorApi.secondFactor, {})).response).toMatchObject({ required: true })
  const { secret } = await app.as(person)(secondFactorApi.beginSecondFactor, {})
  await app.as(person)(secondFactorApi.confirmSecondFactor, { code: codeFor(secret, { now }) })
  const after = await app.as(person)(accountApi.currentUser, {})
  expect(after.user.roles).not.toEqual([])
  expect(after.missingFactor).toBeUndefined()
})

test('a passkey works too', async () => {
  const device = openAuthenticator(app.env.publicUrl)
  const { options } = await app.as('desk')(passkeysApi.beginPasskey, {})
  await app.as('desk')(passkeysApi.addPasskey, { credential: device.make(options) })
  expect((await app.as('desk')(accountApi.currentUser, {})).user.roles).toEqual(['desk'])
})

test('with the password alone no one can add a second factor beside an existing one', async () => {
  const { secret } = await app.as('desk')(secondFactorApi.beginSecondFactor, {})
  await haveApp('desk')
  expect((await app.as('desk')(accountApi.currentUser, {})).missingFactor).toBe('sign-in')
  const code = codeFor(secret, { now })
  for (const attempt of [
    () => app.as('desk')(secondFactorApi.beginSecondFactor, {}),
    () => app.as('desk')(secondFactorApi.confirmSecondFactor, { code }),
    () => app.as('desk')(passkeysApi.beginPasskey, {}),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'second_factor_needed', status: 403 })
})

test('the last required second factor cannot be removed; of two removed at once, one stays', async () => {
  const { secret } = await app.as('desk')(secondFactorApi.beginSecondFactor, {})
  await app.as('desk')(secondFactorApi.confirmSecondFactor, { code: codeFor(secret, { now }) })
  const remove = () => app.as('desk')(secondFactorApi.removeSecondFactor, {})
  await expect(remove()).rejects.toMatchObject({ code: 'second_factor_required', status: 409 })
  const device = openAuthenticator(app.env.publicUrl)
  const { options } = await app.as('desk')(passkeysApi.beginPasskey, {})
  const { response } = await app.as('desk')(passkeysApi.addPasskey, { credential: device.make(options) })
  const both = await Promise.allSettled([remove(), app.as('desk')(passkeysApi.removePasskey, { id: response.id })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('it is on if PUBLIC_URL is https, and has no effect with an external issuer', () => {
  const isOn = (env: Record<string, string>) => readEnv(env).requireSecondFactor
  const secure = { PUBLIC_URL: 'https://books.example' }
  expect([isOn({}), isOn(secure), isOn({ REQUIRE_SECOND_FACTOR: 'true' })]).toEqual([false, true, true])
  expect(isOn({ ...secure, REQUIRE_SECOND_FACTOR: 'false' })).toBe(false)
  const issuer = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'secret' }
  expect(isOn({ ...secure, ...issuer, REQUIRE_SECOND_FACTOR: 'true' })).toBe(false)
})
