import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf, type Sketch } from '#adapters/catalogue/suite/documents.ts'
import { headingOf } from '#adapters/headings/suite/documents.ts'
import { people, type TestApp, testApp } from '#app/testing.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { CatalogueUnavailable } from '../../server/catalogue-port.ts'

const works: Omit<Sketch, 'id'>[] = [
  { title: 'The very hungry caterpillar', authors: ['Carle, Eric'], isbn13: ['9780399226908'], fiction: true },
  { title: 'Possum magic', authors: ['Fox, Mem', 'Vivas, Julie'], subjects: ['Possums', 'Magic'], fiction: true },
  { title: 'Wombat stew', authors: ['Vaughan, Marcia'], subjects: ['Wombats'], fiction: true },
  {
    title: 'Diary of a wombat',
    authors: ['French, Jackie'],
    subjects: ['Wombats -- Fiction', 'Wombats'],
    fiction: true,
  },
  { title: 'Wombats of Australia', authors: ['Wombwell, Ann'], subjects: ['Wombats'], series: ['Wild lives ; 3'] },
  { title: 'Possums of Australia', authors: ['Wombwell, Ann'], subjects: ['Possums'], series: ['Wild lives ; 4'] },
  { title: 'One number', isbn13: ['9780140328721'] },
  { title: 'The same number', isbn13: ['9780140328721'] },
  ...Array.from({ length: 25 }, (_, i) => ({ title: `Dinosaurs, part ${i + 1}`, series: ['Bones'] })),
  { title: 'Vertigo' },
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  app.expectErrors(/CatalogueUnavailable/)
  await app.catalogue.write(
    works.map((work, i) =>
      recordOf({
        id: String(1000001 + i),
        voyagerCreateDate: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}`,
        ...work,
      }),
    ),
  )
})
afterAll(() => app.close())

const titlesOf = (hits: { _source: { title: { titlePrimary: string } } }[]) =>
  hits.map(({ _source }) => _source.title.titlePrimary)

test('a visitor sees the most recently catalogued fiction, newest first', async () => {
  const { response } = await app.as(null)(discoverApi.recentFiction, {})
  expect(titlesOf(response)).toEqual([
    'Diary of a wombat',
    'Wombat stew',
    'Possum magic',
    'The very hungry caterpillar',
  ])
})

test('twenty records of non-fiction, and the series that have grown', async () => {
  const { response } = await app.as('hillview')(discoverApi.recentNonFiction, {})
  expect(response).toHaveLength(20)
  const days = response.map(({ _source }) => _source.voyagerCreateDate)
  expect(days).toEqual([...days].sort().reverse())
  const series = await app.as(null)(discoverApi.recentSeries, {})
  expect(series.response).toEqual(['Bones', 'Wild lives'])
})

test('a newly catalogued record is among the recent ones at once, and a failed lookup is not cached', async () => {
  const { search } = app.catalogue
  await app.as(null)(discoverApi.recentFiction, {})
  await app.catalogue.write([
    recordOf({ id: '3000001', title: 'Echidna days', fiction: true, voyagerCreateDate: '2026-02-01' }),
  ])
  app.catalogue.search = () => Promise.reject(new CatalogueUnavailable('gone'))
  await expect(app.as(null)(discoverApi.recentFiction, {})).rejects.toMatchObject({ status: 503 })
  app.catalogue.search = search
  expect(titlesOf((await app.as(null)(discoverApi.recentFiction, {})).response)[0]).toBe('Echidna days')
})

test('a school without a current subscription sees what visitors see', async () => {
  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2019-01-01', endsOn: '2020-01-01' })
    .where(
      'customerId',
      'in',
      app.db.selectFrom('appUser').select('customerId').where('username', '=', people.lakeside),
    )
    .execute()
  const asks = [
    (who: 'lakeside' | null) => app.as(who)(discoverApi.recentFiction, {}),
    (who: 'lakeside' | null) => app.as(who)(discoverApi.recentNonFiction, {}),
    (who: 'lakeside' | null) => app.as(who)(discoverApi.recentSeries, {}),
    (who: 'lakeside' | null) => app.as(who)(discoverApi.suggest, { prefix: 'wom' }),
    (who: 'lakeside' | null) => app.as(who)(discoverApi.spelling, { query: 'wombta' }),
  ]
  for (const ask of asks) expect(await ask('lakeside')).toEqual(await ask(null))
})

test('a prefix suggests titles, authors, headings and series', async () => {
  const { response } = await app.as(null)(discoverApi.suggest, { prefix: 'womb' })
  expect(response.titles.map(({ title }) => title)).toContain('Diary of a wombat')
  expect(response).toMatchObject({ authors: ['Wombwell, Ann'], headings: ['Wombats', 'Wombats -- Fiction'] })
  expect((await app.as(null)(discoverApi.suggest, { prefix: 'jackie fr' })).response.authors).toEqual([
    'French, Jackie',
  ])
  expect((await app.as(null)(discoverApi.suggest, { prefix: 'Wild l' })).response.series).toEqual(['Wild lives'])
})

test('titles that begin with the prefix come first, with their article if it is typed', async () => {
  const titles = async (prefix: string) =>
    (await app.as(null)(discoverApi.suggest, { prefix })).response.titles.map(({ title }) => title)
  expect(await titles('the ve')).toEqual(['The very hungry caterpillar', 'Vertigo'])
  expect(await titles('ve')).toEqual(['Vertigo', 'The very hungry caterpillar'])
  expect((await titles('womb')).slice(0, 2)).toEqual(['Wombat stew', 'Wombats of Australia'])
})

test.each([
  ['978-0-399-22690-8', '1000001'],
  ['0399226907', '1000001'],
  ['1000003', '1000003'],
  ['9780140328721', null],
  ['1984', null],
  ['no number at all', null],
])('the number %s leads to the record %s', async (prefix, record) => {
  expect((await app.as(null)(discoverApi.suggest, { prefix })).response.record?.id ?? null).toBe(record)
})

test('a suggested heading has its vocabularies, a subdivision those of its main heading', async () => {
  await app.headings.write([headingOf('w1', 'Wombats', { topicAuthority: 'scot' })])
  const { response } = await app.as(null)(discoverApi.suggest, { prefix: 'womb' })
  const [heading] = response.headings
  expect(heading).toMatch(/^Wombats/)
  expect(response.schemesOfHeadings[heading!]).toEqual(['scot'])
})

test('a text has at most 1,000 characters once it is folded', async () => {
  const long = 'ﷺ'.repeat(56)
  await expect(app.as(null)(discoverApi.suggest, { prefix: long })).rejects.toMatchObject({ status: 400 })
  await expect(app.as(null)(discoverApi.spelling, { query: long })).rejects.toMatchObject({ status: 400 })
  expect((await app.as(null)(discoverApi.spelling, { query: 'ﷺ'.repeat(55) })).response).toEqual([])
})

test('of a long text the first 32 words are suggested for, each searched once', async () => {
  const { search } = app.catalogue
  const clauses: number[] = []
  app.catalogue.search = (query, signal) => {
    if ('clauses' in query.clause) clauses.push(query.clause.clauses.length)
    return search(query, signal)
  }
  try {
    await app.as(null)(discoverApi.suggest, { prefix: Array.from({ length: 200 }, (_, i) => `w${i}`).join(' ') })
    expect(Math.max(...clauses)).toBe(32)
    clauses.length = 0
    await app.as(null)(discoverApi.suggest, { prefix: 'wild lives '.repeat(80) })
    expect(Math.max(...clauses)).toBe(3)
  } finally {
    app.catalogue.search = search
  }
})

test('a prefix without a word suggests nothing; an empty one is refused', async () => {
  const { response } = await app.as(null)(discoverApi.suggest, { prefix: ' ?*"' })
  expect(response).toEqual({ titles: [], authors: [], headings: [], schemesOfHeadings: {}, series: [], record: null })
  await expect(app.as(null)(discoverApi.suggest, { prefix: '' })).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['Dinosuars', ['Dinosaurs']],
  ['hungrey caterpiler', ['hungry caterpillar']],
  ['title:"posum magic"', ['title:"possum magic"']],
  ['possummagic', ['possum magic']],
  ['wombat', []],
  ['posum hungry', []],
  ['1984', []],
  ['', []],
])('%s is corrected to %j if that finds something', async (query, meant) => {
  const { response } = await app.as(null)(discoverApi.spelling, { query })
  expect(response.map((each) => each.query).slice(0, Math.max(1, meant.length))).toEqual(meant)
  for (const { total } of response) expect(total).toBeGreaterThan(0)
})

test('the suggestions for the first letters are computed once for each state of the catalogue', async () => {
  const { suggest } = app.catalogue
  let searches = 0
  app.catalogue.suggest = (...given) => {
    searches++
    return suggest(...given)
  }
  const typed = async (prefix: string) => (await app.as(null)(discoverApi.suggest, { prefix })).response
  try {
    const first = await typed('Q')
    expect([await typed('q'), await typed(' q ')]).toEqual([first, first])
    expect(searches).toBe(1)
    await app.catalogue.write([recordOf({ id: '2000001', title: 'Quokkas' })])
    expect((await typed('q')).titles).toMatchObject([{ title: 'Quokkas' }])
    expect(searches).toBe(2)
    app.catalogue.suggest = () => Promise.reject(new CatalogueUnavailable('gone'))
    await expect(typed('qu')).rejects.toMatchObject({ status: 503 })
    app.catalogue.suggest = suggest
    expect((await typed('qu')).titles).toMatchObject([{ title: 'Quokkas' }])
  } finally {
    app.catalogue.suggest = suggest
  }
})

test('an unavailable catalogue is reported', async () => {
  const { search, stats } = app.catalogue
  const gone = () => Promise.reject(new CatalogueUnavailable('gone'))
  Object.assign(app.catalogue, { search: gone, stats: gone })
  try {
    for (const ask of [
      () => app.as(null)(discoverApi.recentFiction, {}),
      () => app.as(null)(discoverApi.suggest, { prefix: 'wom' }),
      () => app.as(null)(discoverApi.spelling, { query: 'wombta' }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 503, code: 'search_unavailable' })
  } finally {
    Object.assign(app.catalogue, { search, stats })
  }
})
