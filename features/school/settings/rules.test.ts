import { expect, test } from 'vitest'
import { defaultSettings, fileNameFault, fileNameOf } from './rules.ts'

const file = { name: '25 ISBNs, 29 Nov.', date: '2026-11-29', records: '25-records' } as const

test('a pattern names files by name, day and number of records', () => {
  expect(fileNameOf(defaultSettings.fileNamePattern, file)).toBe('scis-2026-11-29-25-records')
  expect(fileNameOf('{name}-{date}', file)).toBe('25 ISBNs, 29 Nov-2026-11-29')
  expect(fileNameOf('{name} {name}', { ...file, name: '$& {date}' })).toBe('$& {date} $& {date}')
})

test.each([defaultSettings.fileNamePattern, '{name}', 'Ngā pukapuka {date}', '{records}_v1.2'])(
  '%s names files',
  (pattern) => {
    expect(fileNameFault(pattern)).toBeUndefined()
  },
)

test.each([
  [' ', /^Enter a pattern/],
  [`{date}${'x'.repeat(95)}`, /^Use at most 100 characters/],
  ['{school}-{date}', /^\{school\} isn’t a part/],
  ['{date', /^\{date isn’t a part/],
  ['date}', /^\} isn’t a part/],
  ['scis/{date}', /can’t contain “\/”/],
  ['{date}:{name}', /can’t contain “:”/],
  ['{date}\u202e', /can’t contain/],
  ['.{date}', /^Start and end/],
  ['{date}-', /^Start and end/],
  ['records', /^Use at least one of/],
])('%j is refused', (pattern, fault) => {
  expect(fileNameFault(pattern)).toMatch(fault)
})
