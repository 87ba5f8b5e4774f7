import { expect, test } from 'vitest'
import { killEverything } from './rounds.ts'

test('a portal that is killed under writes of every kind has lost nothing that was acknowledged, and done nothing by halves or twice', {
  timeout: 600_000,
  retry: 0,
}, async () => {
  const { acknowledged, wrong } = await killEverything(2)
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
})
