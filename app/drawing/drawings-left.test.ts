import { expect, test } from 'vitest'
import { drawingsLeft } from './drawings-left.ts'

test('forty drawings may come at once, and one more every 25 ms', () => {
  let now = 1000
  const take = drawingsLeft(() => now)
  const taken = (tries: number) => Array.from({ length: tries }, take).filter(Boolean).length
  expect(taken(100)).toBe(40)
  now += 20
  expect(taken(10)).toBe(0)
  now += 30
  expect(taken(10)).toBe(2)
  now += 60_000
  expect(taken(100)).toBe(40)
})
