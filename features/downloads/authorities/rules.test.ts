import { expect, test } from 'vitest'
import type { SubscriptionTerm } from '#features/catalogue/rules.ts'
import type { Day } from '#kit/day.ts'
import { mayDownloadAuthorityFiles, nameOfFile, nameOfUsedHeadings } from './rules.ts'

const term = (productCode: string, startsOn: Day, endsOn: Day): SubscriptionTerm => ({
  ...{ typeName: 'SUBSCRIPTION', productCode, startsOn, endsOn },
})

test.each<[string, SubscriptionTerm[], boolean]>([
  ['its first day', [term('SCISSAF', '2026-11-26', '2027-11-25')], true],
  ['its last day', [term('SCISSAF', '2025-11-27', '2026-11-26')], true],
  ['the day before', [term('SCISSAF', '2026-11-27', '2027-11-26')], false],
  ['the day after', [term('SCISSAF', '2025-11-26', '2026-11-25')], false],
  ['a bundle with them', [term('DATASAF22', '2026-01-01', '2026-12-31')], true],
  ['another product', [term('SCISDATA', '2026-01-01', '2026-12-31')], false],
  [
    'another product beside an ended one',
    [term('SCISDATA', '2026-01-01', '2026-12-31'), term('SCISSAF', '2025-01-01', '2025-12-31')],
    false,
  ],
  ['no subscription', [], false],
])('authority files may be downloaded with a subscription for them: %s', (_, terms, may) => {
  expect(mayDownloadAuthorityFiles(terms, '2026-11-26')).toBe(may)
})

test('files are named by what is in them', () => {
  expect(nameOfFile('SUBJECT', 'FULL')).toBe('Subject headings, full')
  expect(nameOfFile('ALL', 'REFERENCE_ONLY')).toBe('All headings, reference only')
  expect(nameOfFile('SERIES', 'CHANGES')).toBe('Series headings, changes')
  const day = '2026-11-21'
  expect(nameOfUsedHeadings('NAME', day)).toBe('Name headings in our records, 21 November 2026')
  expect(nameOfUsedHeadings('ALL', day)).toBe('Headings in our records, 21 November 2026')
})
