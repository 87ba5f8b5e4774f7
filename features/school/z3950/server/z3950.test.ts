import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { demoLibrarySystem } from '#demo/world/world.ts'
import { loadDemoLibrarySystem } from '#demo/world.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import type { Day } from '#kit/day.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { type LibrarySystemId, z3950Api } from '../contract.ts'
import { checkZ3950Login, loginNow } from './z3950.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date()
  app.setClock(() => now)
  await app.db.deleteFrom('z3950Login').execute()
  await app.db.deleteFrom('auditEntry').execute()
})

const hillview = 'demo-hillview'
const inMinutes = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const look = async (person: Person = 'hillview', customerId = hillview) =>
  (await app.as(person)(z3950Api.z3950Settings, { customerId })).response
const reset = async (person: Person = 'hillview', cust_id = hillview) => {
  const token = await solveHumanCheck(app, 'z3950-reset')
  return (await app.as(person)(z3950Api.resetZ3950Password, { token, cust_id })).response
}
let connections = 0
const tryLogin = (password: string, name = 'z10001') => {
  connections += 1
  return checkZ3950Login(app, { name, password, address: `192.0.2.${connections}` })
}
const kept = () => app.db.selectFrom('z3950Login').selectAll().execute()

test('a school has a username before it has a password, and nothing works yet', async () => {
  expect(await look()).toEqual({
    enabled: true,
    userName: 'z10001',
    resetDate: null,
    resetBy: '',
    takesEffectDate: null,
    works: false,
    server: { host: 'localhost', port: 2100, tls: false, database: 'SCIS' },
    addresses: { sru: 'http://localhost:8080/sru', oai: 'http://localhost:8080/oai' },
    librarySystem: '',
  })
  expect(await tryLogin('')).toBe('wrong')
})

test('a new password is shown once, is stored as a hash, and works within the hour', async () => {
  const made = await reset('assistant')
  expect(made.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  expect(made).toMatchObject({ userName: 'z10001', works: false, resetDate: now.toISOString() })
  const wait = new Date(made.takesEffectDate!).getTime() - now.getTime()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60 * 60_000)

  expect(await tryLogin(made.password)).toBe('wrong')
  now = new Date(new Date(made.takesEffectDate!).getTime() - 1)
  expect(await tryLogin(made.password)).toBe('wrong')
  now = new Date(made.takesEffectDate!)
  expect(await tryLogin(made.password)).toEqual({ customerId: hillview })

  const mails = app.db.selectFrom('outgoingMail').select(['recipient', 'subject', 'bodyText'])
  const [mail, ...others] = await mails.execute()
  expect([mail!.recipient, mail!.subject, others]).toEqual([
    'librarian@hillview.example',
    'Z39.50 password changed at Hillview Primary School',
    [],
  ])
  expect(mail!.bodyText).toMatch(/^.*assistant@hillview\.example\) created a new Z39\.50 password/m)
  expect(mail!.bodyText).not.toContain(made.password)

  const { password, ...rest } = made
  expect(await look()).toEqual({ ...rest, works: true, resetBy: expect.any(String) })
  const everything = JSON.stringify([await kept(), await app.db.selectFrom('auditEntry').selectAll().execute()])
  expect(everything).not.toContain(password)
  expect(everything).toContain('$argon2id$')
})

test('the published demo password works only with DEMO, and never again once another took effect', async () => {
  await loadDemoLibrarySystem(app)
  const { userName, password } = demoLibrarySystem
  const live = { ...app, env: { ...app.env, demo: false } }
  const signIn = (on: typeof app | typeof live) =>
    checkZ3950Login(on, { name: userName, password, address: `192.0.3.${++connections}` })
  expect(await signIn(app)).toEqual({ customerId: hillview })
  expect(await signIn(live)).toBe('wrong')
  const made = await reset()
  expect(await signIn(live)).toBe('wrong')
  inMinutes(16)
  expect(await checkZ3950Login(live, { name: userName, password: made.password, address: '192.0.3.9' })).toEqual({
    customerId: hillview,
  })
  const again = await reset()
  expect(await checkZ3950Login(live, { name: userName, password: made.password, address: '192.0.3.9' })).toEqual({
    customerId: hillview,
  })
  inMinutes(16)
  expect(await checkZ3950Login(live, { name: userName, password: again.password, address: '192.0.3.9' })).toEqual({
    customerId: hillview,
  })
  expect(await signIn(app)).toBe('wrong')
})

