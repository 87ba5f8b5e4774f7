import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { demoPassword } from '#demo/world/world.ts'
import { deskApi } from '#features/desk/contract.ts'
import { hourMs } from '#kit/day.ts'
import { profileApi } from '../../profile/contract.ts'
import { mailsTo } from '../../server/account-mails-testing.ts'
import { openBrowser } from '../../server/account-testing.ts'
import { hashSecret } from './passwords.ts'

const username = 'assistant@hillview.example'
const userId = 'demo-hillview-assistant'
const good = 'Kettle-Otter-Sings-7'
const others = ['Wombat-Ladder-Blue-12', 'Marble-Ferry-Quilt-34', 'Cactus-Violin-Storm-56']
const dead = { status: 404, code: 'password_link_dead' }

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'http://portal.example' }, work: false })
  app.setClock(() => now)
})
beforeEach(async () => {
  now = new Date(now.getTime() + 2 * hourMs)
  app.signInAgain()
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('formerPassword').execute()
  await app.db
    .updateTable('appUser')
    .set({ passwordHash: await hashSecret(demoPassword) })
    .where('id', '=', userId)
    .execute()
})
afterAll(() => app.close())

async function newLink() {
  await app.as('assistant')(profileApi.requestChangePassword, {})
  return (await mailsTo(app, username)).findLast(({ guid }) => guid)!.guid
}
const change = (guid: string, password: string) => app.as(null)(profileApi.changePassword, { guid, password })
const look = (guid: string) => app.as(null)(profileApi.checkPasswordLink, { guid })
const hashNow = async () =>
  (await app.db.selectFrom('appUser').where('id', '=', userId).select('passwordHash').executeTakeFirstOrThrow())
    .passwordHash
const signsInWith = async (password: string) => {
  const browser = openBrowser(app)
  await browser.signIn(username, { password })
  return (await browser.whoAmI()) === username
}

test('the link comes by mail, to the configured host, and sets a password once', async () => {
  const reply = await app.raw('assistant', {
    method: 'POST',
    url: '/rest/user/requestChangePassword',
    headers: { 'x-forwarded-host': 'evil.example', origin: 'http://portal.example' },
    payload: {},
  })
  expect(reply.json()).toEqual({ responseCode: 200, response: { email: username } })
  const [mail] = await mailsTo(app, username)
  expect(mail!.link).toMatch(/^http:\/\/portal\.example\/changePassword\?guid=[\w-]{43}$/)
  expect(mail!.text + mail!.html).not.toContain('evil')

  const { guid } = mail!
  expect(await look(guid)).toEqual({ responseCode: 200, response: { valid: true } })
  expect(await look(guid)).toMatchObject({ response: { valid: true } })
  expect(await change(guid, good)).toMatchObject({ response: { signedIn: false } })

  expect(await signsInWith(good)).toBe(true)
  expect(await signsInWith(demoPassword)).toBe(false)
  await expect(look(guid)).rejects.toMatchObject({
    ...dead,
    messages: ['It has already been used. Each link works once.'],
  })
  await expect(change(guid, others[0]!)).rejects.toMatchObject(dead)
  expect((await mailsTo(app, username)).at(-1)!.subject).toBe('Your password has been changed')
  const noted = await app.db.selectFrom('auditEntry').where('action', '=', 'password_changed').selectAll().execute()
  expect(noted).toMatchObject([{ userId, customerId: 'demo-hillview', before: {}, after: {} }])
})

test.each([
  ['Short-1', 'Password length must be atleast 14 characters'],
  ['Thirteen-ch-1', 'Password length must be atleast 14 characters'],
  ['kettle-otter-sings-7', 'Password does not meet requirements'],
  ['KETTLE-OTTER-SINGS-7', 'Password does not meet requirements'],
  ['Kettle-Otter-Sings-x', 'Password does not meet requirements'],
  ['Password123456', 'This password is easily guessed. Please choose another one.'],
  ['Aaaaaaaaaaaaa1', 'This password is easily guessed. Please choose another one.'],
  ['Qwertyuiop1234', 'This password is easily guessed. Please choose another one.'],
  ['HillviewAssistant1', 'This password is easily guessed. Please choose another one.'],
  ['Long-enough-7'.repeat(80), 'Password length must be at most 1024 characters'],
  [demoPassword, 'Password has been used'],
])('%.20s is refused, the old password stays valid and the link still works', async (password, sentence) => {
  const guid = await newLink()
  const before = await hashNow()
  await expect(change(guid, password)).rejects.toMatchObject({ status: 400, messages: [sentence] })
  expect(await hashNow()).toBe(before)
  expect(await look(guid)).toMatchObject({ response: { valid: true } })
})

test('the last three passwords may not be reused, the one before them may', async () => {
  const anHourLater = () => {
    now = new Date(now.getTime() + hourMs)
    app.signInAgain()
    return newLink()
  }
  const [second, third, fourth] = others as [string, string, string]
  for (const each of [good, second, third]) await change(await anHourLater(), each)
  for (const each of [good, second, third])
    await expect(change(await anHourLater(), each)).rejects.toMatchObject({ messages: ['Password has been used'] })
  await change(await anHourLater(), fourth)
  await change(await anHourLater(), good)
  expect(await signsInWith(good)).toBe(true)
  expect(await app.db.selectFrom('formerPassword').selectAll().execute()).toHaveLength(2)
})

