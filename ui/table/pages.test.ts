import { expect, test } from 'vitest'
import { pageNumbers, pagesOnNarrow, rangeSummary } from './pages.ts'

test('few pages are all listed', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(10, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(pageNumbers(6, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('the first page, ten pages around the current one, and the last page', () => {
  expect(pageNumbers(1, 333)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 333])
  expect(pageNumbers(50, 333)).toEqual([1, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 333])
  expect(pageNumbers(333, 333)).toEqual([1, 324, 325, 326, 327, 328, 329, 330, 331, 332, 333])
})

test('a narrow screen keeps three of the ten pages, and both ends', () => {
  expect(pagesOnNarrow(1, 333)).toEqual([1, 2, 3, 333])
  expect(pagesOnNarrow(50, 333)).toEqual([1, 49, 50, 51, 333])
  expect(pagesOnNarrow(333, 333)).toEqual([1, 331, 332, 333])
  expect(pagesOnNarrow(2, 2)).toEqual([1, 2])
  for (let count = 2; count < 40; count++)
    for (let page = 1; page <= count; page++)
      expect(pageNumbers(page, count)).toEqual(expect.arrayContaining(pagesOnNarrow(page, count)))
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