test('the former password works exactly until the new one does', async () => {
  const first = await reset()
  inMinutes(16)
  expect(await tryLogin(first.password)).toEqual({ customerId: hillview })
  const second = await reset()
  expect(second.works).toBe(true)
  expect(await tryLogin(first.password)).toEqual({ customerId: hillview })
  expect(await tryLogin(second.password)).toBe('wrong')
  const before = await loginNow(app, hillview)
  now = new Date(second.takesEffectDate!)
  expect(await tryLogin(first.password)).toBe('wrong')
  expect(await tryLogin(second.password)).toEqual({ customerId: hillview })
  expect(await loginNow(app, hillview)).toEqual({ closed: undefined, passwordMark: expect.any(String) })
  expect((await loginNow(app, hillview)).passwordMark).not.toBe(before.passwordMark)
})

test('a password that is replaced before it takes effect never works', async () => {
  const first = await reset()
  inMinutes(16)
  const lost = await reset()
  const last = await reset()
  expect(await tryLogin(first.password)).toEqual({ customerId: hillview })
  inMinutes(16)
  expect(await tryLogin(lost.password)).toBe('wrong')
  expect(await tryLogin(first.password)).toBe('wrong')
  expect(await tryLogin(last.password)).toEqual({ customerId: hillview })
})

test('a reset requires a human check, for this purpose and once', async () => {
  const send = (token: string | undefined) =>
    app.as('hillview')(z3950Api.resetZ3950Password, { token, cust_id: hillview })
  const refusal = { status: 400, messages: ['Please verify that you are not a robot.'] }
  await expect(send(undefined)).rejects.toMatchObject(refusal)
  await expect(send('')).rejects.toMatchObject(refusal)
  await expect(send('made up')).rejects.toMatchObject(refusal)
  await expect(send(await solveHumanCheck(app, 'pay-now'))).rejects.toMatchObject(refusal)
  expect(await kept()).toEqual([])
  const token = await solveHumanCheck(app, 'z3950-reset')
  await send(token)
  const [before] = await kept()
  await expect(send(token)).rejects.toMatchObject(refusal)
  expect(await kept()).toEqual([before])
})

test('two simultaneous resets with one answer make one password', async () => {
  const token = await solveHumanCheck(app, 'z3950-reset')
  const send = () => app.as('hillview')(z3950Api.resetZ3950Password, { token, cust_id: hillview })
  const outcomes = await Promise.allSettled([send(), send(), send(), send()])
  const made = outcomes.filter((each) => each.status === 'fulfilled')
  expect(made).toHaveLength(1)
  inMinutes(16)
  expect(await tryLogin(made[0]!.value.response.password)).toEqual({ customerId: hillview })
  expect(await app.db.selectFrom('auditEntry').select('action').execute()).toHaveLength(1)
})

test('the library system is kept for the school, and each change is noted once', async () => {
  const choose = (librarySystem: LibrarySystemId, person: Person = 'assistant', cust_id = hillview) =>
    app.as(person)(z3950Api.chooseLibrarySystem, { cust_id, librarySystem })
  expect((await choose('koha')).response).toMatchObject({ librarySystem: 'koha', resetDate: null, works: false })
  await choose('koha')
  expect(await look('hillview')).toMatchObject({ librarySystem: 'koha' })
  expect(await look('riverside', 'demo-riverside')).toMatchObject({ librarySystem: '' })
  const entries = app.db.selectFrom('auditEntry').select(['userId', 'action', 'before', 'after'])
  expect(await entries.execute()).toEqual([
    {
      userId: 'demo-hillview-assistant',
      action: 'library_system_chosen',
      before: { librarySystem: '' },
      after: { librarySystem: 'koha' },
    },
  ])
  const { password } = await reset()
  inMinutes(16)
  expect(await look()).toMatchObject({ librarySystem: 'koha', works: true })
  expect(await tryLogin(password)).toEqual({ customerId: hillview })
  await expect(choose('destiny', 'riverside')).rejects.toMatchObject({ status: 404 })
  await expect(choose('unheard of' as LibrarySystemId)).rejects.toMatchObject({ status: 400 })
})

test('another school’s login is absent, for reading and for resetting', async () => {
  const theirs = await reset()
  const before = await kept()
  const absent = { status: 404, code: 'customer_not_found' }
  await expect(look('riverside')).rejects.toMatchObject(absent)
  await expect(reset('riverside')).rejects.toMatchObject(absent)
  await expect(look('hillview', 'no-such-customer')).rejects.toMatchObject(absent)
  expect(await kept()).toEqual(before)
  inMinutes(16)
  expect(await tryLogin(theirs.password, 'z10002')).toBe('wrong')
})

