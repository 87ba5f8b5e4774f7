import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { deskSchoolApi, organisationApi } from '../contract.ts'
import { countPinTry } from './pin-tries.ts'

const { enterPin, pinState, retrievePin, lockAgain, updateCustomer } = organisationApi
const hillview = 'demo-hillview'
let app: TestApp
let pinHash: string | null
// The clock stops: an unlocking and its tries last for minutes.
const now = Date.now()

beforeAll(async () => {
  app = await testApp({ work: false })
  pinHash = (await app.db.selectFrom('customer').select('pinHash').where('id', '=', hillview).executeTakeFirstOrThrow())
    .pinHash
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(() => new Date(now))
  await app.db.deleteFrom('pinUnlock').execute()
  await app.db.deleteFrom('pinRenewal').execute()
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('auditEntry').execute()
  const fresh = { pinHash, nextPinHash: null }
  await app.db.deleteFrom('guess').execute()
  await app.db.updateTable('customer').set(fresh).where('id', '=', hillview).execute()
})

const enter = (pin: string, person: Person = 'assistant', customerId = hillview) =>
  app.as(person)(enterPin, { pin, customerId })
const state = async (person: Person = 'assistant') => (await app.as(person)(pinState, {})).response
const isOpen = async (person: Person = 'assistant') => (await state(person)).unlockedUntilDate !== null
const inMinutes = (minutes: number) => app.setClock(() => new Date(now + minutes * 60_000))
const mails = () =>
  app.db
    .selectFrom('outgoingMail')
    .select(['recipient', 'subject', 'bodyText', 'secret'])
    .orderBy('createdAt')
    .execute()
const wrong = { code: 'pin_wrong', status: 400 }
const locked = { code: 'pin_locked', status: 429, waitSeconds: expect.any(Number) }

test('the PIN opens one session for fifteen minutes, or until it is locked again', async () => {
  expect(await state()).toMatchObject({ unlockedUntilDate: null, lockedUntilDate: null, hasPin: true })
  const { response } = await enter('246810')
  expect(Date.parse(response.unlockedUntilDate!) - now).toBe(15 * 60_000)
  expect([await isOpen(), await isOpen('hillview')]).toEqual([true, false])
  inMinutes(14)
  expect(await isOpen()).toBe(true)
  inMinutes(15.1)
  expect(await isOpen()).toBe(false)
  await expect(app.as('assistant')(updateCustomer, {})).rejects.toMatchObject({ code: 'pin_required', status: 403 })

  await enter('246810')
  await app.as('assistant')(lockAgain, {})
  expect(await isOpen()).toBe(false)
})

test('a value that is not all digits is no PIN, and is not counted', async () => {
  for (const pin of ['', '24681o', '٢٤٦٨١٠', ' 246810', '1'.repeat(101)])
    await expect(enter(pin)).rejects.toMatchObject({ code: 'invalid_input', status: 400 })
  await expect(enter('12ab')).rejects.toMatchObject({ messages: ['A PIN must be digits only.'] })
  await enter('246810')
})

test('after five wrong PINs a person’s right one is refused too, and the primary contact is notified once', async () => {
  await expect(enter('000000')).rejects.toMatchObject({
    ...wrong,
    messages: ['Incorrect PIN. You have 4 attempts left.'],
  })
  for (const pin of ['000001', '1', '000003']) await expect(enter(pin)).rejects.toMatchObject(wrong)
  await expect(enter('000004')).rejects.toMatchObject(locked)
  await expect(enter('246810')).rejects.toMatchObject(locked)
  expect(await isOpen()).toBe(false)
  expect((await state()).lockedUntilDate).not.toBeNull()
  expect(await mails()).toMatchObject([
    { recipient: 'librarian@hillview.example', subject: 'Incorrect PINs at Hillview Primary School' },
  ])
  const { response } = await app.as('assistant')(auditApi.customerAudit, {})
  expect(response).toMatchObject([{ action: 'pin_locked', changedBy: 'Hillview Assistant' }])
  const tries = await app.db
    .selectFrom('auditEntry')
    .where('action', '=', 'pin_refused')
    .select('cameFrom')
    .orderBy('position')
    .execute()
  expect(tries.length).toBeGreaterThanOrEqual(5)
  // No one else is locked, neither in this school nor in another.
  for (const person of ['hillview', 'admin'] as const) await enter('246810', person)
  await app.as('riverside')(enterPin, { pin: '246810', customerId: 'demo-riverside' })

  inMinutes(15.1)
  await enter('246810')
  expect(await isOpen()).toBe(true)
})

