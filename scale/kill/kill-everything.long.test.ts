import { expect, test } from 'vitest'
import { killEverything } from './rounds.ts'

test('a portal killed under writes of every kind loses nothing acknowledged, and does nothing partly or twice', {
  timeout: 600_000,
  retry: 0,
}, async () => {
  const { acknowledged, wrong } = await killEverything(2)
  expect(wrong.join('\n')).toBe('')
  expect(acknowledged).toBeGreaterThan(0)
})
