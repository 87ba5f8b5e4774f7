import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { passkeysApi, proofApi, sessionsApi } from '../../sign-in/contract.ts'
import { openAuthenticator } from './passkey-testing.ts'

const librarian = 'librarian@hillview.example'
const password = 'Demo-password-2026'
let app: TestApp
let clock = Date.now()
beforeAll(async () => {
  app = await testApp({ work: false })
  app.setClock(() => new Date(clock))
})
beforeEach(async () => {
  await app.db.deleteFrom('passkey').execute()
  await app.db.deleteFrom('guess').execute()
  await app.db
    .updateTable('session')
    .set({ createdAt: new Date(clock), lastSeenAt: new Date(clock), provedAt: new Date(clock) })
    .execute()
})
afterAll(() => app.close())

const passkeys = () => app.db.selectFrom('passkey').selectAll().execute()
const newOne = () => openAuthenticator(app.env.publicUrl)

async function add(who: 'hillview' | 'riverside' = 'hillview', name?: string, authenticator = newOne()) {
  const { options } = await app.as(who)(passkeysApi.beginPasskey, {})
  const credential = authenticator.make(options)
  const { response } = await app.as(who)(passkeysApi.addPasskey, { credential, ...(name ? { name } : {}) })
  return { authenticator, passkey: response, options }
}

async function openPage() {
  const browser = openBrowser(app)
  const page = await browser.go('/rest/user/login?redirect=/myDownloads')
  const ask = async () =>
    JSON.parse((await browser.send(`${new URL(page.url).pathname}/passkey`, { method: 'POST' })).body)
  return { browser, page, ask }
}

test('someone who has added a passkey signs in with it and reaches the page they wanted', async () => {
  const { authenticator } = await add('hillview', 'Office computer')
  const { browser, page, ask } = await openPage()

  const sent = await browser.submit(page, { passkey: authenticator.use(await ask()) })
  const end = await browser.follow(sent)

  expect(end.url).toBe(`${app.env.publicUrl}/myDownloads`)
  expect(await browser.whoAmI()).toBe(librarian)
  const sessions = JSON.parse((await browser.send('/rest/user/sessions')).body).response
  expect(sessions[0]).toMatchObject({ current: true, method: 'passkey' })
  const { response } = await app.as('hillview')(passkeysApi.passkeys, {})
  expect(response).toEqual([
    expect.objectContaining({ name: 'Office computer', lastUsedDate: new Date(clock).toISOString() }),
  ])
})

test('the sign-in page’s passkey request names no one and requires user verification', async () => {
  await add()
  const { ask } = await openPage()
  expect(await ask()).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect((await ask()).allowCredentials ?? []).toEqual([])
})

test('the creation options contain only the person’s names', async () => {
  const { options } = await add()
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: librarian },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(Buffer.from((options as { user: { id: string } }).user.id, 'base64url').toString()).not.toContain('hillview')
})

test.each([
  ['of another page', { challenge: 'AAAA' }],
  ['made for another site', { origin: 'https://evil.example' }],
  ['bound to another host', { rpId: 'evil.example' }],
  ['without finger, face or PIN', { verified: false }],
  ['that was made for adding one', { type: 'webauthn.create' }],
  ['of another person’s handle', { handle: 'AAAA' }],
])('an answer %s signs no one in', async (_, odd) => {
  const { authenticator } = await add()
  const { browser, page, ask } = await openPage()

  const answer = await browser.submit(page, { passkey: authenticator.use(await ask(), odd) })

  expect(answer.status).toBe(403)
  expect(answer.body).toContain('We couldn’t use this passkey')
  expect(await browser.whoAmI()).toBeUndefined()
  expect((await passkeys())[0]!.lastUsedAt).toBeNull()
})

test('an answer works once, even when it is sent many times at once', async () => {
  const { authenticator } = await add()
  const { browser, page, ask } = await openPage()
  const passkey = authenticator.use(await ask())

  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.submit(page, { passkey })))

  expect(answers.filter((each) => each.status === 303)).toHaveLength(1)
  const second = await openPage()
  await second.ask()
  expect((await second.browser.submit(second.page, { passkey })).status).toBe(403)
})

test('a refused answer uses its challenge up', async () => {
  const { authenticator } = await add()
  const { browser, page, ask } = await openPage()
  const question = await ask()
  expect((await browser.submit(page, { passkey: authenticator.use(question, { verified: false }) })).status).toBe(403)
  expect((await browser.submit(page, { passkey: authenticator.use(question) })).status).toBe(403)
  expect((await browser.submit(page, { passkey: authenticator.use(await ask()) })).status).toBe(303)
})

