import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import { openTestDatabase } from '#adapters/database/testing.ts'
import type { App } from '#app/app.ts'
import { clockIn, defaultZone, hourMs, minuteMs } from '#kit/day.ts'
import { openRecall } from '#kit/server/memory/recall.ts'
import { openSessionCallers } from './session-callers.ts'
import {
  cookieName,
  endSession,
  endSessionsOf,
  forgetCookie,
  isToken,
  livingSession,
  newToken,
  openSession,
  renewSession,
  signInCookieName,
  sweepExpired,
} from './sessions.ts'

const start = Date.parse('2026-11-26T08:00:00Z')
let now = start
const log = pino({ level: 'silent' })
let database: OpenDatabase
let remembered: Awaited<ReturnType<typeof openRecall>>
const env = { publicUrl: 'https://portal.example', oidc: undefined, requireSecondFactor: true, demo: true }
const part = (demo = true) => ({
  db: database.db,
  clock: clockIn(defaultZone, () => new Date(now)),
  env: { ...env, demo } as App['env'],
})
const session = {
  idToken: null,
  method: 'password',
  issuerSession: null,
  serviceId: null,
  provedAt: null,
  secondFactor: false,
} as const

beforeAll(async () => {
  database = await openTestDatabase()
  remembered = await openRecall(database.followChanges)
  const { db } = database
  await db.insertInto('customer').values({ id: 'school', customerNo: '1', name: 'School', apiUserId: 'api' }).execute()
  const person = { firstName: 'A', lastName: 'B', customerId: 'school', role: 'staff' as const }
  await db
    .insertInto('appUser')
    .values([
      { ...person, id: 'teacher', username: 'teacher', email: 'teacher@school.example' },
      { ...person, id: 'other', username: 'other', email: 'other@school.example', disabledAt: new Date(0) },
      { ...person, id: 'shown', username: 'shown', email: 'shown@school.example', demo: true },
      {
        ...{ ...person, customerId: null, role: 'desk' as const },
        ...{ id: 'desk', username: 'desk', email: 'desk@provider.example' },
      },
    ])
    .execute()
  await db
    .insertInto('subscription')
    .values({
      ...{ id: 'data', customerId: 'school', typeName: 'SUBSCRIPTION', productCode: 'DATA', productName: 'Data' },
      ...{ startsOn: '2026-01-01', endsOn: '2026-12-31' },
    })
    .execute()
})
beforeEach(async () => {
  now = start
  await database.db.deleteFrom('session').execute()
})
afterAll(async () => {
  await remembered.close()
  await database.close()
})

/** A browser: keeps the cookies of replies. */
function browser(headers: Record<string, string> = {}) {
  const cookies: Record<string, string> = {}
  const sent: unknown[] = []
  const request = { cookies, headers } as unknown as FastifyRequest
  const reply = {
    setCookie: (name: string, value: string, options: unknown) => {
      cookies[name] = value
      sent.push([name, options])
    },
    clearCookie: (name: string, options: unknown) => {
      delete cookies[name]
      sent.push([name, options])
    },
  } as unknown as FastifyReply
  return {
    ...{ cookies, sent, request, reply },
    open: (userId = 'teacher', more: Partial<Parameters<typeof openSession>[2]> = {}) =>
      openSession(part(), { request, reply }, { ...session, userId, ...more }),
    caller: (demo?: boolean) =>
      openSessionCallers({ ...part(demo), recall: remembered.recall, pause: async () => {}, log }).callerOf(request),
  }
}
const rows = () => database.db.selectFrom('session').selectAll().orderBy('createdAt').execute()

