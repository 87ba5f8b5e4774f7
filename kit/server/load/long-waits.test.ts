import { expect, test } from 'vitest'
import { longWaits } from './long-waits.ts'

function open() {
  const time = { now: 1000 }
  const tooLong = longWaits(1000, () => time.now)
  const after = (ms: number, wait: number) => {
    time.now += ms
    return tooLong(wait)
  }
  return { after }
}

test('a burst may wait up to the limit, and no longer', () => {
  const { after } = open()
  expect(after(0, 900)).toBe(false)
  expect(after(300, 990)).toBe(false)
  expect(after(300, 1001)).toBe(true)
})

test('if calls wait permanently, admitted ones soon wait at most a fifth of it', () => {
  const { after } = open()
  expect(after(0, 500)).toBe(false)
  expect(after(900, 500)).toBe(false)
  expect(after(200, 500)).toBe(true)
  expect(after(1, 201)).toBe(true)
  expect(after(1, 200)).toBe(false)
})

test('it stays so while calls are refused, and a burst may wait again some time after the last refusal', () => {
  const { after } = open()
  expect(after(0, 1500)).toBe(true)
  for (let n = 0; n < 20; n++) {
    expect(after(100, 100)).toBe(false)
    expect(after(100, 300)).toBe(true)
  }
  expect(after(2900, 300)).toBe(true)
  expect(after(3000, 0)).toBe(false)
  expect(after(100, 900)).toBe(false)
})

test('a wait within the limit is never reported', () => {
  expect(longWaits(Number.POSITIVE_INFINITY)(1e9)).toBe(false)
})
