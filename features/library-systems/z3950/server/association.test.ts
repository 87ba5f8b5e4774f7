import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { Association } from './association.ts'
import {
  type Ber,
  integerOf,
  partOf,
  readBer,
  textOf,
  writeInteger,
  writeParts,
  writeSequence,
  writeText,
} from './ber.ts'
import type { PortalCalls, SchoolNow } from './portal-calls.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const open: SchoolNow = { closed: undefined, passwordMark: 'first', preferences: defaultSettings }

/** A school that is signed in; `look` reads its state. */
async function signedIn(look: () => Promise<SchoolNow>) {
  const schoolNow = vi.fn(look)
  const report = vi.fn(async () => {})
  const portal = { signIn: async () => ({ customerId: 'c1', now: open }), schoolNow, report } as unknown as PortalCalls
  const association = new Association(portal, { database: 'SCIS', address: '192.0.2.1' })
  const { ends } = await association.answer(init)
  expect(ends).toBeUndefined()
  return { association, schoolNow, report }
}
const read = (bytes: Uint8Array): Ber => readBer(Buffer.from(bytes))!.element
const login = writeParts(7, writeSequence(writeText(1, 'hillview'), writeText(2, 'secret')))
const bits = Buffer.from('840200e0', 'hex')
const init = read(writeParts(20, Buffer.from('830200e0', 'hex'), bits, login))
/** Deletes all result sets: needs nothing but the sign-in. */
const deleteAll = read(writeParts(26, writeInteger(32, 1)))

test('the school’s state is read once in five seconds, however many messages come', async () => {
  const { association, schoolNow } = await signedIn(async () => open)
  for (let n = 0; n < 10; n++) await association.answer(deleteAll)
  vi.advanceTimersByTime(5_000)
  await association.answer(deleteAll)
  expect(schoolNow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  for (let n = 0; n < 10; n++) await association.answer(deleteAll)
  expect(schoolNow).toHaveBeenCalledTimes(1)
})

test.each<[Partial<SchoolNow>, string]>([
  [{ closed: 'switched_off' }, 'Your school has turned off Z39.50 in its portal settings.'],
  [{ closed: 'no_subscription' }, 'Your school has no current subscription.'],
  [{ passwordMark: 'second' }, 'The password has been replaced.'],
])('a school with %o loses its connection within five seconds, and learns why', async (change, reason) => {
  const { association } = await signedIn(async () => ({ ...open, ...change }))
  expect((await association.answer(deleteAll)).ends).toBeUndefined()
  vi.advanceTimersByTime(5_001)
  const { bytes, ends } = await association.answer(deleteAll)
  const close = read(bytes)
  expect([ends, close.tag, integerOf(partOf(close, 211)!)]).toEqual([true, 48, 5])
  expect(textOf(partOf(close, 3)!)).toBe(reason)
})

test('a school continues while its state cannot be read, which is tried again every five seconds', async () => {
  const states = [
    Promise.reject(new Error('The database is away.')),
    Promise.resolve({ ...open, passwordMark: 'second' }),
  ]
  states[0]!.catch(() => {})
  const { association, report } = await signedIn(() => states.shift()!)
  vi.advanceTimersByTime(5_001)
  for (let n = 0; n < 3; n++) expect((await association.answer(deleteAll)).ends).toBeUndefined()
  expect(report).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_001)
  expect((await association.answer(deleteAll)).ends).toBe(true)
})