test('of twenty simultaneous tries five are checked', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => enter(String(100_000 + i))))
  const codes = tries.map((each) => (each as PromiseRejectedResult).reason.code)
  expect(codes.filter((code) => code === 'pin_wrong')).toHaveLength(4)
  expect(codes.filter((code) => code === 'pin_locked')).toHaveLength(16)
  expect(await mails()).toHaveLength(1)
})

test('the right PIN, or a day, clears the wrong ones before it', async () => {
  for (const pin of ['1', '2', '3', '4']) await expect(enter(pin)).rejects.toMatchObject(wrong)
  await enter('246810')
  for (const pin of ['1', '2', '3', '4']) await expect(enter(pin)).rejects.toMatchObject(wrong)
  inMinutes(24 * 60 + 1)
  app.signInAgain()
  await expect(enter('5')).rejects.toMatchObject(wrong)
  await enter('246810')
})

test('no one can enter another school’s PIN', async () => {
  const attempt = enter('246810', 'riverside', hillview)
  await expect(attempt).rejects.toMatchObject({ code: 'other_customer', status: 403 })
  for (const person of ['student', 'desk', null] as const)
    await expect(app.as(person)(enterPin, { pin: '246810', customerId: hillview })).rejects.toMatchObject({
      status: 403,
    })
  expect([await app.db.selectFrom('guess').selectAll().execute(), await isOpen('riverside')]).toEqual([[], false])
})

test('a person has ten tries a day, and can’t stop the primary contact’s right PIN from working', async () => {
  for (const [minutes, tries] of [
    [0, 5],
    [16, 5],
  ] as const) {
    inMinutes(minutes)
    for (let n = 0; n < tries; n++) await enter(String(n)).catch(() => undefined)
  }
  inMinutes(40)
  await expect(enter('246810')).rejects.toMatchObject({
    ...locked,
    messages: [expect.stringContaining('try again in 24 hours')],
  })
  await enter('246810', 'hillview')
  inMinutes(24 * 60 + 17)
  app.signInAgain()
  await enter('246810')
})

test('a hundred wrong PINs of many people block everyone but the primary contact', async () => {
  for (let n = 0; n < 20; n++)
    for (let turn = 0; turn < 5; turn++)
      await countPinTry(app.db, { customerId: hillview, userId: `colleague-${n}`, role: 'staff' }, app.clock())
  await expect(enter('246810')).rejects.toMatchObject(locked)
  expect((await state()).lockedUntilDate).not.toBeNull()
  await enter('246810', 'hillview')
  for (let n = 0; n < 5; n++) await enter(String(n), 'hillview').catch(() => undefined)
  await expect(enter('246810', 'hillview')).rejects.toMatchObject(locked)
  await app.as('riverside')(enterPin, { pin: '246810', customerId: 'demo-riverside' })
})

test('a new PIN goes to the primary contact alone; the old one and its unlocked sessions end', async () => {
  await enter('246810', 'hillview')
  const { response } = await app.as('hillview')(retrievePin, {})
  expect(response.mailedTo).toBe('l•••n@hillview.example')
  expect(JSON.stringify(response)).not.toMatch(/\d{6}/)
  const [mail, ...more] = await mails()
  expect([mail!.recipient, more]).toEqual(['librarian@hillview.example', []])
  const pin = mail!.bodyText!.match(/PIN: (\d{6})/)![1]!
  expect(mail!.subject).not.toContain(pin)
  expect(mail!.secret).toBe(true)
  expect(await isOpen('hillview')).toBe(false)
  await expect(enter('246810')).rejects.toMatchObject(wrong)
  await enter(pin)
  const school = await app.db.selectFrom('customer').selectAll().where('id', '=', hillview).executeTakeFirstOrThrow()
  const audit = await app.db.selectFrom('auditEntry').selectAll().orderBy('position').execute()
  expect(JSON.stringify([school, audit])).not.toContain(pin)
  expect(audit.map(({ action }) => action)).toEqual(['pin_entered', 'pin_renewed', 'pin_refused', 'pin_entered'])
})

