import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { people, type TestApp, testApp } from '#app/testing.ts'
import { deskApi } from '#features/desk/contract.ts'
import { manage } from '#features/desk/server/admin-commands.ts'
import { minuteMs } from '#kit/day.ts'
import { carryOutKeys } from '#operate/keys-command.ts'
import { openAuthenticator } from '../../passkeys/server/passkey-testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { passkeysApi } from '../../sign-in/contract.ts'
import { secondFactorApi } from '../contract.ts'
import { codeFor } from './second-factor-testing.ts'
import { stepOfCode } from './totp.ts'

let app: TestApp
// The clock stops during a test, so that no code's time step ends in between.
let time = Date.now()
const now = () => new Date(time)
beforeAll(async () => {
  app = await testApp({ env: { HOST: '0.0.0.0' } })
  app.setClock(now)
})
beforeEach(async () => {
  for (const table of ['secondFactor', 'secondFactorDraft', 'passkey', 'guess', 'auditEntry'] as const)
    await app.db.deleteFrom(table).execute()
  app.signInAgain()
  // A time step that no earlier test has used.
  time += 2 * minuteMs
  app.mails.length = 0
})
afterAll(() => app.close())

const person = people.hillview
const as = () => app.as('hillview')
const setUp = async () => {
  const { secret } = await as()(secondFactorApi.beginSecondFactor, {})
  const { recoveryCodes } = await as()(secondFactorApi.confirmSecondFactor, {
    code: codeFor(secret, { steps: -1, now: now() }),
  })
  return { secret, recoveryCodes }
}
/** Up to the page that asks for the code. */
const givePassword = async (address?: string) => {
  const browser = openBrowser(app, address === undefined ? {} : { address })
  const page = await browser.signIn(person)
  const give = async (code: string) => {
    const answer = await browser.submit(page, { code })
    await browser.follow(answer)
    return { ...answer, in: await browser.whoAmI() }
  }
  return { browser, page, give }
}
const actions = async () =>
  (await app.db.selectFrom('auditEntry').select('action').orderBy('position').execute()).map(({ action }) => action)
const mailed = () => expect.poll(() => app.mails.map(({ subject }) => subject))

test('a code of the current, previous or next step is right, and no other text is', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  // A fixed secret: of random ones, one in thousands has a code that also belongs to a neighbouring step.
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  for (let steps = -6; steps <= 6; steps++)
    for (const second of [0, 1, 15, 29]) {
      const given = codeFor(secret, { steps, now: at })
      const step = stepOfCode(secret, given, new Date(at.getTime() + second * 1000))
      expect(step).toBe(Math.abs(steps) <= 1 ? at.getTime() / 30_000 + steps : undefined)
    }
  fc.assert(fc.property(fc.string(), (text) => /^\d{6}$/.test(text) || stepOfCode(secret, text, at) === undefined))
})

test('after the password a code is required; without it there is no session', async () => {
  const { secret } = await setUp()
  const { browser, page, give } = await givePassword()
  expect(page.body).toContain('Enter your code')
  expect(await browser.whoAmI()).toBeUndefined()
  const wrong = await give('000000')
  expect(wrong).toMatchObject({ status: 403, in: undefined })
  expect(wrong.body).toContain('This code is incorrect or has already been used.')
  expect(await give('')).toMatchObject({ status: 400, in: undefined })
  expect(await give(` ${codeFor(secret, { now: now() }).replace(/(...)/, '$1 ')}`)).toMatchObject({ in: person })
  expect(await actions()).toEqual(expect.arrayContaining(['second_factor_set_up', 'sign_in_refused', 'signed_in']))
  await mailed().toContain('An authenticator app was set up for your account')
})

test('a code works once, even in two browsers at once, and no earlier code works after it', async () => {
  const { secret } = await setUp()
  const code = codeFor(secret, { now: now() })
  const [one, two] = [await givePassword(), await givePassword()]
  const both = await Promise.all([one.give(code), two.give(code)])
  expect(both.map((each) => each.in).filter(Boolean)).toEqual([person])
  const later = await givePassword()
  for (const steps of [0, -1]) expect((await later.give(codeFor(secret, { steps, now: now() }))).in).toBeUndefined()
  expect((await later.give(codeFor(secret, { steps: 1, now: now() }))).in).toBe(person)
})

test('the code that confirmed the app does not sign in', async () => {
  const { secret } = await setUp()
  const { give } = await givePassword()
  expect((await give(codeFor(secret, { steps: -1, now: now() }))).in).toBeUndefined()
})