test.each(['', '{', 'null', '[]', '{"id":"x"}', JSON.stringify({ id: 'x'.repeat(9000) })])(
  'a broken answer (%s) is refused with a problem, not an error',
  async (passkey) => {
    const { browser, page, ask } = await openPage()
    await ask()
    const answer = await browser.submit(page, { passkey })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('name="password"')
  },
)

test('a cloned authenticator, whose counter goes backwards, is refused', async () => {
  const { authenticator } = await add()
  const first = await openPage()
  const used = authenticator.use(await first.ask(), { count: 7 })
  expect((await first.browser.submit(first.page, { passkey: used })).status).toBe(303)
  const { browser, page, ask } = await openPage()
  const older = authenticator.use(await ask(), { count: 7 })
  expect((await browser.submit(page, { passkey: older })).status).toBe(403)
})

test('a passkey of a disabled person, or one that was removed, signs no one in', async () => {
  const { authenticator, passkey } = await add()
  const tryIt = async () => {
    const { browser, page, ask } = await openPage()
    return (await browser.submit(page, { passkey: authenticator.use(await ask()) })).status
  }
  const disable = (disabledAt: Date | null) =>
    app.db.updateTable('appUser').set({ disabledAt }).where('username', '=', librarian).execute()
  await disable(new Date())
  expect(await tryIt()).toBe(403)
  await disable(null)
  expect(await tryIt()).toBe(303)
  await app.as('hillview')(passkeysApi.removePasskey, { id: passkey.id })
  expect(await tryIt()).toBe(403)
})

test('the challenge of one sign-in page is useless to a visitor without its cookie', async () => {
  const { page } = await openPage()
  const stranger = await openBrowser(app).send(`${new URL(page.url).pathname}/passkey`, { method: 'POST' })
  expect(stranger.status).toBe(404)
})

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['for another question', { challenge: 'AAAA' }],
  ['without finger, face or PIN', { verified: false }],
])('a passkey made %s is not stored', async (_, odd) => {
  const { options } = await app.as('hillview')(passkeysApi.beginPasskey, {})
  const attempt = app.as('hillview')(passkeysApi.addPasskey, { credential: newOne().make(options, odd) })
  await expect(attempt).rejects.toMatchObject({ code: 'passkey_refused', status: 400 })
  expect(await passkeys()).toEqual([])
})

test('one person cannot store a passkey made for another person’s challenge', async () => {
  const { options } = await app.as('hillview')(passkeysApi.beginPasskey, {})
  const attempt = app.as('riverside')(passkeysApi.addPasskey, { credential: newOne().make(options) })
  await expect(attempt).rejects.toMatchObject({ code: 'passkey_refused' })
  expect(await passkeys()).toEqual([])
})

test('a passkey is added once, and another person cannot take it over', async () => {
  const { authenticator } = await add()
  await expect(add('hillview', undefined, authenticator)).rejects.toMatchObject({ code: 'passkey_known', status: 409 })
  await expect(add('riverside', undefined, authenticator)).rejects.toMatchObject({ code: 'passkey_known' })
  expect(await passkeys()).toHaveLength(1)
})

test('a passkey started too long ago is not stored', async () => {
  const { options } = await app.as('hillview')(passkeysApi.beginPasskey, {})
  clock += 301_000
  const attempt = app.as('hillview')(passkeysApi.addPasskey, { credential: newOne().make(options) })
  await expect(attempt).rejects.toMatchObject({ code: 'passkey_refused' })
})

const grownOld = () =>
  app.db
    .updateTable('session')
    .set({ provedAt: new Date(clock - 300_000) })
    .execute()
const { beginProof, giveProof, waysToProve } = proofApi
const isProved = () =>
  app
    .as('hillview')(passkeysApi.beginPasskey, {})
    .then(
      () => true,
      ({ code }) => {
        expect(code).toBe('proof_needed')
        return false
      },
    )

test('a proof is valid for five minutes in one session; password guesses are rate limited', async () => {
  await app.sessionOf('hillview')
  await grownOld()
  expect(await isProved()).toBe(false)
  const prove = (given: string) => app.as('hillview')(giveProof, { password: given })
  await expect(app.as('hillview')(giveProof, {})).rejects.toMatchObject({ code: 'password_needed', status: 400 })
  for (let n = 0; n < 5; n++)
    await expect(prove('no')).rejects.toMatchObject({
      code: 'password_wrong',
      errors: { password: ['Incorrect password.'] },
    })
  await expect(prove(password)).rejects.toMatchObject({
    code: 'too_many_attempts',
    status: 429,
    waitSeconds: 1,
  })
  expect(await isProved()).toBe(false)
  clock += 1000
  await prove(password)
  expect(await isProved()).toBe(true)
  const proved = await app.db.selectFrom('session').where('provedAt', '=', new Date(clock)).selectAll().execute()
  expect(proved).toHaveLength(1)
  clock += 299_000
  expect(await isProved()).toBe(true)
  clock += 1000
  expect(await isProved()).toBe(false)
  await prove(password)
})

