import { expect, test } from 'vitest'
import { sortText, tableOf } from '../index/string-table.ts'
import { placesOf } from './patterns.ts'

test('no pattern of wildcards takes long over many long numbers', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => `9${String(i).padStart(39, '1')}`)
  const start = performance.now()
  expect([...placesOf(tableOf(sortText(numbers)), `9${'?*'.repeat(19)}x`)]).toEqual([])
  expect(performance.now() - start).toBeLessThan(3000)
})
