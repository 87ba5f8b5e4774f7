import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { demoPassword } from '#demo/world/world.ts'
import { hourMs } from '#kit/day.ts'
import { hashSecret } from '../../passwords/server/passwords.ts'
import { mailsTo } from '../../server/account-mails-testing.ts'
import { profileApi } from '../contract.ts'

const former = 'trial@lakeside.example'
const personal = { firstName: 'Lakeside', lastName: 'Librarian' }

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
let next = 0
let newEmail = ''
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'http://portal.example' }, work: false })
  app.setClock(() => now)
})
beforeEach(async () => {
  newEmail = `new-${++next}@lakeside.example`
  now = new Date(now.getTime() + hourMs)
  await app.db.updateTable('appUser').set({ email: former }).where('id', '=', 'demo-lakeside-trial').execute()
  await app.db.updateTable('contact').set({ email: former }).where('customerId', '=', 'demo-lakeside').execute()
  await app.db.deleteFrom('outgoingMail').execute()
  app.signInAgain()
})
afterAll(() => app.close())

const ask = () => app.as('lakeside')(profileApi.updatePersonal, { ...personal, email: newEmail })
const look = (guid: string) => app.as(null)(profileApi.checkEmailLink, { guid })
const take = (guid: string) => app.as(null)(profileApi.takeEmailLink, { guid })
const guidsOf = async (address: string) => (await mailsTo(app, address)).map(({ guid }) => guid)
const emailNow = async () =>
  (await app.db.selectFrom('appUser').where('id', '=', 'demo-lakeside-trial').select('email').executeTakeFirstOrThrow())
    .email
const dead = { status: 404, code: 'email_link_dead' }

test('a new address takes effect once confirmed from its own mail; both addresses are notified before and after', async () => {
  expect((await ask()).response).toMatchObject({
    email: former,
    pendingEmail: { email: newEmail, expiryDate: new Date(now.getTime() + 24 * hourMs).toISOString() },
  })
  const [confirm] = await mailsTo(app, newEmail)
  const [notice] = await mailsTo(app, former)
  expect(confirm!.subject).toBe('Please confirm your new email address')
  expect(confirm!.link).toMatch(/^http:\/\/portal\.example\/changeEmail\?guid=/)
  expect(notice!.subject).toBe('Request to change your email address')

  expect(await look(confirm!.guid)).toMatchObject({ response: { step: 'confirm', email: newEmail } })
  expect(await emailNow()).toBe(former)
  await take(confirm!.guid)

  expect(await emailNow()).toBe(newEmail)
  const subjects = async (address: string) => (await mailsTo(app, address)).map(({ subject }) => subject)
  expect(await subjects(newEmail)).toContain('Your email address was changed')
  expect(await subjects(former)).toContain('Your email address was changed')
  const noted = await app.db
    .selectFrom('auditEntry')
    .where('action', '=', 'email_changed')
    .selectAll()
    .orderBy('position')
    .execute()
  expect(noted).toMatchObject([{ before: { email: former }, after: { email: newEmail } }])
})

test('a confirmed change updates the contact entry too, and so does undoing it', async () => {
  const entry = () => app.db.selectFrom('contact').where('customerId', '=', 'demo-lakeside').selectAll().execute()
  const version = async () =>
    (await app.db.selectFrom('customer').where('id', '=', 'demo-lakeside').selectAll().executeTakeFirstOrThrow())
      .contactsVersion
  const before = await version()
  await ask()
  expect(await entry()).toMatchObject([{ email: former }])
  await take((await guidsOf(newEmail)).at(-1)!)
  expect(await entry()).toMatchObject([{ email: newEmail, primaryContact: true }])
  expect(await version()).toBe(before + 1)

  await take((await guidsOf(former)).at(-1)!)
  expect(await entry()).toMatchObject([{ email: former }])
  app.signInAgain()
})

test('the old address’s link stops the change and ends every session', async () => {
  await ask()
  const [confirm] = await guidsOf(newEmail)
  const [stop] = await guidsOf(former)
  await app.as('lakeside')(profileApi.profile, {})

  expect((await take(stop!)).response.step).toBe('stop')

  expect(await emailNow()).toBe(former)
  await expect(take(confirm!)).rejects.toMatchObject(dead)
  await expect(app.as('lakeside')(profileApi.profile, {})).rejects.toMatchObject({ code: 'sign_in_required' })
  expect((await mailsTo(app, former)).at(-1)!.subject).toBe('We stopped the change to your email address')
  app.signInAgain()
})

