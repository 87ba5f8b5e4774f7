import bodybuilder, { type Bodybuilder } from 'bodybuilder'
import { describe, expect, test } from 'vitest'
import { identifierLimits, parseSearch } from './parse-search.ts'
import { everyWordField } from './query-fields.ts'

const built = (build: (body: Bodybuilder) => Bodybuilder) => parseSearch(JSON.stringify(build(bodybuilder()).build()))
const clauseOf = (query: unknown) => parseSearch({ query }).clause
const choicesOf = (filter: unknown) => parseSearch({ query: { bool: { filter } } }).choices
const word = (text: string, ...fields: string[]) => ({
  kind: 'word',
  word: text,
  fields: fields.length ? fields : everyWordField,
})
const values = (field: string, ...texts: string[]) => ({ kind: 'values', field, values: texts })
const years = (from?: number, to?: number) => ({
  kind: 'range',
  field: 'publicationYear',
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})

describe('the searches of a page', () => {
  test('an empty search gives everything, the fifty most relevant first', () => {
    expect(parseSearch('{}')).toEqual({
      clause: { kind: 'all' },
      choices: [],
      sort: [{ key: '_score', descending: true }],
      from: 0,
      size: 50,
      facets: [],
      yearRanges: new Map(),
    })
  })

  test('text and object are the same', () => {
    const query = { query: { match: { title: 'dog' } }, size: 5 }
    expect(parseSearch(query)).toEqual(parseSearch(JSON.stringify(query)))
  })

  test('a search with facets, filters, order and page as bodybuilder writes it', () => {
    const parsed = built((body) =>
      body
        .query('query_string', 'query', 'harry potter', { default_operator: 'AND', analyze_wildcard: true })
        .filter('term', 'language', 'English')
        .filter('terms', 'genreScis', ['Fantasy', 'Humorous'])
        .filter('range', 'publicationYear', { gte: 2004, lte: 2013 })
        .aggregation('terms', 'subjects', { size: 20, min_doc_count: 1 })
        .aggregation('terms', 'language', { size: 5 }, 'languages')
        .sort('publicationYear', 'desc')
        .sort([{ titleSort: 'asc' }])
        .from(60)
        .size(30)
        .rawOption('_source', ['title'])
        .rawOption('track_total_hits', true)
        .rawOption('version', true),
    )
    expect(parsed).toEqual({
      clause: { kind: 'and', clauses: [word('harry'), word('potter')] },
      choices: [values('language', 'English'), values('genreScis', 'Fantasy', 'Humorous'), years(2004, 2013)],
      sort: [
        { key: 'publicationYear', descending: true },
        { key: 'titleSort', descending: false },
      ],
      from: 60,
      size: 30,
      facets: [
        { name: 'agg_terms_subjects', field: 'subjects', size: 20, minCount: 1 },
        { name: 'languages', field: 'language', size: 5, minCount: 1 },
      ],
      yearRanges: new Map(),
      wholeTitle: 'harry potter',
    })
  })

  test('one filter, alternatives and exclusions as bodybuilder writes them', () => {
    expect(built((body) => body.filter('term', 'scisType', 'Book'))).toMatchObject({
      clause: { kind: 'all' },
      choices: [values('scisType', 'Book')],
    })
    expect(
      built((body) =>
        body.query('match', 'title', 'dog').notFilter('term', 'scisType', 'DVD').filter('term', 'language', 'English'),
      ),
    ).toMatchObject({
      clause: {
        kind: 'and',
        clauses: [
          word('dog', 'title'),
          { kind: 'unscored', clause: { kind: 'not', clause: values('scisType', 'DVD') } },
        ],
      },
      choices: [values('language', 'English')],
    })
    expect(
      built((body) =>
        body.orQuery('match', 'title', 'cat').orQuery('match', 'title', 'dog').filter('term', 'language', 'English'),
      ),
    ).toMatchObject({
      clause: { kind: 'or', atLeast: 1, clauses: [word('cat', 'title'), word('dog', 'title')] },
      choices: [values('language', 'English')],
    })
    expect(
      built((body) =>
        body.filter('bool', (any) => any.orFilter('term', 'scisType', 'Book').orFilter('term', 'scisType', 'E-book')),
      ).choices,
    ).toEqual([values('scisType', 'Book', 'E-book')])
  })

  test('an advanced search of nested queries as bodybuilder writes it', () => {
    const parsed = built((body) =>
      body
        .query('bool', (inner) =>
          inner.query('match', 'title', { query: 'dog', operator: 'and' }).notQuery('match', 'authors', 'Smith'),
        )
        .query('match_phrase', 'series', 'wombat stew')
        .queryMinimumShouldMatch(1),
    )
    expect(parsed.clause).toEqual({
      kind: 'and',
      clauses: [
        word('dog', 'title'),
        { kind: 'not', clause: word('smith', 'author') },
        { kind: 'phrase', words: ['wombat', 'stew'], fields: ['series'], lastIsPrefix: false },
      ],
    })
  })
})

