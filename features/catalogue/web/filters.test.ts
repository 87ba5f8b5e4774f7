import { describe, expect, test } from 'vitest'
import { parseSearch } from '../query/server/parse-search.ts'
import { describeSearch } from './describe-search.ts'
import { excluding, toggleFilters, typeFilters } from './search-filters.ts'
import { queryOf } from './search-query.ts'
import { emptySearch, type Filter, readSearchState, writeSearchState } from './search-state.ts'
import { waysOn } from './ways-on.ts'

const read = (address: string) => readSearchState(new URLSearchParams(address))
const english: Filter = { field: 'language', value: 'English' }

describe('a value that is excluded', () => {
  const [notEnglish] = excluding([english])

  test('is in the address, the query and the words of the search', () => {
    const state = toggleFilters({ ...emptySearch, query: 'dog' }, [notEnglish!])
    const address = writeSearchState(state).toString()
    expect(address).toBe('query=dog&exclude=language%3AEnglish')
    expect(read(address)).toEqual(state)
    const { clause, choices } = parseSearch(queryOf(state))
    expect(choices).toEqual([])
    expect(clause).toMatchObject({
      kind: 'and',
      clauses: [
        { kind: 'word', word: 'dog' },
        { kind: 'not', clause: { kind: 'values', field: 'language', values: ['English'] } },
      ],
    })
    expect(describeSearch(address)).toBe('dog · Not English')
  })

  test('is no longer chosen, and the other way round', () => {
    const excluded = toggleFilters(toggleFilters(emptySearch, [english]), [notEnglish!])
    expect(excluded.filters).toEqual([notEnglish])
    expect(toggleFilters(excluded, [english]).filters).toEqual([english])
    expect(toggleFilters(excluded, [notEnglish!]).filters).toEqual([])
    expect(read('filter=language:English&exclude=language:English').filters).toEqual([english])
  })

  test('is one of several that are each excluded', () => {
    const { clause } = parseSearch(queryOf(read('exclude=language:English&exclude=language:French')))
    expect(clause).toEqual({
      kind: 'not',
      clause: { kind: 'values', field: 'language', values: ['English', 'French'] },
    })
  })

  test('may be a range of years or a whole category of types', () => {
    const years = read('exclude=publicationYear:2004-2013')
    expect(parseSearch(queryOf(years)).clause).toMatchObject({ kind: 'not', clause: { from: 2004, to: 2013 } })
    const { filters } = toggleFilters(emptySearch, excluding(typeFilters('Video')))
    expect(describeSearch(writeSearchState({ ...emptySearch, filters }).toString())).toBe('All records · Not Video')
  })

  test('stays excluded when its category is chosen, and when that choice ends', () => {
    const [first, ...others] = typeFilters('Audio')
    const excluded = toggleFilters(emptySearch, excluding([first!]))
    const chosen = toggleFilters(excluded, typeFilters('Audio'))
    expect(chosen.filters).toEqual([...excluded.filters, ...others])
    expect(toggleFilters(chosen, typeFilters('Audio')).filters).toEqual(excluded.filters)
  })

  test('is offered again when nothing is found', () => {
    const names = waysOn(read('query=dog&filter=language:French&exclude=language:English')).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['Without “French”', 'With “English”', 'Without filters'])
  })
})

describe('years', () => {
  const labelOf = (value: string) =>
    describeSearch(new URLSearchParams({ filter: `publicationYear:${value}` }).toString())

  test.each([
    ['1990-1999', { from: 1990, to: 1999 }, '1990 - 1999'],
    ['1990-', { from: 1990 }, '1990 and after'],
    ['-1999', { to: 1999 }, 'Up to 1999'],
    ['1999-1999', { from: 1999, to: 1999 }, '1999'],
    ['2014-2099', { from: 2014, to: 2099 }, '2014 and after'],
  ])('a range may be %s', (value, bounds, label) => {
    const { choices } = parseSearch(queryOf(read(`filter=publicationYear:${value}`)))
    expect(choices).toEqual([{ kind: 'range', field: 'publicationYear', ...bounds }])
    expect(labelOf(value)).toBe(`All records · ${label}`)
  })

  test.each(['-', '1999-1990', '199-1999', 'x', '1990', '1990-1999-2000'])('no range: %s', (value) => {
    expect(read(`filter=publicationYear:${value}`).filters).toEqual([])
  })

  test('an uncertain year is an alternative to a range', () => {
    const { choices } = parseSearch(queryOf(read('filter=publicationYear:uncertain&filter=publicationYear:2004-2013')))
    expect(choices).toEqual([
      { kind: 'values', field: 'uncertainYear', values: ['uncertain'] },
      { kind: 'range', field: 'publicationYear', from: 2004, to: 2013 },
    ])
    expect(labelOf('uncertain')).toBe('All records · Year uncertain')
  })
})
