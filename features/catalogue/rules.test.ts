import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#kit/day.ts'
import { pageNumbers } from '#ui/table/pages.ts'
import {
  complaintAbout,
  deepestHit,
  hasCurrentSubscription,
  hasExtraFacets,
  lastPage,
  pageSizes,
  sortOptions,
} from './rules.ts'

const today = '2026-06-15'
const subscription = (
  typeName: string,
  productCode: string,
  startsOn: Day = '2026-01-01',
  endsOn: Day = '2026-12-31',
) => ({
  ...{ typeName, productCode, startsOn, endsOn },
})

describe('who gets the six extra facets', () => {
  test.each([
    ['COMPLIMENTARY', 'SCISDATA', true],
    ['COMPLIMENTARY_LECTURER', 'SCISSAF', true],
    ['COMPLIMENTARY_VENDOR', '', true],
    ['TRIAL', 'SCISSAF', true],
    ['FREE_TRIAL_2026', 'X', true],
    ['COMPLIMENTARY_STUDENT', 'SCISSW', true],
    ['COMPLIMENTARY_STUDENT', 'SCISDATA', false],
    ['COMPLIMENTARY_STUDENT', 'SCISSAF', false],
    ['SUBSCRIPTION', 'SCISDATA', true],
    ['SUBSCRIPTION', 'SCISSAF', false],
    ['SUBSCRIPTION', 'SAFSW', false],
    ['Z3950_ONLY', 'SCISZ', false],
    ['Z3950_ONLY', 'SW', false],
    ['', '', false],
  ])('%s of %s: %s', (typeName, productCode, eligible) => {
    expect(hasExtraFacets([subscription(typeName, productCode)], today)).toBe(eligible)
  })

  test('one of several subscriptions is enough', () => {
    expect(
      hasExtraFacets([subscription('SUBSCRIPTION', 'SCISSAF'), subscription('SUBSCRIPTION', 'SCISDATA')], today),
    ).toBe(true)
    expect(hasExtraFacets([], today)).toBe(false)
  })

  test('only a current one counts, its first and last day included', () => {
    const trial = (startsOn: Day, endsOn: Day) => [subscription('TRIAL', 'X', startsOn, endsOn)]
    for (const rule of [hasExtraFacets, hasCurrentSubscription]) {
      expect(rule(trial('2026-06-15', '2026-06-15'), today)).toBe(true)
      expect(rule(trial('2026-06-16', '2026-12-31'), today)).toBe(false)
      expect(rule(trial('2025-06-15', '2026-06-14'), today)).toBe(false)
    }
    expect(hasCurrentSubscription([subscription('Z3950_ONLY', 'SCISZ')], today)).toBe(true)
  })
})

test('the sort selector has seven options, relevance first', () => {
  expect(sortOptions.map(({ label }) => label)).toEqual([
    'Relevance',
    'Title',
    'Author',
    'Publication Year (descending)',
    'Publication Year (ascending)',
    'Catalogue Date (descending)',
    'Catalogue Date (ascending)',
  ])
})

describe('the pager', () => {
  test('ends where page × size would exceed 10,000 records', () => {
    expect(lastPage(100_000, 30)).toBe(333)
    expect(lastPage(100_000, 40)).toBe(250)
    expect(lastPage(41, 40)).toBe(2)
    expect(lastPage(0, 30)).toBe(1)
  })

  test('never offers a page that cannot be opened, and always includes the current one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pageSizes),
        fc.nat(200_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (size, total, part) => {
          const last = lastPage(total, size)
          const page = 1 + Math.floor(part * (last - 1))
          const numbers = pageNumbers(page, last)
          expect(numbers).toContain(page)
          expect(numbers.at(-1)).toBe(last)
          for (const number of numbers) expect(number * size).toBeLessThanOrEqual(deepestHit)
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
          expect(numbers[0]).toBe(1)
          expect(numbers.length).toBeLessThanOrEqual(12)
        },
      ),
    )
  })
})

test('a search has 1,000 characters as it is searched', () => {
  expect(['x'.repeat(1000), 'ﷺ'.repeat(55)].map(complaintAbout)).toEqual([undefined, undefined])
  for (const long of ['x'.repeat(1001), 'ﷺ'.repeat(56)])
    expect(complaintAbout(long)).toBe('A search can have at most 1,000 characters.')
})
