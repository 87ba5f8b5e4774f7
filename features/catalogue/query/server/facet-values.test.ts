import { expect, test } from 'vitest'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { uncertainYearsOf } from '../../fields.ts'
import { containsParts, foldedParts, uncertainYearsWithin } from './facet-values.ts'

test.each([
  [2000, 2009, ['200u']],
  [2000, 2008, []],
  [1990, 2009, ['199u', '200u']],
  [2004, 2013, []],
  [1900, 1919, ['190u', '191u']],
])('the decades that lie wholly in %d to %d', (from, to, patterns) => {
  expect(uncertainYearsWithin(from, to)).toEqual(patterns)
})

test('centuries and millennia lie in longer ranges, and an open range goes on', () => {
  expect(uncertainYearsWithin(1600, 2003)).toContain('19uu')
  expect(uncertainYearsWithin(1600, 2003)).not.toContain('200u')
  expect(uncertainYearsWithin(1600, 2003)).not.toContain('1uuu')
  expect(uncertainYearsWithin(2000)).toContain('2uuu')
  expect(uncertainYearsWithin(undefined, 1999)).toContain('1uuu')
})

test.each([
  ['19uu', null, ['uncertain', '19uu']],
  ['200u-2010', null, ['uncertain', '200u']],
  ['19uu', 1985, ['uncertain']],
  ['1u9u', null, ['uncertain']],
  ['2004', 2004, []],
  ['1998-20uu', 1998, []],
  ['', null, []],
])('a record of %s with the year %s', (dateIssuedMarc, publicationYear, values) => {
  expect(uncertainYearsOf({ ...blankDocument('1'), dateIssuedMarc, publicationYear })).toEqual(values)
})

test.each([
  ['PIGEON', 'New Zealand wood pigeon'],
  ['pigeon zeal', 'New Zealand wood pigeon'],
  ['maori', 'Māori myths'],
  ['Māori', 'Maori myths'],
  ['childrens', 'Children’s stories'],
  ["children's", 'Children’s stories'],
  ['(new', 'Māori (New Zealand people)'],
  ['ドラゴン', 'ドラゴン -- 物語'],
])('%s is contained in %s', (typed, value) => {
  expect(containsParts(value, foldedParts(typed))).toBe(true)
})

test.each([
  ['pigeons', 'New Zealand wood pigeon'],
  ['pigeon australia', 'New Zealand wood pigeon'],
])('%s is not contained in %s', (typed, value) => {
  expect(containsParts(value, foldedParts(typed))).toBe(false)
})