describe('the cookie', () => {
  const options = { path: '/', httpOnly: true, sameSite: 'lax' }

  test('is this host’s alone behind https, and hidden from scripts and foreign forms', async () => {
    const one = browser()
    await one.open()
    expect(one.sent).toEqual([['__Host-session', { ...options, secure: true }]])
    expect(cookieName('https://portal.example')).toBe('__Host-session')
    expect(signInCookieName('https://portal.example')).toBe('__Host-sign-in')
    expect(cookieName('http://localhost:8080')).toBe('session')
    expect(signInCookieName('http://localhost:8080')).toBe('sign-in')
  })

  test('is read as it was written', () => {
    const one = browser()
    forgetCookie(one.reply, 'https://portal.example')
    forgetCookie(one.reply, 'http://localhost:8080')
    expect(one.sent).toEqual([
      ['__Host-session', { ...options, secure: true }],
      ['session', { ...options, secure: false }],
    ])
  })

  test('is a random token, and no other text is one', () => {
    expect(isToken(newToken())).toBe(true)
    expect(newToken()).not.toBe(newToken())
    const token = 'a'.repeat(43)
    for (const text of [undefined, '', token.slice(1), `${token}a`, `${token.slice(1)}!`, `!${token}`, `${token}\n`])
      expect([text, isToken(text)]).toEqual([text, false])
  })
})

test('a session remembers how it was opened, and ends the browser’s earlier one', async () => {
  const one = browser({ 'user-agent': 'x'.repeat(400) })
  await one.open('other')
  const opened = { method: 'passkey', idToken: 'id', issuerSession: 'sid', provedAt: new Date(start - 1) } as const
  await one.open('teacher', { ...opened, secondFactor: true })
  const other = browser()
  await other.open()
  const times = { createdAt: new Date(start), lastSeenAt: new Date(start), expiresAt: new Date(start + 12 * hourMs) }
  const all = await rows()
  expect(all).toHaveLength(2)
  expect(all).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        userId: 'teacher',
        ...opened,
        ...times,
        secondFactor: true,
        userAgent: 'x'.repeat(300),
      }),
      expect.objectContaining({ userId: 'teacher', ...session, ...times, userAgent: '' }),
    ]),
  )
  expect(JSON.stringify(all)).not.toContain(one.cookies['__Host-session'])
})

describe('the caller of a session', () => {
  test('is its person, with what their school subscribes to', async () => {
    const one = browser()
    await one.open()
    expect(await one.caller()).toEqual({
      ...{ sessionId: (await rows())[0]!.id, userId: 'teacher', customerId: 'school', role: 'staff' },
      ...{ disabled: false, freshProof: false, missingFactor: undefined },
      subscriptions: [expect.objectContaining({ productCode: 'DATA', startsOn: '2026-01-01', endsOn: '2026-12-31' })],
    })
  })

  test('may have no school, or be shut out, or lack a second factor', async () => {
    const [desk, other] = [browser(), browser()]
    await desk.open('desk')
    await other.open('other')
    expect(await desk.caller()).toMatchObject({ customerId: null, subscriptions: [], missingFactor: 'set-up' })
    expect(await other.caller()).toMatchObject({ disabled: true })
    await desk.open('desk', { secondFactor: true })
    expect(await desk.caller()).toMatchObject({ missingFactor: undefined })
    // An outside service asks for a second factor itself.
    await desk.open('desk', { method: 'issuer' })
    expect(await desk.caller()).toMatchObject({ missingFactor: undefined })
  })

  test('is no one without a cookie, with another one, or if the demo world is off', async () => {
    const [one, other] = [browser(), browser()]
    await one.open('shown')
    expect(await other.caller()).toBeNull()
    other.cookies['__Host-session'] = newToken()
    expect(await other.caller()).toBeNull()
    expect(await one.caller()).not.toBeNull()
    expect(await one.caller(false)).toBeNull()
    await one.open('teacher')
    expect(await one.caller(false)).not.toBeNull()
  })

  test('is no one after three hours without a call, or twelve hours in all', async () => {
    const one = browser()
    await one.open()
    now = start + 3 * hourMs
    expect(await one.caller()).toBeNull()
    for (now = start; now < start + 12 * hourMs; now += 3 * hourMs - 1) expect(await one.caller()).not.toBeNull()
    now = start + 12 * hourMs
    expect(await one.caller()).toBeNull()
  })

  test('was last seen at a call, to the minute', async () => {
    const one = browser()
    const other = browser()
    await one.open()
    await other.open('desk')
    const seen = async () => (await rows()).find(({ userId }) => userId === 'teacher')!.lastSeenAt.getTime() - start
    now = start + minuteMs
    await one.caller()
    expect(await seen()).toBe(0)
    now = start + minuteMs + 1
    await one.caller()
    await expect.poll(seen).toBe(minuteMs + 1)
    expect((await rows()).find(({ userId }) => userId === 'desk')!.lastSeenAt.getTime()).toBe(start)
  })

  test('has proved who they are for five minutes', async () => {
    const one = browser()
    await one.open('teacher', { provedAt: new Date(start) })
    now = start + 5 * minuteMs - 1
    expect(await one.caller()).toMatchObject({ freshProof: true })
    now = start + 5 * minuteMs
    expect(await one.caller()).toMatchObject({ freshProof: false })
  })
})

