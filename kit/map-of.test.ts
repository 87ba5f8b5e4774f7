import { expect, test } from 'vitest'
import { mapOf } from './map-of.ts'

test('a table has its own names only', () => {
  const table = mapOf({ own: 1 })
  const inherited = Object.getOwnPropertyNames(Object.prototype)
  expect(['own', ...inherited].filter((name) => table.has(name))).toEqual(['own'])
})
