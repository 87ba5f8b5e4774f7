import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const queueOf = (...waiting: string[]) => {
  const queue = new FairQueue<string>()
  for (const each of waiting) queue.push(each[0]!, each)
  return queue
}
const everything = (queue: FairQueue<string>) => {
  const order: string[] = []
  for (let next = queue.shift(); next; next = queue.shift()) order.push(next.item)
  return order
}

test('clients take turns, each in order of arrival', () => {
  expect(everything(queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'))).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
    'a4',
  ])
})

test('a client that comes later has its turn after one of each, however many the others have', () => {
  const queue = queueOf(...Array.from({ length: 1000 }, (_, n) => `a${n}`))
  expect(queue.shift()!.item).toBe('a0')
  queue.push('b', 'b1')
  expect([queue.shift()!.item, queue.shift()!.item]).toEqual(['a1', 'b1'])
})

test('a client that may not go now keeps its turn', () => {
  const queue = queueOf('a1', 'a2', 'b1', 'b2')
  expect(queue.shift((client) => client !== 'a')!.item).toBe('b1')
  expect(queue.shift((client) => client === 'c')).toBeUndefined()
  expect(everything(queue)).toEqual(['a1', 'b2', 'a2'])
})

test('removed items are gone, and an emptied queue holds nothing', () => {
  const queue = queueOf('a1', 'a2', 'b1')
  expect([queue.remove('a1'), queue.remove('a1'), queue.size]).toEqual([true, false, 2])
  expect(queue.clear()).toEqual(['a2', 'b1'])
  expect([queue.size, queue.shift()]).toEqual([0, undefined])
})