test('a renewed session continues under a new cookie, and the old one is dead', async () => {
  const [one, other] = [browser(), browser()]
  await other.open()
  await one.open()
  const { sessionId } = (await one.caller())!
  const old = browser()
  Object.assign(old.cookies, one.cookies)
  await renewSession(part(), one)
  expect(await one.caller()).toMatchObject({ sessionId })
  expect(await old.caller()).toBeNull()
  expect(await other.caller()).not.toBeNull()
  expect(one.sent).toHaveLength(2)
  expect(one.sent[1]).toEqual(one.sent[0])

  const visitor = browser()
  await renewSession(part(), visitor)
  expect(visitor.sent).toEqual([])
})

test('ending a session ends this browser’s, and says what the issuer needs', async () => {
  const [one, other] = [browser(), browser()]
  await one.open('teacher', { idToken: 'id' })
  await other.open()
  expect(await endSession(part(), browser().request)).toBeUndefined()
  expect(await endSession(part(), one.request)).toEqual({ idToken: 'id', userId: 'teacher', serviceId: null })
  expect(await endSession(part(), one.request)).toBeUndefined()
  expect([await one.caller(), await other.caller()]).toEqual([null, expect.anything()])
})

test('a person’s sessions end, except one, and no one else’s do', async () => {
  const [one, two, three, desk] = [browser(), browser(), browser(), browser()]
  for (const each of [one, two, three]) await each.open()
  await desk.open('desk')
  const { sessionId } = (await one.caller())!
  expect(await endSessionsOf(database.db, 'teacher', sessionId)).toBe(2)
  expect([await one.caller(), await two.caller()]).toEqual([expect.anything(), null])
  expect(await endSessionsOf(database.db, 'teacher')).toBe(1)
  expect([await one.caller(), await desk.caller()]).toEqual([null, expect.anything()])
})

test('expired and idle sessions are deleted, and a living one is not', async () => {
  const [idle, living] = [browser(), browser()]
  await idle.open()
  now = start + 1
  await living.open()
  now = start + 3 * hourMs
  expect(livingSession(new Date(now))).toEqual({ expiresAt: new Date(now), lastSeenAt: new Date(start) })
  await sweepExpired(database.db, new Date(now))
  expect(await rows()).toHaveLength(1)
  expect(await living.caller()).not.toBeNull()
  await database.db
    .updateTable('session')
    .set({ lastSeenAt: new Date(start + 12 * hourMs) })
    .execute()
  await sweepExpired(database.db, new Date(start + 12 * hourMs))
  expect(await rows()).toHaveLength(1)
  await sweepExpired(database.db, new Date(start + 12 * hourMs + 1))
  expect(await rows()).toEqual([])
})