test('each of ten recovery codes works once, even at once, is audited and emailed', async () => {
  const { recoveryCodes } = await setUp()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [one, two] = [await givePassword(), await givePassword()]
  const both = await Promise.all([one.give(recoveryCodes[0]!), two.give(recoveryCodes[0]!)])
  expect(both.map((each) => each.in).filter(Boolean)).toEqual([person])
  const { give } = await givePassword()
  expect((await give(recoveryCodes[0]!)).in).toBeUndefined()
  expect((await give(recoveryCodes[1]!.toUpperCase().replaceAll('-', ' '))).in).toBe(person)
  expect((await as()(secondFactorApi.secondFactor, {})).response.recoveryCodesLeft).toBe(8)
  expect((await actions()).filter((action) => action === 'recovery_code_used')).toHaveLength(2)
  await mailed().toContain('A recovery code was used to sign in to your account')
  const stored = JSON.stringify(await app.db.selectFrom('recoveryCode').selectAll().execute())
  for (const code of recoveryCodes)
    for (const text of [code, code.replaceAll('-', '')]) expect(stored).not.toContain(text)
  const renewed = await as()(secondFactorApi.renewRecoveryCodes, {})
  expect(await actions()).toContain('recovery_codes_renewed')
  const { give: giveOld } = await givePassword()
  expect((await giveOld(recoveryCodes[2]!)).in).toBeUndefined()
  expect((await giveOld(renewed.recoveryCodes[0]!)).in).toBe(person)
})

test('guesses are rate limited per person; a right code then waits too', async () => {
  const { secret } = await setUp()
  const { give } = await givePassword()
  const answers = []
  for (let guess = 0; guess < 7; guess++) answers.push((await give('000000')).status)
  expect(answers).toEqual([403, 403, 403, 403, 403, 429, 429])
  const code = codeFor(secret, { now: now() })
  const slowed = await give(code)
  expect(slowed).toMatchObject({ status: 429, in: undefined })
  expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(0)
  // After more guesses, other browsers wait too.
  for (let guess = 0; guess < 8; guess++) await (await givePassword(`10.0.0.${guess}`)).give('000000')
  expect((await (await givePassword('10.0.1.1')).give(code)).status).toBe(429)
  expect(await openBrowser(app).signIn(people.riverside)).toMatchObject({ status: 303 })
  time += 2 * minuteMs
  expect((await give(codeFor(secret, { now: now() }))).in).toBe(person)
})

test('an attacker who knows the password and guesses codes does not block the person’s known browser', async () => {
  const { secret } = await setUp()
  const own = await givePassword()
  expect((await own.give(codeFor(secret, { now: now() }))).in).toBe(person)
  await own.browser.send('/rest/user/logout', { method: 'POST', headers: { origin: app.env.publicUrl } })
  for (let guess = 0; guess < 15; guess++) await (await givePassword(`10.0.2.${guess}`)).give('000000')
  const code = codeFor(secret, { steps: 1, now: now() })
  expect((await (await givePassword('10.0.3.1')).give(code)).status).toBe(429)
  const page = await own.browser.signIn(person)
  await own.browser.follow(await own.browser.submit(page, { code }))
  expect(await own.browser.whoAmI()).toBe(person)
})

test('without the password, too late, or after being disabled, a right code does nothing', async () => {
  const { secret, recoveryCodes } = await setUp()
  const stranger = openBrowser(app)
  const page = await stranger.go('/rest/user/login?redirect=/')
  expect(await stranger.submit(page, { code: codeFor(secret, { now: now() }) })).toMatchObject({ status: 400 })
  const late = await givePassword()
  time += 11 * minuteMs
  expect((await late.give(recoveryCodes[0]!)).body).toContain('enter the code in time')
  const out = await givePassword()
  const disabledAt = now()
  await app.db.updateTable('appUser').set({ disabledAt }).where('username', '=', person).execute()
  expect((await out.give(recoveryCodes[0]!)).in).toBeUndefined()
  await app.db.updateTable('appUser').set({ disabledAt: null }).where('username', '=', person).execute()
  const again = await givePassword()
  expect((await again.browser.go(`${again.page.url}?again`)).body).toContain('Username')
  expect((await again.give(recoveryCodes[0]!)).in).toBeUndefined()
})

test('a passkey needs no code, and can be the second step', async () => {
  await setUp()
  const device = openAuthenticator(app.env.publicUrl)
  const { options } = await as()(passkeysApi.beginPasskey, {})
  await as()(passkeysApi.addPasskey, { credential: device.make(options) })
  const { browser, page } = await givePassword()
  expect(page.body).toContain('Sign in with a passkey')
  const wanted = JSON.parse((await browser.submit({ ...page, url: `${page.url}/passkey` }, {})).body)
  await browser.follow(await browser.submit(page, { passkey: device.use(wanted) }))
  expect(await browser.whoAmI()).toBe(person)
})

test('where a second factor is required, someone with only a passkey uses it after the password', async () => {
  const device = openAuthenticator(app.env.publicUrl)
  const { options } = await as()(passkeysApi.beginPasskey, {})
  await as()(passkeysApi.addPasskey, { credential: device.make(options) })
  expect(await openBrowser(app).signIn(person)).toMatchObject({ status: 303 })
  app.env.requireSecondFactor = true
  try {
    const { browser, page, give } = await givePassword()
    expect(page.body).toContain('Use your passkey')
    expect((await give('000000')).in).toBeUndefined()
    const wanted = JSON.parse((await browser.submit({ ...page, url: `${page.url}/passkey` }, {})).body)
    await browser.follow(await browser.submit(page, { passkey: device.use(wanted) }))
    expect(await browser.whoAmI()).toBe(person)
  } finally {
    app.env.requireSecondFactor = false
  }
})

