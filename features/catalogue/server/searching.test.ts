import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '../contract.ts'
import { nearInSeries } from '../record/web/series-order.ts'
import { newestOf } from './catalogue.ts'

// Through HTTP, on the embedded engine.
const shelf = [
  { id: 'b1', title: 'Star Wars: a new hope', publicationYear: 1977, language: ['English'], subjects: ['Space'] },
  { id: 'b2', title: 'The story of O’Brien', publicationYear: 2005, language: ['English'], isbn13: ['9780747532699'] },
  { id: 'b3', title: 'He tāngata Māori', publicationYear: 2016, language: ['Maori'], authors: ['Grace, Patricia'] },
  { id: 'b4', title: 'Spider-Man', publicationYear: 2010, language: ['English'], scisType: 'DVD' as const },
  { id: 'b5', title: '漫画の描き方', publicationYear: 2020, language: ['Japanese'] },
  { id: 'b6', title: 'Women who swim', publicationYear: 1999, language: ['English'], authors: ['King, Spider'] },
  { id: 'b7', title: 'Series: a history', publicationYear: 2003, language: ['English'], series: ['History readers'] },
  { id: 'b8', title: 'Swimming', publicationYear: 2015, language: ['English'], description: 'Star man. Spider facts.' },
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(shelf.map(recordOf))
})
afterAll(() => app?.close())

const search = (query: unknown, person: Person | null = null) =>
  app.as(person)(catalogueApi.search, { bodybuilderquery: JSON.stringify(query) })
const ids = async (query: unknown) => (await search(query)).hits.hits.map(({ _id }) => _id)
const typed = async (text: string) => (await ids({ query: { query_string: { query: text } } })).sort()
const buckets = (reply: Awaited<ReturnType<typeof search>>, name: string) =>
  Object.fromEntries(reply.aggregations[name]!.buckets.map(({ key, doc_count }) => [key, doc_count]))

test.each([
  ['9780747532699', undefined],
  ['9780747532699', 'phrase'],
  ['0-7475-3269-9', 'best_fields'],
])('titles and numbers searched together for %s, %s', async (query, type) => {
  expect(
    await ids({ query: { multi_match: { query, fields: ['title', 'isbn'], ...(type ? { type } : {}) } } }),
  ).toEqual(['b2'])
})

test('the members of a long series near a number are found by it, as the record’s page asks', async () => {
  const member = (number: number, series: string) => ({ id: `s${number}`, title: `Member ${number}`, series: [series] })
  await app.catalogue.write(
    [
      ...[1, 7, 115, 118].map((number) => member(number, `Long "series" ; ${number}`)),
      member(121, 'Long series ; bk. 121'),
      member(119, 'Other series ; 119'),
    ].map(recordOf),
  )
  const near = await typed(nearInSeries('Long "series"', 'no. 118'))
  expect(near).toEqual(['s115', 's118', 's121'])
  expect(nearInSeries('Long series', '')).toBe('')
  await app.catalogue.remove(['s1', 's7', 's115', 's118', 's121', 's119'])
})

test('a day may be written as an instant', async () => {
  const since = (gte: string) => ids({ query: { range: { voyagerCreateDate: { gte } } } })
  expect(await since('2026-08-01T00:00:00.000Z')).toEqual(await since('2026-08-01'))
})

describe('typing into the search box finds', () => {
  test.each([
    ['star wars: a', ['b1']],
    ["O'Brien", ['b2']],
    ['obrien', ['b2']],
    ['maori', ['b3']],
    ['TĀNGATA', ['b3']],
    ['spider-man', ['b4']],
    ['spider man', ['b4', 'b8']],
    ['title:spider', ['b4']],
    ['author:spider', ['b6']],
    ['漫画', ['b5']],
    ['描き方', ['b5']],
    ['画漫', []],
    ['wom?n', ['b6']],
    ['swim*', ['b6', 'b8']],
    ['swim', ['b6', 'b8']],
    ['swim -women', ['b8']],
    ['maori OR brien OR obrien', ['b2', 'b3']],
    ['Series: a history', ['b7']],
    ['series:history', ['b7']],
    ['978-0-7475-3269-9', ['b2']],
    ['0747532699', ['b2']],
    ['ISBN 0747532699', ['b2']],
    ['isbn:9780747532699', ['b2']],
    ['isbn:97807*', ['b2']],
    ['identifier:b4', ['b4']],
    ['language:Maori', ['b3']],
    ['publicationYear:1999', ['b6']],
    ['"a new hope"', ['b1']],
    ['"new a hope"', []],
    ['*', shelf.map(({ id }) => id)],
  ])('%s', async (text, expected) => {
    expect(await typed(text)).toEqual(expected)
  })

  test('a record with exactly that title first, and titles before notes', async () => {
    expect(await ids({ query: { query_string: { query: 'swimming' } } })).toEqual(['b8', 'b6'])
    expect((await ids({ query: { query_string: { query: 'star' } } }))[0]).toBe('b1')
  })
})

