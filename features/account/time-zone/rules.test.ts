import { expect, test } from 'vitest'
import { statesOf } from '#kit/address-faults.ts'
import { isZone } from '#kit/day.ts'
import { zoneOfAddress, zoneOfSchool } from './rules.ts'

test.each([
  ['VIC', 'Australia', 'Australia/Melbourne'],
  ['Qld', 'Australia', 'Australia/Brisbane'],
  ['N.S.W.', 'australia ', 'Australia/Sydney'],
  ['Western Australia', 'Australia', 'Australia/Perth'],
  ['SA', 'Australia', 'Australia/Adelaide'],
  ['NT', 'Australia', 'Australia/Darwin'],
  ['TAS', 'Australia', 'Australia/Hobart'],
  ['ACT', 'Australia', 'Australia/Sydney'],
  ['', 'Australia', 'Africa/Cairo'],
  ['Otago', 'New Zealand', 'Pacific/Auckland'],
  ['WA', 'United States', 'Africa/Cairo'],
  ['', '', 'Africa/Cairo'],
])('a school in “%s”, “%s” is in %s unless it has chosen another zone', (state, country, zone) => {
  expect(zoneOfAddress({ state, country }, 'Africa/Cairo')).toBe(zone)
  expect(isZone(zone)).toBe(true)
  expect(zoneOfSchool({ timeZone: 'Asia/Tokyo', state, country }, 'Africa/Cairo')).toBe('Asia/Tokyo')
})

test.each(statesOf('Australia'))('$name has its zone', ({ code }) => {
  expect(zoneOfAddress({ state: code, country: 'Australia' }, 'Africa/Cairo')).toMatch(/^Australia/)
})
