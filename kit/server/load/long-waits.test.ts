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

test('a burst may wait long, and no longer than that', () => {
  const { after } = open()
  expect(after(0, 900)).toBe(false)
  expect(after(300, 990)).toBe(false)
  expect(after(300, 1001)).toBe(true)
})

test('where calls wait without a pause, those who are let in soon wait a fifth of it', () => {
  const { after } = open()
  expect(after(0, 500)).toBe(false)
  expect(after(900, 500)).toBe(false)
  expect(after(200, 500)).toBe(true)
  expect(after(1, 201)).toBe(true)
  expect(after(1, 200)).toBe(false)
})

test('it stays so while somebody is turned away, and a burst may wait again a while after the last one', () => {
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

test('a wait that is never too long is never told', () => {
  expect(longWaits(Number.POSITIVE_INFINITY)(1e9)).toBe(false)
})
