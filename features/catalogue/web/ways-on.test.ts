import { expect, test } from 'vitest'
import { emptySearch } from './search-state.ts'
import { rightIsbn, waysOn } from './ways-on.ts'

test('only the filters of an advanced search are changed', () => {
  const ways = waysOn({
    ...emptySearch,
    query: 'two words',
    base: { match: { title: 'x' } },
    filters: [{ field: 'language', value: 'French' }],
  })
  expect(ways.map(({ name }) => name)).toEqual(['Without the filter'])
  expect(ways[0]?.state).toMatchObject({ filters: [], base: { match: { title: 'x' } } })
})

test.each([
  ['9780306406158', '9780306406157'],
  ['978-0-306-40615-8', '9780306406157'],
  ['ISBN-13: 9780306406158', '9780306406157'],
  ['isbn:0306406153', '0306406152'],
  ['0-8044-2957-1', '080442957X'],
  ['9791090636072', '9791090636071'],
])('%s has a wrong check digit: %s was meant', (query, right) => {
  expect(rightIsbn({ ...emptySearch, query })).toBe(right)
})

test.each([
  ['right already', '9780306406157'],
  ['right already, with ten digits', '0306406152'],
  ['no ISBN but a music number', '9790260000430'],
  ['no ISBN but another bar code', '9310779300005'],
  ['too short', '978030640615'],
  ['too long', '97803064061580'],
  ['words', 'the year 1984'],
  ['a long run of digits', '9'.repeat(1000)],
])('%s: %s', (_, query) => {
  expect(rightIsbn({ ...emptySearch, query })).toBeUndefined()
})

test('an advanced search is not read as an ISBN', () => {
  expect(rightIsbn({ ...emptySearch, query: '9780306406158', base: { match: { title: 'x' } } })).toBeUndefined()
})
