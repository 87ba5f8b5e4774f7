import { expect, test } from 'vitest'
import type { DataField } from '../record.ts'
import { areasOf } from './coordinates.ts'

/** 034 with these bounds: west, east, north, south; '' leaves one out. */
const field = (...bounds: string[]): DataField => ({
  ...{ tag: '034', ind1: '1', ind2: ' ' },
  subfields: bounds.map((value, i) => ({ code: 'defg'[i]!, value })).filter(({ value }) => value !== ''),
})
const areas = (...fields: DataField[]) => areasOf({ leader: '', fields })
const areaIn = (...bounds: string[]) => areas(field(...bounds))[0]

test('degrees, minutes and seconds', () => {
  expect(areaIn('E1130000', 'E1540000', 'S0100000', 'S0440000')).toEqual({
    ...{ west: 113, east: 154, north: -10, south: -44 },
  })
  expect(areaIn('W1194500', 'W1192930', 'N0374705', 'N0374200')).toEqual({
    ...{ west: -119.75, east: expect.closeTo(-119.4917, 4), north: expect.closeTo(37.7847, 4), south: 37.7 },
  })
})

test.each([
  ['W112.75', -112.75],
  ['w112.75', -112.75],
  [' E112.75 ', 112.75],
  ['-112.75', -112.75],
  ['+112.75', 112.75],
  ['112.75', 112.75],
  ['W112', -112],
  ['W11245', -112.75],
  ['W11245.', -112.75],
  ['W11245.6', -112.76],
  ['W1124530.6', -112.7585],
  ['E1800000', 180],
  ['W0000000', 0],
])('the longitude %s', (code, degrees) => {
  expect(areaIn(code, code, 'S0100000', 'S0100000')?.west).toBeCloseTo(degrees, 9)
})

test.each([
  ...['', 'N1124500', 'W1804500', 'W1800001', 'W1126000', 'W1124560', 'W112450', 'W1124', 'W11245000', 'X1124500'],
  ...['1124500', '112', '-112', '--1.5', 'W-112.5', 'W112,75', 'W112.7.5', 'W 112° 45′', 'unknown', '1e2', 'W0x10'],
])('a field with the longitude %j has no area', (code) => {
  expect(areaIn(code, 'E1130000', 'S0100000', 'S0440000')).toBeUndefined()
})

test.each(['', 'E0100000', 'S0900001', 'S0910000', 'S0106100', '-90.5'])(
  'a field with the latitude %j has no area',
  (code) => {
    expect(areaIn('E1130000', 'E1540000', code, 'S0440000')).toBeUndefined()
  },
)

test('long runs of digits and signs end at once', () => {
  for (const sign of ['0', '+', '.', 'W', ' '])
    expect(areaIn(sign.repeat(100_000), 'E1130000', 'S01', 'S02')).toBeUndefined()
})

test('bounds in the wrong subfields are no area', () => {
  const subfields = ['cW0713730', 'dW0713000', 'eN0415230', 'fN0414500'].map((each) => ({
    ...{ code: each[0]!, value: each.slice(1) },
  }))
  expect(areas({ tag: '034', ind1: '1', ind2: ' ', subfields })).toEqual([])
})

test('a point may have each bound once; north and south may be confused', () => {
  expect(areaIn('E1782700', '', 'S0180800', '')).toEqual(areaIn('E1782700', 'E1782700', 'S0180800', 'S0180800'))
  expect(areaIn('E1130000', 'E1540000', 'S0440000', 'S0100000')).toMatchObject({ north: -10, south: -44 })
})

test('across the antimeridian, west is greater than east', () => {
  expect(areaIn('E1660000', 'W1750000', 'S0340000', 'S0480000')).toMatchObject({ west: 166, east: -175 })
})

test('several areas are distinguished, and equal ones are one', () => {
  const [tasmania, fiji] = [field('E144', 'E149', 'S39', 'S44'), field('E177', 'W178', 'S16', 'S19')]
  expect(areas(tasmania, fiji, tasmania)).toHaveLength(2)
})
