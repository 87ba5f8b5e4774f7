import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultFacets } from '../facets.ts'
import { parseSearch } from '../query/server/parse-search.ts'
import { yearRanges } from '../rules.ts'
import { queryOf, totalQueryOf } from './search-query.ts'
import {
  changeSearch,
  emptySearch,
  type Filter,
  findsLittle,
  isChosen,
  readSearchState,
  type SearchState,
  toggleFilter,
  writeSearchState,
} from './search-state.ts'

const read = (address: string) => readSearchState(new URLSearchParams(address))
const parsed = (state: Partial<SearchState>) => parseSearch(queryOf({ ...emptySearch, ...state }))
const filter = (field: Filter['field'], value: string): Filter => ({ field, value })

describe('the address of a search', () => {
  test('an empty address is an empty search, and vice versa', () => {
    expect(read('')).toEqual(emptySearch)
    expect(writeSearchState(emptySearch).toString()).toBe('')
  })

  test('every part of a search is in its address', () => {
    const state = read(
      'query=harry+potter&queryForDisplay=Harry&selectedOrder=publicationYear&orderByOperator=asc&page=3&size=10' +
        '&filter=language:English&filter=publicationYear:2004-2013&filter=subjects:Magic: fiction&editions=grouped',
    )
    expect(state).toEqual({
      query: 'harry potter',
      queryForDisplay: 'Harry',
      advSearch: false,
      base: undefined,
      unreadable: '',
      selectedOrder: 'publicationYear',
      orderByOperator: 'asc',
      page: 3,
      size: 10,
      filters: [
        filter('language', 'English'),
        filter('publicationYear', '2004-2013'),
        filter('subjects', 'Magic: fiction'),
      ],
      grouped: true,
    })
    expect(read(writeSearchState(state).toString())).toEqual(state)
  })

  test('an invalid value in an address counts as not given', () => {
    expect(
      read(
        'size=7&page=-1&editions=1&selectedOrder=bogus&orderByOperator=up&filter=isbn:1&filter=language:&filter=publicationYear:1-2&filter=x',
      ),
    ).toEqual(emptySearch)
    expect(read('filter=language:eng&filter=language:eng').filters).toHaveLength(1)
  })

  test.each(['{broken', '{"query":{"script":1}}', '{"query":{"a":{},"b":{}}}', '{"query":[]}', '{}', 'null', '[]'])(
    'an unreadable query is kept unchanged, and told apart from a missing one: %s',
    (text) => {
      const state = read(new URLSearchParams({ bodybuilderquery: text }).toString())
      expect(state).toEqual({ ...emptySearch, unreadable: text })
      expect(writeSearchState(state).get('bodybuilderquery')).toBe(text)
    },
  )

  test('no address leads beyond 10,000 records', () => {
    expect(read('page=99999').page).toBe(333)
    expect(read('page=99999&size=40').page).toBe(250)
    expect(() => parsed(read('page=99999'))).not.toThrow()
  })

  test('a search with an order but no direction gets the default direction', () => {
    expect(read('selectedOrder=publicationYear')).toMatchObject({ orderByOperator: 'desc' })
    expect(read('selectedOrder=title')).toMatchObject({ selectedOrder: 'title', orderByOperator: 'asc' })
  })

  test('writing and reading an address gives the same search', () => {
    const anyFilter = fc.oneof(
      fc.record({
        field: fc.constantFrom(...resultFacets.map(({ field }) => field).filter((each) => each !== 'publicationYear')),
        value: fc.string({ minLength: 1 }),
      }),
      fc.constantFrom(...yearRanges.map(({ key }) => filter('publicationYear', key))),
    )
    fc.assert(
      fc.property(
        fc.string(),
        fc.uniqueArray(anyFilter, { maxLength: 8, selector: (f) => JSON.stringify(f) }),
        (query, filters) => {
          const state = { ...emptySearch, query: query.trim().replaceAll('\0', ''), filters }
          const again = read(writeSearchState(state).toString())
          expect({ ...again, query: again.query.trim() }).toEqual({ ...state, query: state.query.trim() })
        },
      ),
    )
  })
})

describe('changes', () => {
  test('a new page size, order or filter leads to the first page; turning the page does not', () => {
    const third = { ...emptySearch, page: 3 }
    expect(changeSearch(third, { size: 10 }).page).toBe(1)
    expect(toggleFilter(third, filter('language', 'eng')).page).toBe(1)
    expect(changeSearch(third, { page: 4 }).page).toBe(4)
  })

  test('choosing twice undoes the choice', () => {
    const once = toggleFilter(emptySearch, filter('language', 'eng'))
    expect(isChosen(once, filter('language', 'eng'))).toBe(true)
    expect(toggleFilter(once, filter('language', 'eng'))).toEqual(emptySearch)
  })
})