test('a passkey is a proof too: the person’s own, once, for its challenge', async () => {
  const { authenticator } = await add()
  const { authenticator: foreign } = await add('riverside')
  await grownOld()
  expect((await app.as('hillview')(waysToProve, {})).response).toEqual(['passkey', 'password'])
  const ask = async () => (await app.as('hillview')(beginProof, {})).options as { challenge: string }
  const prove = (credential: string) => app.as('hillview')(giveProof, { credential: JSON.parse(credential) })
  expect(await ask()).toMatchObject({ allowCredentials: [{ id: authenticator.id }], userVerification: 'required' })

  const refused = { code: 'passkey_refused' }
  await expect(prove(foreign.use(await ask()))).rejects.toMatchObject(refused)
  await expect(prove(authenticator.use(await ask(), { verified: false }))).rejects.toMatchObject(refused)
  expect(await isProved()).toBe(false)
  const answer = authenticator.use(await ask())
  await prove(answer)
  expect(await isProved()).toBe(true)
  await expect(prove(answer)).rejects.toMatchObject(refused)
})

test('signing in is a proof', async () => {
  const browser = openBrowser(app)
  await browser.signIn(librarian)
  const { provedAt } = await app.db
    .selectFrom('session')
    .orderBy('createdAt', 'desc')
    .orderBy('provedAt')
    .select('provedAt')
    .where('method', '=', 'password')
    .executeTakeFirstOrThrow()
  expect(provedAt?.getTime()).toBe(clock)
})

test('a person can have twenty passkeys, even when two are added at once', async () => {
  for (let n = 0; n < 19; n++) await add('hillview', `Key ${n}`)
  const { options } = await app.as('hillview')(passkeysApi.beginPasskey, {})
  await add('hillview', 'The last')
  await expect(app.as('hillview')(passkeysApi.beginPasskey, {})).rejects.toMatchObject({ code: 'passkeys_full' })
  await app.db
    .insertInto('passkeyChallenge')
    .values({
      askedBy: `add:${(await app.as('hillview')(sessionsApi.ownSessions, {})).response[0]!.id}`,
      challenge: (options as { challenge: string }).challenge,
      expiresAt: new Date(clock + 60_000),
    })
    .execute()
  const late = app.as('hillview')(passkeysApi.addPasskey, { credential: newOne().make(options) })
  await expect(late).rejects.toMatchObject({ code: 'passkeys_full', status: 409 })
  expect(await passkeys()).toHaveLength(20)
})

test('only their owner renames and removes passkeys; both are audited, and removal is emailed', async () => {
  const { passkey } = await add('hillview', 'Old name')
  const { id } = passkey
  for (const attempt of [
    () => app.as('riverside')(passkeysApi.renamePasskey, { id, name: 'Mine' }),
    () => app.as('riverside')(passkeysApi.removePasskey, { id }),
    () => app.as('hillview')(passkeysApi.removePasskey, { id: 'no-id' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'passkey_not_found', status: 404 })
  for (const name of ['', '  ', 'a\0b', 'x'.repeat(61)])
    await expect(app.as('hillview')(passkeysApi.renamePasskey, { id, name })).rejects.toMatchObject({ status: 400 })
  expect((await passkeys())[0]!.name).toBe('Old name')
  expect((await app.as('riverside')(passkeysApi.passkeys, {})).response).toEqual([])

  const renamed = await app.as('hillview')(passkeysApi.renamePasskey, { id, name: '  <b>Desk</b> ' })
  expect(renamed.response.name).toBe('<b>Desk</b>')
  await app.as('hillview')(passkeysApi.removePasskey, { id })

  expect(await passkeys()).toEqual([])
  const noted = await app.db.selectFrom('auditEntry').select(['action', 'subject']).orderBy('position').execute()
  expect(noted.slice(-3)).toEqual(
    expect.arrayContaining([
      { action: 'passkey_added', subject: 'Old name' },
      { action: 'passkey_renamed', subject: '<b>Desk</b>' },
      { action: 'passkey_removed', subject: '<b>Desk</b>' },
    ]),
  )
  const mails = await app.db
    .selectFrom('outgoingMail')
    .select(['recipient', 'subject', 'bodyHtml'])
    .orderBy('createdAt')
    .execute()
  expect(mails.slice(-2).map((mail) => mail.subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ])
  expect(mails.at(-1)).toMatchObject({ recipient: librarian, bodyHtml: expect.not.stringContaining('<b>Desk') })
})

test('a passkey without a name is named after the device', async () => {
  const { options } = await app.as('hillview')(passkeysApi.beginPasskey, {})
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: '/rest/user/passkeys',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    payload: { credential: newOne().make(options) },
  })
  expect(reply.json().response.name).toBe('Firefox on Windows')
})