test('students, the desk and visitors have no access', async () => {
  for (const person of ['student', 'desk'] as const)
    await expect(look(person)).rejects.toMatchObject({ status: 403, code: 'not_allowed' })
  const reply = await app.raw(null, { url: `/rest/z3950settings/${hillview}` })
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_in_required'])
})

test('unknown members of the body are refused', async () => {
  const token = await solveHumanCheck(app, 'z3950-reset')
  const body = { token, cust_id: hillview, password: 'mine', userName: 'admin' }
  await expect(app.as('hillview')(z3950Api.resetZ3950Password, body as never)).rejects.toMatchObject({ status: 400 })
  expect(await kept()).toEqual([])
})

test('while a school has Z39.50 switched off its password does not work; switched on, it does again', async () => {
  const { password } = await reset()
  inMinutes(16)
  await app.as('hillview')(settingsApi.updateSettings, { id: hillview, enableZ3950: false })
  expect(await tryLogin(password)).toEqual({ closed: 'switched_off' })
  expect(await tryLogin('wrong')).toBe('wrong')
  expect(await loginNow(app, hillview)).toMatchObject({ closed: 'switched_off' })
  expect(await look()).toMatchObject({ enabled: false, works: false })
  await app.as('hillview')(settingsApi.updateSettings, { id: hillview, enableZ3950: true })
  expect(await tryLogin(password)).toEqual({ customerId: hillview })
})

test('without a current subscription no one can log in', async () => {
  const { password } = await reset()
  inMinutes(16)
  const ended = (endsOn: Day) =>
    app.db.updateTable('subscription').set({ endsOn }).where('customerId', '=', hillview).execute()
  const { endsOn } = await app.db
    .selectFrom('subscription')
    .select('endsOn')
    .where('customerId', '=', hillview)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('subscription').set({ startsOn: '2001-01-01' }).where('customerId', '=', hillview).execute()
  await ended('2001-12-31')
  expect(await tryLogin(password)).toEqual({ closed: 'no_subscription' })
  expect(await tryLogin('wrong')).toBe('wrong')
  await ended(endsOn)
  expect(await tryLogin(password)).toEqual({ customerId: hillview })
})

test('names are normalised as people type them; odd ones are just wrong', async () => {
  const { password } = await reset()
  inMinutes(16)
  expect(await tryLogin(password, ' Z10001 ')).toEqual({ customerId: hillview })
  for (const name of ['', 'z10001\0', '\0', "' or 1=1 --", 'z'.repeat(100_000), '\ud800'])
    expect(await tryLogin(password, name)).toBe('wrong')
  for (const wrong of ['', `${password} `, password.toUpperCase(), 'x'.repeat(100_000)])
    expect(await tryLogin(wrong)).toBe('wrong')
})

test('guesses from one address must wait, and never block the right password', async () => {
  const { password } = await reset()
  inMinutes(16)
  const from = (address: string, given: string) => checkZ3950Login(app, { name: 'z10001', password: given, address })
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await from('198.51.100.1', `guess ${i}`))
  expect(answers[0]).toBe('wrong')
  expect(answers.at(-1)).toEqual({ waitSeconds: expect.any(Number) })
  expect(await from('198.51.100.1', password)).toEqual({ customerId: hillview })
})

test('the history lists a reset', async () => {
  const { takesEffectDate } = await reset('assistant')
  expect(
    await app.db
      .selectFrom('auditEntry')
      .select(['userId', 'action', 'subject', 'after'])
      .orderBy('position')
      .execute(),
  ).toEqual([
    {
      userId: 'demo-hillview-assistant',
      action: 'z3950_password_reset',
      subject: 'z10001',
      after: { takesEffectDate },
    },
  ])
})

test('the settings name the server’s address once there is one', async () => {
  const other = await testApp({ work: false, env: { Z3950_PORT: '2100', PUBLIC_URL: 'https://portal.example.org' } })
  try {
    const { response } = await other.as('hillview')(z3950Api.z3950Settings, { customerId: hillview })
    expect(response.server).toEqual({ host: 'portal.example.org', port: 2100, tls: false, database: 'SCIS' })
  } finally {
    await other.close()
  }
})