test('a colleague’s request for a new PIN ends neither the old one nor its sessions until the new one is used', async () => {
  await enter('246810', 'hillview')
  await app.as('assistant')(retrievePin, {})
  const [mail] = await mails()
  expect(mail!.bodyText).toContain('Your previous PIN works until this one is used.')
  expect(await isOpen('hillview')).toBe(true)
  await enter('246810', 'hillview')
  const pin = mail!.bodyText!.match(/PIN: (\d{6})/)![1]!
  await enter(pin)
  await expect(enter('246810', 'hillview')).rejects.toMatchObject(wrong)
  await enter(pin, 'hillview')
})

test('a new PIN goes to the account’s address, no matter what the contacts say', async () => {
  const entry = () => app.db.updateTable('contact').where('id', '=', 'demo-hillview-contact-1')
  await entry().set({ email: 'assistant@hillview.example' }).execute()
  const { response } = await app.as('assistant')(retrievePin, {})
  expect(response.mailedTo).toBe('l•••n@hillview.example')
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['librarian@hillview.example'])
  await entry().set({ email: 'librarian@hillview.example' }).execute()
})

test('the desk mails a new PIN even when the school has used up its daily limit', async () => {
  for (const _ of [1, 2, 3]) await app.as('assistant')(retrievePin, {})
  // Its mail is the newest.
  inMinutes(1)
  const { response } = await app.as('desk')(deskSchoolApi.deskResetPin, { customerId: hillview })
  expect(response.mailedTo).toBe('librarian@hillview.example')
  expect(await mails()).toHaveLength(4)
  await enter((await mails()).at(-1)!.bodyText!.match(/PIN: (\d{6})/)![1]!)
  await expect(app.as('hillview')(deskSchoolApi.deskResetPin, { customerId: hillview })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(app.as('desk')(deskSchoolApi.deskResetPin, { customerId: 'nobody' })).rejects.toMatchObject({
    status: 404,
  })
})

test('a new PIN ends a lock', async () => {
  for (const pin of ['1', '2', '3', '4', '5']) await enter(pin).catch(() => undefined)
  await expect(enter('246810')).rejects.toMatchObject(locked)
  await app.as('assistant')(retrievePin, {})
  const [mail] = (await mails()).filter(({ subject }) => subject.startsWith('New PIN'))
  await enter(mail!.bodyText!.match(/PIN: (\d{6})/)![1]!)
})

test('three new PINs a day, even when they are requested at once', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => app.as('assistant')(retrievePin, {})))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await expect(app.as('admin')(retrievePin, {})).rejects.toMatchObject({ code: 'pin_mail_limit', status: 429 })
  expect(await mails()).toHaveLength(3)
  // The primary contact has a separate limit of three.
  for (const _ of [1, 2, 3]) await app.as('hillview')(retrievePin, {})
  await expect(app.as('hillview')(retrievePin, {})).rejects.toMatchObject({ code: 'pin_mail_limit' })
})

test('ending an unlocked session leaves nothing unlocked', async () => {
  await enter('246810', 'hillview')
  const cookie = await app.sessionOf('hillview')
  const { sessionId } = await app.db.selectFrom('pinUnlock').select('sessionId').executeTakeFirstOrThrow()
  await app.db.deleteFrom('session').where('id', '=', sessionId).execute()
  expect(await app.db.selectFrom('pinUnlock').selectAll().execute()).toEqual([])
  const reply = await app.raw(null, { method: 'POST', url: updateCustomer.path, payload: {}, headers: { cookie } })
  expect(reply.statusCode).toBe(403)
})
