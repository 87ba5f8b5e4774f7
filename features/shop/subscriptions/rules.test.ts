import { expect, test } from 'vitest'
import type { Day } from '#kit/day.ts'
import { isDueForRenewal, stateOf, type Term } from './rules.ts'

const today = '2026-11-21'
const data = (more: Partial<Term & { dueForRenewal: boolean }> = {}) => ({
  typeName: 'SUBSCRIPTION',
  productCode: 'SCISDATA',
  startsOn: '2026-01-01' as Day,
  endsOn: '2026-12-31' as Day,
  dueForRenewal: false,
  ...more,
})
const due = (one: ReturnType<typeof data>, others: ReturnType<typeof data>[] = []) =>
  isDueForRenewal(one, [one, ...others], today)

test('a subscription is current on its first and its last day', () => {
  const one = { startsOn: '2026-11-21', endsOn: '2026-11-30' } as const
  expect((['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-01'] as const).map((day) => stateOf(one, day))).toEqual([
    'UPCOMING',
    'CURRENT',
    'CURRENT',
    'ENDED',
  ])
})

test('it is due from sixty days before its end until a year after it', () => {
  expect(due(data({ endsOn: '2027-01-20' }))).toBe(true)
  expect(due(data({ endsOn: '2027-01-21' }))).toBe(false)
  expect(due(data({ startsOn: '2025-01-01', endsOn: '2025-11-21' }))).toBe(true)
  expect(due(data({ startsOn: '2025-01-01', endsOn: '2025-11-20' }))).toBe(false)
})

test('once a longer term of the same product exists, nothing is due', () => {
  const next = data({ startsOn: '2027-01-01', endsOn: '2027-12-31' })
  expect(due(data(), [next])).toBe(false)
  expect(due(data({ dueForRenewal: true }), [next])).toBe(false)
  expect(due(data(), [{ ...next, productCode: 'SCISSAF' }])).toBe(true)
})

test('trials and complimentary access end without renewal, unless the provider’s team marks them', () => {
  for (const typeName of ['TRIAL', 'COMPLIMENTARY_LECTURER', 'COMPLIMENTARY_STUDENT'])
    expect(due(data({ typeName }))).toBe(false)
  expect(due(data({ typeName: 'TRIAL', dueForRenewal: true }))).toBe(true)
})
