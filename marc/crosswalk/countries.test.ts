import { expect, test } from 'vitest'
import { countryName } from './countries.ts'

test.each([
  ['at ', 'Australia'],
  ['vra', 'Australia'],
  ['nz ', 'New Zealand'],
  ['xxu', 'United States'],
  ['nyu', 'United States'],
  ['enk', 'United Kingdom'],
  ['onc', 'Canada'],
  ['vp ', 'Various places'],
  ['xx ', ''],
  ['   ', ''],
  ['|||', ''],
])('008/15-17 %j is %j', (code, name) => {
  expect(countryName(code)).toBe(name)
})
