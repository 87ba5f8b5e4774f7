import { expect, test } from 'vitest'
import {
  listState,
  oneOf,
  orderOf,
  pageNumber,
  type Sorted,
  sortChoices,
  sortedBy,
  typedWords,
} from './list-address.ts'

type State = Sorted & { text: string; size: '5' | '10'; page: number }
const { usual, read, addressOf } = listState<State>('/list', {
  text: typedWords('text'),
  size: oneOf<State['size']>('pageSize', '5', ['5', '10']),
  ...sortChoices(['title', 'year']),
  page: pageNumber('pageNumber'),
})

test('an address has only values that are not the default, and reads back as written', () => {
  const state: State = { text: 'a & b', size: '10', sortField: 'year', descending: 'true', page: 3 }
  const address = addressOf(usual, state)
  expect(address).toBe('/list?text=a+%26+b&pageSize=10&sortField=year&descending=true&pageNumber=3')
  expect(read(Object.fromEntries(new URLSearchParams(address.split('?')[1])))).toEqual(state)
  expect(addressOf(usual)).toBe('/list')
})

test('invalid values in an address are ignored', () => {
  expect(read({ pageSize: '7', sortField: '__proto__', descending: 'yes', pageNumber: '1e9' })).toEqual(usual)
  expect(read({ pageNumber: ['2', '3'], text: 'x'.repeat(300) })).toEqual({ ...usual, page: 2, text: 'x'.repeat(200) })
})

test('another choice starts the list at its first page', () => {
  const state = { ...usual, text: 'cats', page: 4 }
  expect(addressOf(state, { size: '10' })).toBe('/list?text=cats&pageSize=10')
  expect(addressOf(state, { page: 5 })).toBe('/list?text=cats&pageNumber=5')
})

test('an order is stored as a field and its direction', () => {
  expect(orderOf(usual)).toBeNull()
  expect(orderOf({ ...usual, ...sortedBy({ by: 'year', descending: true }) })).toEqual({ by: 'year', descending: true })
})