test.each<[title: string, found: string[], others?: string[]]>([
  ['L’oiseau du quai', ['oiseau quai', "l'oiseau", 'l’oiseau quai', 'loiseau', 'L`oiseau']],
  ['Un oiseau de quai', ["l'oiseau", 'oiseau']],
  ['Histoire d’aventures', ['aventures', "d'aventures"]],
  ['Nell’isola dell’amore', ['isola amore', "l'isola"]],
  ['Zoomster™ stories', ['zoomster stories', 'zoomster™ stories', 'Zoomster']],
  ['30,000 steps', ['30000 steps', '30 000 steps', '30.000 steps', '30,000 steps']],
  ['30000 paces', ['30,000 paces', '30 000 paces', '30’000 paces', '30000']],
  ['30.000 Schritte', ['30000', '30,000 Schritte', '30 000 Schritte']],
  ['12½ rivers', ['12 rivers', '12 1/2 rivers', '12½'], ['121 2', '121']],
  ['Not today, Hetty', ['NOT TODAY HETTY', 'not today hetty', 'hetty NOT sleep'], ['hetty NOT today']],
])('%s is found by %j and not by %j', async (title, found, others = []) => {
  await app.catalogue.write([recordOf({ id: 'x', title })])
  for (const text of found) expect(await typed(text), text).toContain('x')
  for (const text of others) expect(await typed(text), text).not.toContain('x')
  await app.catalogue.remove(['x'])
})

describe('facets', () => {
  const aggs = {
    language: { terms: { field: 'language' } },
    type: { terms: { field: 'scisType' } },
    year: {
      range: {
        field: 'publicationYear',
        ranges: [
          { key: 'early', to: 2004 },
          { key: 'middle', from: 2004, to: 2014 },
          { key: 'late', from: 2014 },
        ],
      },
    },
  }

  test('count the matches, and their own choice does not narrow them', async () => {
    const all = await search({ aggs }, 'hillview')
    expect(buckets(all, 'language')).toEqual({ English: 6, Japanese: 1, Maori: 1 })
    expect(buckets(all, 'year')).toEqual({ early: 3, middle: 2, late: 3 })

    const chosen = await search({ aggs, query: { bool: { filter: { term: { language: 'English' } } } } }, 'hillview')
    expect(chosen.hits.total).toBe(6)
    expect(buckets(chosen, 'language')).toEqual({ English: 6, Japanese: 1, Maori: 1 })
    expect(buckets(chosen, 'year')).toEqual({ early: 3, middle: 2, late: 1 })
    expect(buckets(chosen, 'type')).toEqual({ Book: 5, DVD: 1 })
  })

  test('two year ranges are alternatives', async () => {
    const range = (gte: number, lte: number) => ({ range: { publicationYear: { gte, lte } } })
    const filter = { bool: { should: [range(1600, 2003), range(2014, 2099)] } }
    expect((await search({ query: { bool: { filter } } })).hits.total).toBe(6)
  })

  test('of the six kinds are for eligible schools only', async () => {
    const names = async (person: Person | null) => Object.keys((await search({ aggs }, person)).aggregations)
    expect(await names('hillview')).toEqual(['language', 'type', 'year'])
    expect(await names('lakeside')).toEqual(['language', 'type', 'year'])
    expect(await names('riverside')).toEqual(['language', 'year'])
    expect(await names(null)).toEqual(['language', 'year'])
  })
})

test('results are ordered and paged', async () => {
  const sort = { publicationYear: 'desc' }
  expect(await ids({ sort, size: 3 })).toEqual(['b5', 'b3', 'b8'])
  expect(await ids({ sort, size: 3, from: 3 })).toEqual(['b4', 'b2', 'b7'])
  expect(await ids({ sort: ['titleSort'], size: 2 })).toEqual(['b3', 'b7'])
})

test('alternatives beside a must only change the order', async () => {
  const query = { bool: { must: { match: { keyword: 'spider' } }, should: { match: { notes: 'facts' } } } }
  expect((await ids({ query })).sort()).toEqual(['b4', 'b6', 'b8'])
})

test('a record is found by its number', async () => {
  const reply = await app.as('hillview')(catalogueApi.search, {
    bodybuilderquery: { query: { terms: { _id: ['b2', 'gone'] } } },
  } as never)
  expect(reply.hits).toMatchObject({ total: 1, hits: [{ _id: 'b2' }] })
})

test('years chosen in several ways are alternatives, on the page and for a request of all its records', async () => {
  await app.catalogue.write([
    recordOf({ id: 'partly', title: 'Undated', publicationYear: null, dateIssuedMarc: '19uu' }),
  ])
  const years = [{ range: { publicationYear: { gte: 2016, lte: 2099 } } }, { terms: { uncertainYear: ['uncertain'] } }]
  const query = { query: { bool: { must: [{ match_all: {} }], filter: [{ bool: { should: years } }] } } }
  const chosen = ['b3', 'b5', 'partly']
  expect((await ids(query)).sort()).toEqual(chosen)
  const { total, ids: newest } = await newestOf(app.catalogue, { hold: [], query, most: 10, localNotes: true })
  expect([total, newest.toSorted()]).toEqual([3, chosen])
})

test('a search with one hit for each work counts its editions among the records found', async () => {
  const editions = [2001, 2019, 1988].map((publicationYear, i) =>
    recordOf({ id: `e${i}`, title: 'Otters', work: 'marsh ottilie / otters', publicationYear }),
  )
  await app.catalogue.write([...editions, recordOf({ id: 'e9', title: 'Otters' })])
  const query = { query: { query_string: { query: 'otters' } }, sort: [{ publicationYear: 'desc' }] }
  const { hits } = await search({ ...query, collapse: { field: 'work' } })
  expect(hits.hits.map(({ _id, editions }) => [_id, editions!.count])).toEqual([
    ['e1', 3],
    ['e9', 1],
  ])
  expect([hits.total, hits.works]).toEqual([4, 2])
  expect((await search(query)).hits).not.toHaveProperty('works')
  await expect(search({ ...query, collapse: { field: 'language' } })).rejects.toMatchObject({ status: 400 })
  await app.catalogue.remove(['e0', 'e1', 'e2', 'e9'])
})