describe('queries', () => {
  test('match takes any of its words unless a number or operator is given', () => {
    const three = [word('a', 'title'), word('b', 'title'), word('c', 'title')]
    expect(clauseOf({ match: { title: 'a b c' } })).toEqual({ kind: 'or', clauses: three, atLeast: 1 })
    expect(clauseOf({ match: { title: { query: 'a b c', operator: 'AND' } } })).toEqual({ kind: 'and', clauses: three })
    const least = (minimum_should_match: number | string) =>
      clauseOf({ match: { title: { query: 'a b c', minimum_should_match } } })
    expect(least('70%')).toEqual({ kind: 'or', clauses: three, atLeast: 2 })
    expect(least(2)).toEqual(least('70%'))
    expect(least(-1)).toEqual(least('70%'))
    expect(least('-34%')).toEqual(least('70%'))
    expect(least('100%')).toEqual({ kind: 'and', clauses: three })
    expect(least('10%')).toMatchObject({ atLeast: 1 })
    expect(least(4)).toEqual({ kind: 'none' })
    expect(clauseOf({ match: { title: '!!!' } })).toEqual({ kind: 'none' })
  })

  test('multi_match', () => {
    const fields = ['title', 'authors']
    expect(clauseOf({ multi_match: { query: 'dog', fields } })).toEqual(word('dog', 'title', 'author'))
    expect(clauseOf({ multi_match: { query: 'a dog', fields, type: 'phrase' } })).toMatchObject({ kind: 'phrase' })
    expect(clauseOf({ multi_match: { query: 'a do', fields, type: 'phrase_prefix' } })).toMatchObject({
      lastIsPrefix: true,
    })
  })

  test('phrases and starts of words', () => {
    const phrase = { kind: 'phrase', words: ['harry', 'pot'], fields: ['title'] }
    expect(clauseOf({ match_phrase: { 'title.titlePrimary': 'Harry Pot' } })).toEqual({
      ...phrase,
      lastIsPrefix: false,
    })
    expect(clauseOf({ match_phrase_prefix: { title: { query: 'Harry Pot' } } })).toEqual({
      ...phrase,
      lastIsPrefix: true,
    })
    expect(clauseOf({ prefix: { title: 'Harry Pot' } })).toEqual({ ...phrase, lastIsPrefix: true })
    expect(clauseOf({ prefix: { title: { value: 'Har' } } })).toEqual({
      kind: 'pattern',
      pattern: 'har*',
      fields: ['title'],
    })
    expect(clauseOf({ prefix: { title: '漫' } })).toEqual(word('漫', 'title'))
  })

  test('values are read by the type of the field', () => {
    expect(clauseOf({ term: { genreScis: 'Fantasy' } })).toEqual(values('genreScis', 'Fantasy'))
    expect(clauseOf({ term: { language: { value: 'English' } } })).toEqual(values('language', 'English'))
    expect(clauseOf({ terms: { isbn: ['978-0-7475-3269-9', '0747538492'] } })).toMatchObject({
      kind: 'identifiers',
      keys: ['9780747532699', '9780747538493'],
    })
    expect(clauseOf({ terms: { _id: ['a', 'b', 'a'] } })).toEqual({ kind: 'ids', ids: ['a', 'b'] })
    expect(clauseOf({ term: { publicationYear: 2004 } })).toEqual(years(2004, 2004))
    expect(clauseOf({ terms: { publicationYear: ['2004', 2006] } })).toEqual({
      kind: 'or',
      atLeast: 1,
      clauses: [years(2004, 2004), years(2006, 2006)],
    })
    expect(clauseOf({ terms: { title: ['Dog', 'Cat'] } })).toEqual({
      kind: 'or',
      atLeast: 1,
      clauses: [word('dog', 'title'), word('cat', 'title')],
    })
    expect(clauseOf({ terms: { language: [] } })).toEqual({ kind: 'none' })
  })

  test('ranges of years and days include both ends', () => {
    expect(clauseOf({ range: { publicationYear: { gte: 2000, lt: '2010' } } })).toEqual(years(2000, 2009))
    expect(clauseOf({ range: { publicationYear: { gt: 2000 } } })).toEqual(years(2001))
    expect(clauseOf({ range: { publicationYear: {} } })).toEqual({ kind: 'all' })
    const days = (bounds: unknown) => clauseOf({ range: { voyagerCreateDate: bounds } })
    expect(days({ gte: '2024-02', lte: '2024-02' })).toMatchObject({ from: '2024-02-01', to: '2024-02-29' })
    expect(days({ gt: '2024-02-28', lt: '2024-03-01' })).toMatchObject({ from: '2024-02-29', to: '2024-02-29' })
    expect(days({ gte: '2023', lt: '2024' })).toMatchObject({ from: '2023-01-01', to: '2023-12-31' })
  })

  test('query_string in some fields, with a number only if identifiers are searched', () => {
    const read = (fields: string[], query = '1984') => clauseOf({ query_string: { query, fields } })
    expect(read(['title'])).toEqual(word('1984', 'title'))
    expect(read(['title', 'isbn'])).toMatchObject({
      kind: 'or',
      clauses: [word('1984', 'title'), { kind: 'identifiers' }],
    })
    expect(read(['isbn', 'issn'])).toMatchObject({ kind: 'identifiers' })
    expect(clauseOf({ query_string: { query: 'cat dog', default_operator: 'or' } })).toMatchObject({
      kind: 'or',
      atLeast: 1,
    })
  })

  test('alternatives beside required clauses only improve the rank', () => {
    const should = [{ match: { title: 'a' } }, { match: { title: 'b' } }]
    expect(clauseOf({ bool: { should } })).toMatchObject({ kind: 'or', atLeast: 1 })
    expect(clauseOf({ bool: { must: { match: { title: 'c' } }, should } })).toMatchObject({
      kind: 'and',
      clauses: [word('c', 'title'), { kind: 'or', atLeast: 0 }],
    })
    expect(clauseOf({ bool: { must: { match: { title: 'c' } }, should, minimum_should_match: '100%' } })).toEqual({
      kind: 'and',
      clauses: [word('c', 'title'), word('a', 'title'), word('b', 'title')],
    })
    expect(clauseOf({ bool: { should, minimum_should_match: 3 } })).toEqual({ kind: 'none' })
    expect(clauseOf({ bool: { must_not: should[0] } })).toEqual({ kind: 'not', clause: word('a', 'title') })
    expect(clauseOf({ bool: {} })).toEqual({ kind: 'all' })
  })

  test('a whole title is known if a single text is searched', () => {
    const title = (query: unknown) => parseSearch({ query }).wholeTitle
    expect(title({ match: { title: 'The Dog' } })).toBe('the dog')
    expect(title({ bool: { must: { query_string: { query: 'The Dog' } }, filter: { term: { language: 'x' } } } })).toBe(
      'the dog',
    )
    expect(title({ bool: { must: [{ match: { title: 'a' } }, { match: { title: 'b' } }] } })).toBeUndefined()
    expect(title({ match: { authors: 'dog' } })).toBeUndefined()
    expect(title({ bool: { filter: { match: { title: 'dog' } } } })).toBeUndefined()
    expect(title({ bool: { must_not: { match: { title: 'dog' } } } })).toBeUndefined()
  })
})

