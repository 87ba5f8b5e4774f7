import { expect, test } from 'vitest'
import { momentOf, timestampOf } from './gmt-timestamp.ts'

test('a moment is written and read to the second, in GMT', () => {
  const moment = new Date('2026-11-22T09:08:07.999Z')
  expect(timestampOf(moment)).toBe('20261122090807')
  expect(momentOf('20261122090807')).toEqual(new Date('2026-11-22T09:08:07Z'))
})

test.each([
  '',
  '2026112209080',
  '202611220908071',
  'x20261122090807',
  '20261122090807x',
  '20260231120000',
  '20261122246060',
  '99999999999999',
])('%j is no moment', (text) => {
  expect(momentOf(text)).toBeUndefined()
})
