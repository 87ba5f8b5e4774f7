import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'
import { WaitQueue } from './wait-queue.ts'

/** Work that ends on command. */
function openWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((end) => ends.set(name, () => end(name)))
  }
  return { begun, work, end: (name: string) => ends.get(name)!() }
}

test('the limit is kept, and the others run in order of arrival', async () => {
  const { begun, work, end } = openWork()
  const take = limitConcurrency(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => take(work(name)))
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await all[1]
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c']) end(name)
  await expect.poll(() => begun).toHaveLength(4)
  end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('failed work gives its turn to the next', async () => {
  const take = limitConcurrency(1)
  const failing = take(() => Promise.reject(new Error('broken')))
  const next = take(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('work aborted while waiting leaves the queue and is never started', async () => {
  const waitQueue = new WaitQueue()
  const { begun, work, end } = openWork()
  const take = limitConcurrency(1, waitQueue)
  const first = take(work('first'))
  const givingUp = Array.from({ length: 6 }, () => new AbortController())
  const waiting = givingUp.map((each, n) => take(work(`gone ${n}`), each.signal))
  const last = take(work('last'))
  const outcomes = Promise.allSettled(waiting)
  await expect.poll(() => waitQueue.waitMs()).toBeGreaterThan(0)
  for (const each of givingUp) each.abort(new Error('gone away'))
  expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
  expect(waitQueue.waitMs()).toBe(0)
  end('first')
  await first
  await expect.poll(() => begun).toEqual(['first', 'last'])
  end('last')
  expect(await last).toBe('last')
  await expect(take(work('never'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
})
