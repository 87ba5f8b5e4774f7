import { expect, test } from 'vitest'
import { scaleOf } from './chart-scale.tsx'

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [43, [0, 20, 40, 60]],
  [300, [0, 100, 200, 300]],
  [1234, [0, 500, 1000, 1500]],
])('a chart of whole numbers up to %d has the steps %j', (most, steps) => {
  expect(scaleOf(most)).toEqual(steps)
})

test('no value is above its scale', () => {
  for (let most = 0; most < 5000; most += 7) expect(scaleOf(most).at(-1)).toBeGreaterThanOrEqual(most)
})
