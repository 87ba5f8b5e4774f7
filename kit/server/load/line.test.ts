import { expect, test } from 'vitest'
import { Line } from './line.ts'

const openLine = () => {
  const time = { now: 1000 }
  return { time, line: new Line(() => time.now) }
}

test('nobody waits where nobody is, and a few are not a crowd', () => {
  const { line, time } = openLine()
  expect(line.waitMs()).toBe(0)
  line.enter()
  time.now += 60_000
  expect(line.waitMs()).toBe(0)
})

test('the wait is that of the one who has waited longest', () => {
  const { line, time } = openLine()
  const leaves = Array.from({ length: 5 }, () => {
    time.now += 10
    return line.enter()
  })
  time.now += 100
  expect(line.waitMs()).toBe(140)
  leaves[0]!()
  expect(line.waitMs()).toBe(130)
})

test('a crowd that comes all at once is known before it has waited, by the pace of those who left', () => {
  const { line, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = line.enter()
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) line.enter()
  expect(line.waitMs()).toBeCloseTo(2000, -2)
})

test('who leaves twice leaves once', () => {
  const { line, time } = openLine()
  const leaves = Array.from({ length: 6 }, () => line.enter())
  leaves[0]!()
  leaves[0]!()
  time.now += 70
  expect(line.waitMs()).toBeGreaterThanOrEqual(70)
  for (const leave of leaves) leave()
  expect(line.waitMs()).toBe(0)
})

test('a client with much to do waits long, and another one does not wait for it', () => {
  const { line, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = line.enter('busy')
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) line.enter('busy')
  line.enter('quiet')
  expect(line.waitMs('busy')).toBeCloseTo(2020, -2)
  expect(line.waitMs('quiet')).toBeLessThan(100)
  expect(line.waitMs('somebody else')).toBeLessThan(100)
})

test('many clients with one each are a crowd', () => {
  const { line, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = line.enter(`${n}`)
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) line.enter(`${n}`)
  expect(line.waitMs('next')).toBeCloseTo(2000, -2)
})

test('where nobody’s turn comes any more, everybody waits', () => {
  const { line, time } = openLine()
  for (let n = 0; n < 5; n++) line.enter('busy')
  time.now += 3000
  expect(line.waitMs('quiet')).toBe(3000)
})
