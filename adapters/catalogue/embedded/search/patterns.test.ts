import { expect, test } from 'vitest'
import { sortText, tableOf } from '../index/string-table.ts'
import { placesOf } from './patterns.ts'

test('a pattern of many wildcards is matched with many long numbers', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => `9${String(i).padStart(39, '1')}`)
  expect([...placesOf(tableOf(sortText(numbers)), `9${'?*'.repeat(19)}x`)]).toEqual([])
})
