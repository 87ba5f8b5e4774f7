import { expect, test } from 'vitest'
import { WaitQueue } from './wait-queue.ts'

const openLine = () => {
  const time = { now: 1000 }
  return { time, waitQueue: new WaitQueue(() => time.now) }
}

test('an empty queue has no wait, and a few waiters are not a crowd', () => {
  const { waitQueue, time } = openLine()
  expect(waitQueue.waitMs()).toBe(0)
  waitQueue.enter()
  time.now += 60_000
  expect(waitQueue.waitMs()).toBe(0)
})

test('the wait is that of the longest waiter', () => {
  const { waitQueue, time } = openLine()
  const leaves = Array.from({ length: 5 }, () => {
    time.now += 10
    return waitQueue.enter()
  })
  time.now += 100
  expect(waitQueue.waitMs()).toBe(140)
  leaves[0]!()
  expect(waitQueue.waitMs()).toBe(130)
})

test('a sudden crowd is recognised before it has waited, by the pace of departures', () => {
  const { waitQueue, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = waitQueue.enter()
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) waitQueue.enter()
  expect(waitQueue.waitMs()).toBeCloseTo(2000, -2)
})

test('leaving twice counts once', () => {
  const { waitQueue, time } = openLine()
  const leaves = Array.from({ length: 6 }, () => waitQueue.enter())
  leaves[0]!()
  leaves[0]!()
  time.now += 70
  expect(waitQueue.waitMs()).toBeGreaterThanOrEqual(70)
  for (const leave of leaves) leave()
  expect(waitQueue.waitMs()).toBe(0)
})

test('a busy client waits long, and another one does not wait for it', () => {
  const { waitQueue, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = waitQueue.enter('busy')
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) waitQueue.enter('busy')
  waitQueue.enter('quiet')
  expect(waitQueue.waitMs('busy')).toBeCloseTo(2020, -2)
  expect(waitQueue.waitMs('quiet')).toBeLessThan(100)
  expect(waitQueue.waitMs('somebody else')).toBeLessThan(100)
})

test('many clients with one item each are a crowd', () => {
  const { waitQueue, time } = openLine()
  for (let n = 0; n < 200; n++) {
    const leave = waitQueue.enter(`${n}`)
    time.now += 20
    leave()
  }
  for (let n = 0; n < 100; n++) waitQueue.enter(`${n}`)
  expect(waitQueue.waitMs('next')).toBeCloseTo(2000, -2)
})

test('if no turn comes any more, everyone waits', () => {
  const { waitQueue, time } = openLine()
  for (let n = 0; n < 5; n++) waitQueue.enter('busy')
  time.now += 3000
  expect(waitQueue.waitMs('quiet')).toBe(3000)
})