test('setting up ends the other sessions opened with the password alone', async () => {
  const other = openBrowser(app)
  await other.signIn(person)
  expect(await other.whoAmI()).toBe(person)
  await setUp()
  expect(await other.whoAmI()).toBeUndefined()
})

test('an app is confirmed by its own code within half an hour; until then the former one stays valid', async () => {
  const confirm = (code: string) => as()(secondFactorApi.confirmSecondFactor, { code })
  await expect(confirm('123456')).rejects.toMatchObject({ code: 'second_factor_not_begun' })
  const former = await setUp()
  const { secret } = await as()(secondFactorApi.beginSecondFactor, {})
  await expect(confirm(codeFor(former.secret, { now: now() }))).rejects.toMatchObject({
    code: 'code_wrong',
    status: 400,
  })
  expect((await (await givePassword()).give(codeFor(former.secret, { now: now() }))).in).toBe(person)
  time += 31 * minuteMs
  await expect(confirm(codeFor(secret, { now: now() }))).rejects.toMatchObject({ code: 'second_factor_not_begun' })
})

test('the secret is encrypted in the database, and still readable after a key rotation', async () => {
  const { secret } = await setUp()
  await as()(secondFactorApi.beginSecondFactor, {})
  const rows = async () => [
    ...(await app.db.selectFrom('secondFactor').select('secret').execute()),
    ...(await app.db.selectFrom('secondFactorDraft').select('secret').execute()),
  ]
  const before = await rows()
  expect(before).toHaveLength(2)
  expect(JSON.stringify(before)).not.toContain(secret)
  await carryOutKeys(app, { command: 'keys rotate' })
  const after = await rows()
  for (const [at, row] of after.entries()) expect(row.secret.split('.')[1]).not.toBe(before[at]!.secret.split('.')[1])
  expect((await (await givePassword()).give(codeFor(secret, { now: now() }))).in).toBe(person)
})

test('after removal the password is enough again; the person is notified', async () => {
  await setUp()
  await as()(secondFactorApi.removeSecondFactor, {})
  await expect(as()(secondFactorApi.removeSecondFactor, {})).rejects.toMatchObject({ code: 'second_factor_not_found' })
  expect(await app.db.selectFrom('recoveryCode').selectAll().execute()).toEqual([])
  const browser = openBrowser(app)
  await browser.signIn(person)
  expect(await browser.whoAmI()).toBe(person)
  expect(await actions()).toContain('second_factor_removed')
  await mailed().toContain('The authenticator app was removed from your account')
})

test('the desk and the command line remove every factor for someone who lost theirs', async () => {
  for (const way of ['desk', 'command line']) {
    await setUp()
    const { options } = await as()(passkeysApi.beginPasskey, {})
    await as()(passkeysApi.addPasskey, { credential: openAuthenticator(app.env.publicUrl).make(options) })
    const cookie = await app.sessionOf('hillview')
    const find = async () => (await app.as('desk')(deskApi.deskPeople, { text: person })).response[0]!
    expect((await find()).secondFactor).toBe(true)
    const command = { command: 'admin user reset-second-factor', username: person } as const
    if (way === 'desk') await app.as('desk')(deskApi.resetSecondFactor, { userId: (await find()).id })
    else expect(await manage(app, command)).toMatchObject({ lines: [expect.stringContaining(person)] })
    expect(await find()).toMatchObject({ secondFactor: false, sessions: 0 })
    expect((await app.raw(null, { url: '/rest/user/current', headers: { cookie } })).statusCode).toBe(403)
    const browser = openBrowser(app)
    await browser.signIn(person)
    expect(await browser.whoAmI()).toBe(person)
    expect(await actions()).toContain('second_factor_reset')
    await mailed().toContain('Your second factor was reset')
    expect(await manage(app, command)).toEqual({ refused: 'This person has no second factor.' })
    app.signInAgain()
    time += 2 * minuteMs
    app.mails.length = 0
  }
})

test('the desk resets neither its own people nor oneself', async () => {
  const idOf = async (username: string) =>
    (await app.db.selectFrom('appUser').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id
  await app.sessionOf('administrator')
  const reset = async (by: 'desk' | 'administrator', whom: string) =>
    app.as(by)(deskApi.resetSecondFactor, { userId: await idOf(whom) })
  await expect(reset('desk', people.administrator)).rejects.toMatchObject({ code: 'administrators_only' })
  await expect(reset('administrator', people.administrator)).rejects.toMatchObject({ code: 'not_your_own' })
})