describe('facet choices', () => {
  test('are the values and years in the outermost filter', () => {
    expect(choicesOf({ term: { language: 'English' } })).toEqual([values('language', 'English')])
    expect(choicesOf([{ terms: { scisType: ['Book', 'DVD'] } }, { term: { subjects: 'Dogs' } }])).toEqual([
      values('scisType', 'Book', 'DVD'),
      values('subjects', 'Dogs'),
    ])
    expect(
      choicesOf({
        bool: { must: [{ term: { language: 'a' } }, { bool: { filter: { term: { fiction: 'fiction' } } } }] },
      }),
    ).toEqual([values('language', 'a'), values('fiction', 'fiction')])
  })

  test('several values of one facet are alternatives, in any notation', () => {
    expect(choicesOf([{ term: { language: 'a' } }, { terms: { language: ['b', 'a'] } }])).toEqual([
      values('language', 'a', 'b'),
    ])
  })

  test('disjoint year ranges are alternatives, overlapping ranges narrow each other', () => {
    const range = (gte?: number, lte?: number) => ({
      range: { publicationYear: { ...(gte ? { gte } : {}), ...(lte ? { lte } : {}) } },
    })
    expect(choicesOf([range(1600, 2003), range(2014, 2099)])).toEqual([years(1600, 2003), years(2014, 2099)])
    expect(choicesOf({ bool: { should: [range(1600, 2003), range(2004, 2013)] } })).toEqual([
      years(1600, 2003),
      years(2004, 2013),
    ])
    expect(choicesOf([range(2000), range(undefined, 2010)])).toEqual([years(2000, 2010)])
    expect(choicesOf([{ terms: { publicationYear: [2001, 2003] } }, range(2003)])).toEqual([
      years(2001, 2001),
      years(2003, 2003),
      years(2003),
    ])
  })

  test('everything else in a filter is a plain condition', () => {
    const parsed = parseSearch({
      query: {
        bool: {
          filter: [
            { match: { title: 'dog' } },
            { terms: { isbn: ['1'] } },
            { range: { voyagerCreateDate: { gte: '2024-01-01' } } },
            { bool: { should: [{ term: { language: 'a' } }, { term: { scisType: 'b' } }] } },
          ],
        },
      },
    })
    expect(parsed.choices).toEqual([])
    expect(parsed.clause).toMatchObject({
      kind: 'and',
      clauses: [
        { kind: 'unscored', clause: word('dog', 'title') },
        { kind: 'unscored', clause: { kind: 'identifiers' } },
        { kind: 'unscored', clause: { kind: 'range' } },
        { kind: 'unscored', clause: { kind: 'or', atLeast: 1 } },
      ],
    })
  })

  test('a value in a nested clause is part of the query', () => {
    const parsed = parseSearch({ query: { bool: { must: { bool: { filter: { term: { language: 'a' } } } } } } })
    expect(parsed).toMatchObject({ choices: [], clause: { kind: 'unscored', clause: values('language', 'a') } })
  })
})