describe('the query that a page sends', () => {
  test('is accepted by the server and contains the words, the page and all facets', () => {
    const query = parsed({ query: 'dog', page: 2, size: 10 })
    expect(query).toMatchObject({ from: 10, size: 10, choices: [], wholeTitle: 'dog' })
    expect(query.clause).toMatchObject({ kind: 'word', word: 'dog' })
    expect(query.facets.map(({ name }) => name)).toEqual([
      ...resultFacets.map(({ field }) => field),
      'scisTypeOther',
      'uncertainYear',
    ])
    expect(query.facets.find(({ name }) => name === 'publicationYear')).toEqual({
      name: 'publicationYear',
      field: 'publicationYear',
      ranges: [
        { key: '1600-2003', from: 1600, to: 2003 },
        { key: '2004-2013', from: 2004, to: 2013 },
        { key: '2014-2099', from: 2014, to: 2099 },
      ],
    })
  })

  test('for the total alone requests no hits and no counts', () => {
    const state = {
      ...emptySearch,
      query: 'dog',
      page: 3,
      selectedOrder: 'title',
      filters: [filter('language', 'eng')],
    }
    const { facets, from, size, clause, choices } = parseSearch(totalQueryOf(state))
    expect({ facets, from, size }).toEqual({ facets: [], from: 0, size: 0 })
    expect({ clause, choices }).toEqual({ clause: parsed(state).clause, choices: parsed(state).choices })
  })

  test('an empty search finds everything', () => {
    expect(parsed({}).clause).toEqual({ kind: 'all' })
  })

  test('chosen facet values become choices, whether one or many', () => {
    for (const query of ['', 'dog']) {
      expect(parsed({ query, filters: [filter('language', 'eng')] }).choices).toEqual([
        { kind: 'values', field: 'language', values: ['eng'] },
      ])
      const filters = [
        filter('language', 'eng'),
        filter('publicationYear', '2014-2099'),
        filter('language', 'fre'),
        filter('genreScis', 'Humorous'),
        filter('publicationYear', '1600-2003'),
      ]
      const search = parsed({ query, filters })
      expect(search.choices).toEqual([
        { kind: 'values', field: 'genreScis', values: ['Humorous'] },
        { kind: 'values', field: 'language', values: ['eng', 'fre'] },
        { kind: 'range', field: 'publicationYear', from: 1600, to: 2003 },
        { kind: 'range', field: 'publicationYear', from: 2014, to: 2099 },
      ])
      expect(search.clause).toEqual(parsed({ query }).clause)
    }
  })

  test('has the chosen order', () => {
    expect(parsed({}).sort).toEqual([{ key: '_score', descending: true }])
    expect(parsed({ selectedOrder: 'title', orderByOperator: 'asc' }).sort).toEqual([
      { key: 'titleSort', descending: false },
    ])
    expect(parsed({ selectedOrder: 'catalogueDate', orderByOperator: 'desc' }).sort).toEqual([
      { key: 'voyagerCreateDate', descending: true },
    ])
  })

  test('an advanced search keeps its own query beside the chosen facets', () => {
    const base = { bool: { must: { match: { title: 'dog' } }, filter: { range: { publicationYear: { gte: 1990 } } } } }
    const address = writeSearchState({ ...emptySearch, advSearch: true, base }).toString()
    const search = parseSearch(queryOf({ ...read(address), filters: [filter('language', 'eng')] }))
    expect(search.choices).toEqual([{ kind: 'values', field: 'language', values: ['eng'] }])
    expect(search.clause).toMatchObject({
      kind: 'and',
      clauses: [
        { kind: 'word', word: 'dog' },
        { kind: 'unscored', clause: { kind: 'range', from: 1990 } },
      ],
    })
  })

  test('any text that fits into the search box is accepted, except a leading wildcard', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const state = read(new URLSearchParams({ query: text }).toString())
        try {
          parsed(state)
        } catch (problem) {
          expect(problem).toMatchObject({ code: 'leading_wildcard' })
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test.each([
  ['?query=wrold', 1, true],
  ['?query=wrold', 5, true],
  ['?query=wrold', 6, false],
  ['?query=wrold', 0, false],
  ['?query=', 2, false],
  ['?query=wrold&filter=scisType:DVD', 2, false],
  [`?query=${'x'.repeat(1001)}`, 2, false],
])('%s with %i hits finds little: %s', (address, total, little) => {
  expect(findsLittle(read(address), total)).toBe(little)
})
