import { expect, test } from 'vitest'
import { folderOrders, inOrder } from './folder-order.ts'
import { record } from './testing.ts'

const books = [
  record('1', { itemTitle: 'The owl', dateIssuedMarc: '1999' }),
  record('2', { itemTitle: '“Bear”', dateIssuedMarc: '' }),
  record('3', { itemTitle: 'a cat', dateIssuedMarc: '2021-2022' }),
  record('4', { itemTitle: '10 ants', dateIssuedMarc: '1999' }),
  record('5', { itemTitle: '9 ants', dateIssuedMarc: 'c2003' }),
]
const ids = (order: '1' | '2' | '3' | '4') => inOrder(books, order).map(({ bibId }) => bibId)

test('the orders are those of the specification', () => {
  expect(folderOrders.map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1 Title (A-Z)',
    '2 Title (Z-A)',
    '3 Date',
    '4 Relevancy',
  ])
})

test('titles are sorted without article and marks, numbers by their value', () => {
  expect(ids('1')).toEqual(['5', '4', '2', '3', '1'])
  expect(ids('2')).toEqual(['1', '3', '2', '4', '5'])
})

test('by date the newest comes first and undated ones last; equal ones keep their place', () => {
  expect(ids('3')).toEqual(['3', '5', '1', '4', '2'])
})

test('relevancy is the order of adding', () => {
  expect(ids('4')).toEqual(['1', '2', '3', '4', '5'])
})