test('the old address can undo a confirmed change for three days', async () => {
  for (const [hours, undone] of [
    [71, true],
    [73, false],
  ] as const) {
    await ask()
    await take((await guidsOf(newEmail)).at(-1)!)
    const undo = (await guidsOf(former)).at(-1)!
    now = new Date(now.getTime() + hours * hourMs)
    if (undone) await take(undo)
    else await expect(take(undo)).rejects.toMatchObject(dead)
    expect(await emailNow()).toBe(undone ? former : newEmail)
    app.signInAgain()
  }
})

test('an intruder cannot prevent the undo: not by a third address, a new password or their own link', async () => {
  await ask()
  await take((await guidsOf(newEmail)).at(-1)!)
  const undo = (await guidsOf(former)).at(-1)!
  const second = newEmail
  for (const third of ['third@lakeside.example', 'fourth@lakeside.example']) {
    now = new Date(now.getTime() + 1000)
    newEmail = third
    await ask()
  }
  await app.as('lakeside')(profileApi.withdrawEmail, {})
  await ask()
  await take((await guidsOf(newEmail)).at(-1)!)
  await app.as('lakeside')(profileApi.requestChangePassword, {})
  const guid = (await guidsOf(newEmail)).at(-1)!
  await app.as(null)(profileApi.changePassword, { guid, password: 'Kettle-Otter-Sings-7' })
  const strangers = (await guidsOf(second)).filter((each) => each !== '').at(-1)!
  await take(strangers)
  expect(await emailNow()).toBe(second)

  await take(undo)

  expect(await emailNow()).toBe(former)
  for (const { guid } of [...(await mailsTo(app, second)), ...(await mailsTo(app, newEmail))])
    await expect(take(guid)).rejects.toMatchObject(dead)
  await app.db
    .updateTable('appUser')
    .set({ passwordHash: await hashSecret(demoPassword) })
    .where('id', '=', 'demo-lakeside-trial')
    .execute()
})

test('each link works once, even when it is used many times at once', async () => {
  await ask()
  const [confirm] = await guidsOf(newEmail)
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => take(confirm!)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const notices = (await mailsTo(app, newEmail)).filter(({ subject }) => subject.includes('was changed'))
  expect(notices).toHaveLength(1)
  await expect(look(confirm!)).rejects.toMatchObject({
    ...dead,
    messages: ['It has already been used. Each link works once.'],
  })
})

test('an expired, withdrawn, replaced or guessed link leads nowhere', async () => {
  await ask()
  const [old] = await guidsOf(newEmail)
  await ask()
  await expect(take(old!)).rejects.toMatchObject(dead)
  const fresh = (await guidsOf(newEmail)).at(-1)!
  now = new Date(now.getTime() + 25 * hourMs)
  await expect(take(fresh)).rejects.toMatchObject(dead)
  app.signInAgain()
  await ask()
  expect((await app.as('lakeside')(profileApi.withdrawEmail, {})).response.pendingEmail).toBeNull()
  await expect(take((await guidsOf(newEmail)).at(-1)!)).rejects.toMatchObject(dead)
  await expect(take('guess')).rejects.toMatchObject(dead)
  expect(await emailNow()).toBe(former)
})

test('password links emailed to the old address are useless after the change', async () => {
  await app.as('lakeside')(profileApi.requestChangePassword, {})
  const [forPassword] = await guidsOf(former)
  await ask()
  await take((await guidsOf(newEmail))[0]!)
  const attempt = app.as(null)(profileApi.changePassword, { guid: forPassword!, password: 'Kettle-Otter-Sings-7' })
  await expect(attempt).rejects.toMatchObject({ status: 404, code: 'password_link_dead' })
})

test('an e-mail link does not change a password, nor a password link an e-mail address', async () => {
  await ask()
  const [confirm] = await guidsOf(newEmail)
  const attempt = app.as(null)(profileApi.changePassword, { guid: confirm!, password: 'Kettle-Otter-Sings-7' })
  await expect(attempt).rejects.toMatchObject({ code: 'password_link_dead' })
  await app.as('lakeside')(profileApi.requestChangePassword, {})
  await expect(take((await guidsOf(former)).at(-1)!)).rejects.toMatchObject(dead)
})