describe('facets', () => {
  test('of values and of year ranges, whose upper bound is exclusive', () => {
    const ranges = [{ to: 2004 }, { key: '2004 - 2013', from: 2004, to: 2014 }, { from: 2014 }]
    const parsed = parseSearch({
      aggregations: { a: { terms: { field: 'scisType' } }, y: { range: { field: 'publicationYear', ranges } } },
    })
    expect(parsed.facets).toEqual([
      { name: 'a', field: 'scisType', size: 20, minCount: 1 },
      {
        name: 'y',
        field: 'publicationYear',
        ranges: [
          { key: '*-2004', to: 2003 },
          { key: '2004 - 2013', from: 2004, to: 2013 },
          { key: '2014-*', from: 2014 },
        ],
      },
    ])
    expect([...parsed.yearRanges]).toEqual([
      [
        'y',
        [
          { key: '*-2004', to: 2004 },
          { key: '2004 - 2013', from: 2004, to: 2014 },
          { key: '2014-*', from: 2014 },
        ],
      ],
    ])
  })
})

describe('order', () => {
  test('is accepted in each spelling', () => {
    const sort = (sent: unknown) => parseSearch({ sort: sent }).sort
    const title = { key: 'titleSort', descending: false }
    const relevance = { key: '_score', descending: true }
    expect(sort('titleSort')).toEqual([title])
    expect(sort({ titleSort: 'asc' })).toEqual([title])
    expect(sort([{ titleSort: { order: 'desc' } }, '_score'])).toEqual([{ ...title, descending: true }, relevance])
    expect(sort([{ titleSort: {} }, { titleSort: 'desc' }])).toEqual([title])
    expect(sort([])).toEqual([relevance])
    expect(sort('heading')).toEqual([relevance])
  })
})

test('calls that name many records may be longer', () => {
  const ids = Array.from({ length: 4000 }, (_, at) => `record${at}`)
  const parsed = parseSearch({ query: { terms: { _id: ids } }, size: 4000 }, identifierLimits)
  expect(parsed).toMatchObject({ size: 4000, clause: { kind: 'ids', ids } })
})

test('the counted values of a facet may be those that contain some words', () => {
  const facetsOf = (terms: object) =>
    parseSearch({ aggs: { found: { terms: { field: 'subjects', ...terms } } } }).facets
  expect(facetsOf({ containing: ' Māori  MYTHS ' })).toEqual([
    { name: 'found', field: 'subjects', size: 20, minCount: 1, containing: ['maori', 'myths'] },
  ])
  expect(facetsOf({ containing: ' ' })).toEqual([{ name: 'found', field: 'subjects', size: 20, minCount: 1 }])
  expect(() => facetsOf({ containing: 'x'.repeat(101) })).toThrow()
  expect(() => facetsOf({ containing: ['x'] })).toThrow()
})

test('uncertain years can be counted, and fields that are only filtered by cannot', () => {
  const countOf = (field: string) => parseSearch({ aggs: { found: { terms: { field } } } }).facets
  expect(countOf('uncertainYear')).toHaveLength(1)
  expect(() => countOf('issuance')).toThrow()
})