test('a password of 1,024 characters is used in full', async () => {
  const long = `${'Kettle-Otter-Sings-7 '.repeat(50)}`.slice(0, 1023)
  await change(await newLink(), `${long}x`)
  expect(await signsInWith(`${long}x`)).toBe(true)
  expect(await signsInWith(`${long}y`)).toBe(false)
  expect(await signsInWith(long)).toBe(false)
})

test('of two simultaneous changes one wins', async () => {
  const guid = await newLink()
  const attempts = await Promise.allSettled(others.map((password) => change(guid, password)))
  const won = attempts.flatMap(({ status }, index) => (status === 'fulfilled' ? [others[index]!] : []))
  expect(won).toHaveLength(1)
  expect(await signsInWith(won[0]!)).toBe(true)
})

test('a new link ends the older ones, however each was made', async () => {
  const redirect = async () => {
    const reply = await app.raw('assistant', { method: 'GET', url: `/rest/user/changePasswordRedirect/${userId}` })
    return new URLSearchParams(String(reply.headers.location).split('?')[1]).get('guid')!
  }
  const handOut = async () => {
    const { address } = (await app.as('desk')(deskApi.resetPassword, { userId, mail: false })).response
    return new URL(address).searchParams.get('guid')!
  }
  const makers = [newLink, redirect, handOut]
  let former = await newLink()
  for (const make of [...makers, ...makers.toReversed()]) {
    const guid = await make()
    await expect(change(former, good), make.name).rejects.toMatchObject(dead)
    expect(await look(guid), make.name).toMatchObject({ response: { valid: true } })
    former = guid
  }
  await change(former, good)
})

test('every other session ends; this one continues under a new cookie, and the old cookie is dead', async () => {
  const [here, elsewhere] = [openBrowser(app), openBrowser(app)]
  for (const browser of [here, elsewhere]) await browser.signIn(username)
  const old = here.cookie('session')!.value
  const guid = await newLink()

  const reply = await here.send('/rest/user/changePassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    payload: JSON.stringify({ guid, password: good }),
  })

  expect(JSON.parse(reply.body)).toEqual({ responseCode: 200, response: { signedIn: true } })
  expect(await here.whoAmI()).toBe(username)
  expect(await elsewhere.whoAmI()).toBeUndefined()
  expect(here.cookie('session')!.value).not.toBe(old)
  const before = await app.http.inject({
    url: '/rest/user/current',
    headers: { host: 'portal.example', cookie: `session=${old}` },
  })
  expect(before.statusCode).toBe(403)
})

test('another person’s session is left alone when its browser uses someone else’s link', async () => {
  const guid = await newLink()
  const riverside = openBrowser(app)
  await riverside.signIn('librarian@riverside.example')
  const reply = await riverside.send('/rest/user/changePassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    payload: JSON.stringify({ guid, password: good }),
  })
  expect(JSON.parse(reply.body).response).toEqual({ signedIn: false })
  expect(await riverside.whoAmI()).toBe('librarian@riverside.example')
  expect(await signsInWith(good)).toBe(true)
  expect(await riverside.signIn('librarian@riverside.example').then(() => riverside.whoAmI())).toBeDefined()
})

test('an expired or guessed link, or one of a disabled person, leads nowhere', async () => {
  const guid = await newLink()
  await app.db.updateTable('appUser').set({ disabledAt: now }).where('id', '=', userId).execute()
  await expect(look(guid)).rejects.toMatchObject(dead)
  await expect(change(guid, good)).rejects.toMatchObject(dead)
  await app.db.updateTable('appUser').set({ disabledAt: null }).where('id', '=', userId).execute()
  now = new Date(now.getTime() + 3_600_001)
  const before = await hashNow()
  for (const each of [guid, 'guess', 'x'.repeat(200), "' or 1=1 --"]) {
    await expect(look(each)).rejects.toMatchObject(dead)
    await expect(change(each, good)).rejects.toMatchObject(dead)
  }
  expect(await hashNow()).toBe(before)
})

test('a page of another origin cannot set a password', async () => {
  const guid = await newLink()
  const reply = await app.http.inject({
    method: 'POST',
    url: '/rest/user/changePassword',
    headers: { host: 'portal.example', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    payload: { guid, password: good },
  })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'foreign_origin'])
  expect(await look(guid)).toMatchObject({ response: { valid: true } })
})

test('right after a sign-in one’s own redirect leads to a new link; no one else’s does', async () => {
  const redirect = (id: string) =>
    app.raw('assistant', { method: 'GET', url: `/rest/user/changePasswordRedirect/${encodeURIComponent(id)}` })
  const reply = await redirect(userId)
  expect(reply.statusCode).toBe(302)
  const guid = String(reply.headers.location).match(/^\/changePassword\?guid=([\w-]{43})$/)![1]!
  expect(await look(guid)).toMatchObject({ response: { valid: true } })

  const links = () => app.db.selectFrom('oneTimeLink').select('id').execute()
  const before = (await links()).length
  for (const id of ['demo-hillview-librarian', 'demo-desk', 'x', '..'])
    expect((await redirect(id)).statusCode, id).toBe(404)
  expect(await links()).toHaveLength(before)
})

test('later the redirect leads to a new sign-in first', async () => {
  await app.as('assistant')(profileApi.profile, {})
  await app.db
    .updateTable('session')
    .set({ provedAt: new Date(now.getTime() - 6 * 60_000) })
    .execute()
  const reply = await app.raw('assistant', { method: 'GET', url: `/rest/user/changePasswordRedirect/${userId}` })
  expect([reply.statusCode, reply.headers.location]).toEqual([
    302,
    `/rest/user/login?redirect=${encodeURIComponent(`/rest/user/changePasswordRedirect/${userId}`)}`,
  ])
})
