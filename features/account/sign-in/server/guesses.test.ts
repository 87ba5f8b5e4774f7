import { afterAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#adapters/database/database.ts'
import type { Db } from '#app/app.ts'
import { openTestDatabase } from '#app/testing.ts'
import { countGuess, forgiveGuess } from './guesses.ts'

const start = new Date('2026-03-02T09:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const database: OpenDatabase = await openTestDatabase()
const db: Db = database.db
beforeEach(async () => {
  await db.deleteFrom('guess').execute()
})
afterAll(() => database.close())

const mallory = { username: 'librarian@hillview.example', address: '192.0.2.1' }

test('pauses of one account from one address are 1, 2, 4 … seconds and at most 15 minutes', async () => {
  let clock = 0
  const pauses: number[] = []
  for (let guess = 1; guess <= 20; guess++) {
    expect(await countGuess(db, { ...mallory, username: 'a' }, at(clock))).toBe(0)
    await db.deleteFrom('guess').where('subject', 'not like', 'pair:%').execute()
    if (guess < 5) continue
    const pause = await countGuess(db, { ...mallory, username: 'a' }, at(clock))
    pauses.push(pause)
    clock += pause
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900, 900])
})

test('an account is slowed down from everywhere when many addresses guess at it, by a minute at most', async () => {
  let clock = 0
  const pauses: number[] = []
  for (let guess = 1; guess <= 20; guess++) {
    const address = `192.0.2.${guess}`
    const pause = await countGuess(db, { ...mallory, address }, at(clock))
    if (pause > 0) {
      pauses.push(pause)
      clock += pause
      expect(await countGuess(db, { ...mallory, address }, at(clock))).toBe(0)
    }
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
})

test('a refused guess does not make the pause longer', async () => {
  for (let guess = 0; guess < 5; guess++) await countGuess(db, mallory, at(0))
  for (let guess = 0; guess < 50; guess++) expect(await countGuess(db, mallory, at(0))).toBe(1)
  expect(await countGuess(db, mallory, at(1))).toBe(0)
})

test('other accounts from the same address, and the account from elsewhere, are unaffected by one guesser', async () => {
  for (let guess = 0; guess < 9; guess++) await countGuess(db, mallory, at(0))

  expect(await countGuess(db, { ...mallory, username: 'assistant@hillview.example' }, at(0))).toBe(0)
  expect(await countGuess(db, { ...mallory, address: '198.51.100.7' }, at(0))).toBe(0)
})

test('of a hundred guesses sent at once no more than five are looked at', async () => {
  const waits = await Promise.all(Array.from({ length: 100 }, () => countGuess(db, mallory, at(0))))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(Math.min(...waits.filter((wait) => wait > 0))).toBe(1)
})

test('an address alone is stopped only after 300 failures in ten minutes, until these are over', async () => {
  const guess = (n: number, seconds: number) => countGuess(db, { ...mallory, username: `u${n}` }, at(seconds))
  for (let n = 0; n < 300; n++) expect(await guess(n, n)).toBe(0)

  expect(await guess(301, 300)).toBe(300)
  expect(await countGuess(db, { ...mallory, username: 'u301', address: '198.51.100.7' }, at(300))).toBe(0)
  expect(await guess(301, 600)).toBe(0)
})

test('of 400 guesses at 400 accounts sent at once from one address, 300 are looked at', async () => {
  const guesses = Array.from({ length: 400 }, (_, n) => countGuess(db, { ...mallory, username: `u${n}` }, at(0)))
  const waits = await Promise.all(guesses)

  expect(waits.filter((wait) => wait === 0)).toHaveLength(300)
  expect(new Set(waits.filter((wait) => wait > 0))).toEqual(new Set([600]))
})

test('a guess that was not looked at counts nowhere', async () => {
  for (let n = 0; n < 10; n++) await countGuess(db, { ...mallory, address: `192.0.2.${n}` }, at(0))
  const kept = () => db.selectFrom('guess').selectAll().orderBy('subject').execute()
  const before = await kept()

  expect(await countGuess(db, { ...mallory, address: '198.51.100.7' }, at(0))).toBe(1)
  expect(await kept()).toEqual(before)
})

test('right passwords do not count: a school of 400 signs in through one address', async () => {
  for (let n = 0; n < 400; n++) {
    const guess = { ...mallory, username: `teacher${n}` }
    expect(await countGuess(db, guess, at(n / 10))).toBe(0)
    await forgiveGuess(db, guess)
  }
})

test('a right password clears the account’s slate', async () => {
  for (let guess = 0; guess < 5; guess++) await countGuess(db, mallory, at(0))
  expect(await countGuess(db, mallory, at(0))).toBe(1)
  await forgiveGuess(db, mallory)
  expect(await countGuess(db, mallory, at(0))).toBe(0)
})

test('an hour without a guess starts anew', async () => {
  for (let clock = 0, guess = 0; guess < 8; guess++) clock += await countGuess(db, mallory, at(clock))
  for (let guess = 0; guess < 5; guess++) expect(await countGuess(db, mallory, at(7200))).toBe(0)
})

test('names are kept only as hashes, for people type passwords there', async () => {
  await countGuess(db, mallory, at(0))
  const rows = await db.selectFrom('guess').select('subject').execute()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('hillview')
})
