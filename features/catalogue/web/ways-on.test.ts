import { expect, test } from 'vitest'
import { emptySearch } from './search-state.ts'
import { waysOn } from './ways-on.ts'

const queries = (query: string) => waysOn({ ...emptySearch, query }).map(({ state }) => state.query)

test('a single word that finds nothing: shorter and shorter beginnings', () => {
  expect(queries('dinosuar')).toEqual(['dinosu*', 'dinos*', 'dino*'])
  expect(queries('cat')).toEqual([])
})

test('several words: one fewer, any of them, their beginnings', () => {
  expect(queries('blue whales')).toEqual(['whales', 'blue', 'blue OR whales', 'blue whal*', 'blue wha*'])
})

test.each([
  ['"unclosed', 'unclosed'],
  ['foo:bar', 'foo bar'],
  ['AND', 'and'],
  ['cats AND', 'cats'],
  ['(dog OR', 'dog'],
])('%s: the words without the special characters of the query language', (query, words) => {
  expect(queries(query)[0]).toBe(words)
})

test('special characters alone offer nothing', () => {
  expect(queries('!!!')).toEqual([])
})

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
