import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import type { Db } from '#app/app.ts'
import { openTestDatabase } from '#app/testing.ts'
import { countGuess, forgiveGuess, guessAtCode, guessInSession, guessOfProgram } from './guesses.ts'

const start = new Date('2026-03-02T09:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const database: OpenDatabase = await openTestDatabase()
const db: Db = database.db
beforeEach(async () => {
  await db.deleteFrom('guess').execute()
})
afterAll(() => database.close())

const shared = '192.0.2.1'
const code = (address: string, userId = 'librarian') => guessAtCode(userId, { mark: undefined, address })
const session = guessInSession('one')

test('waits of one session are 1, 2, 4 … seconds and at most 15 minutes', async () => {
  let clock = 0
  const pauses: number[] = []
  for (let guess = 1; guess <= 20; guess++) {
    expect(await countGuess(db, session, at(clock))).toBe(0)
    if (guess < 5) continue
    const pause = await countGuess(db, session, at(clock))
    pauses.push(pause)
    clock += pause
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900, 900])
})

test('when many addresses guess one person’s codes, every browser waits, a minute at most', async () => {
  let clock = 0
  const pauses: number[] = []
  for (let guess = 1; guess <= 20; guess++) {
    const pause = await countGuess(db, code(`192.0.2.${guess}`), at(clock))
    if (pause > 0) {
      pauses.push(pause)
      clock += pause
      expect(await countGuess(db, code(`192.0.2.${guess}`), at(clock))).toBe(0)
    }
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
})

test('guesses by someone who knows the password delay a known browser as little as anyone else’s guesses', async () => {
  const known = guessAtCode('librarian', { mark: 'a mark', address: shared })
  for (let n = 0; n < 60; n++) await countGuess(db, code(`192.0.2.${n % 20}`), at(0))
  expect(await countGuess(db, code('198.51.100.7'), at(0))).toBeGreaterThan(0)
  for (let n = 0; n < 5; n++) expect(await countGuess(db, known, at(0))).toBe(0)
  expect(await countGuess(db, known, at(0))).toBe(1)
})

const others = {
  'the password in another session': guessInSession('another'),
  'the code of another person': code(shared, 'assistant'),
  'the key of another name': guessOfProgram('key', 'riverside', shared),
  'the same key from another address': guessOfProgram('key', 'hillview', '198.51.100.7'),
  'a Z39.50 password of the same name': guessOfProgram('z3950', 'hillview', shared),
}
const guessers = {
  'one who guesses at keys of many names': Array.from({ length: 400 }, (_, n) =>
    guessOfProgram('key', `k${n}`, shared),
  ),
  'one who guesses at one key': Array.from({ length: 400 }, () => guessOfProgram('key', 'hillview', shared)),
  'one who guesses at Z39.50 passwords': Array.from({ length: 400 }, (_, n) =>
    guessOfProgram('z3950', `z${n}`, shared),
  ),
  'one who guesses in an open session': Array.from({ length: 400 }, () => session),
  'one who guesses at a code': Array.from({ length: 400 }, () => code(shared)),
}
test.each(Object.entries(guessers))('%s delays no one else behind the address', async (_, guesses) => {
  await Promise.all(guesses.map((guess) => countGuess(db, guess, at(0))))

  for (const [what, guess] of Object.entries(others))
    expect([what, await countGuess(db, guess, at(0))]).toEqual([what, 0])
})

test('a refused guess does not extend the wait', async () => {
  for (let guess = 0; guess < 5; guess++) await countGuess(db, session, at(0))
  for (let guess = 0; guess < 50; guess++) expect(await countGuess(db, session, at(0))).toBe(1)
  expect(await countGuess(db, session, at(1))).toBe(0)
})

test('of a hundred simultaneous guesses at most five are checked', async () => {
  const waits = await Promise.all(Array.from({ length: 100 }, () => countGuess(db, code(shared), at(0))))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(Math.min(...waits.filter((wait) => wait > 0))).toBe(1)
})

test('an unchecked guess is not counted anywhere', async () => {
  for (let n = 0; n < 10; n++) await countGuess(db, code(`192.0.2.${n}`), at(0))
  const guesses = () => db.selectFrom('guess').selectAll().orderBy('subject').execute()
  const before = await guesses()

  expect(await countGuess(db, code('198.51.100.7'), at(0))).toBe(1)
  expect(await guesses()).toEqual(before)
})

test('a right guess clears its counts', async () => {
  for (let guess = 0; guess < 5; guess++) await countGuess(db, code(shared), at(0))
  expect(await countGuess(db, code(shared), at(0))).toBe(1)
  await forgiveGuess(db, code(shared))
  expect(await db.selectFrom('guess').selectAll().execute()).toEqual([])
})

test('an hour without a guess clears a count', async () => {
  for (let clock = 0, guess = 0; guess < 8; guess++) clock += await countGuess(db, session, at(clock))
  for (let guess = 0; guess < 5; guess++) expect(await countGuess(db, session, at(7200))).toBe(0)
})

test('names are stored only as hashes, because people type secrets there', async () => {
  await countGuess(db, guessOfProgram('key', 'hillview', shared), at(0))
  const rows = await db.selectFrom('guess').select('subject').execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('hillview')
})
