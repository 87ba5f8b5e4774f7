import { expect, test } from 'vitest'
import { nearPages, pageMarks, rangeSummary } from './pages.ts'

test('few pages are all listed', () => {
  expect(pageMarks(1, 3)).toEqual([1, 2, 3])
  expect(pageMarks(10, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(pageMarks(1, 0)).toEqual([])
})

test('ten pages, a gap and the last page', () => {
  expect(pageMarks(1, 333)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 'gap', 333])
  expect(pageMarks(50, 333)).toEqual([46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 'gap', 333])
})

test('no gap if no page is left out', () => {
  expect(pageMarks(1, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(pageMarks(333, 333)).toEqual([324, 325, 326, 327, 328, 329, 330, 331, 332, 333])
})

test('a narrow screen keeps three of the ten pages', () => {
  expect(nearPages(1, 333)).toEqual([1, 2, 3])
  expect(nearPages(50, 333)).toEqual([49, 50, 51])
  expect(nearPages(333, 333)).toEqual([331, 332, 333])
  expect(nearPages(2, 2)).toEqual([1, 2])
  for (let count = 2; count < 40; count++)
    for (let page = 1; page <= count; page++)
      expect(pageMarks(page, count)).toEqual(expect.arrayContaining(nearPages(page, count)))
})

test('the summary is a range of record numbers, with totals capped', () => {
  expect(rangeSummary(1, 30, 12_431)).toBe('1–30 of 12,431 records')
  expect(rangeSummary(3, 30, 61)).toBe('61–61 of 61 records')
  expect(rangeSummary(1, 30, 1)).toBe('1–1 of 1 record')
  expect(rangeSummary(1, 30, 100_000)).toBe('1–30 of 100,000+ records')
  expect(rangeSummary(1, 30, 0)).toBe('No records')
})

test('the summary of a page beyond the end is only the total', () => {
  expect(rangeSummary(5, 30, 35)).toBe('35 records')
  expect(rangeSummary(2, 30, 30)).toBe('30 records')
  expect(rangeSummary(2, 30, 1)).toBe('1 record')
})
