import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf, type Sketch } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { restApi } from '#features/library-systems/rest/contract.ts'
import { catalogueApi } from '../../contract.ts'
import { discoverApi } from '../../discover/contract.ts'
import { CatalogueUnavailable } from '../../server/catalogue-port.ts'

const narnia = (number: number, title: string, more: Partial<Sketch> = {}): Sketch => ({
  id: `n${number}`,
  title,
  authors: ['Lewis, C. S.'],
  series: [`Chronicles of Narnia ; ${number}`],
  ...more,
})
const shelf: Sketch[] = [
  ...Array.from({ length: 4 }, (_, i) => ({ id: `h${i}`, title: `Harry Potter, year ${i}`, language: ['English'] })),
  { id: 'h9', title: 'Harry Potter à l’école', language: ['French'] },
  narnia(2, 'The lion, the witch and the wardrobe'),
  narnia(3, 'The horse and his boy'),
  { id: 'a1', title: 'The BFG', authors: ['Dahl, Roald'], scisType: 'Audiobook' },
  { id: 'a2', title: 'The BFG', authors: ['Dahl, Roald'], scisType: 'Book' },
  { id: 's1', title: 'Shark', subjects: ['Sharks'], targetAudienceText: ['Lower primary'], scisType: 'Book' },
  { id: 's2', title: 'Shark attack', subjects: ['Sharks'], targetAudienceText: ['Adult'], scisType: 'Book' },
  { id: 's3', title: 'Shark hunters', subjects: ['Sharks'], targetAudienceText: ['Lower primary'], scisType: 'DVD' },
  { id: 'm1', title: 'Wellington', subjects: ['Maps'], scisType: 'Map' },
  { id: 'w1', title: 'Whales', subjects: ['Whales', 'Sleep'] },
  { id: 'w2', title: 'The song of the blue whale' },
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(shelf.map(recordOf))
})
afterAll(() => app.close())

const queryOf = (query: string, filter: object[] = []) => ({
  query: { bool: { must: [{ query_string: { query, default_operator: 'and' } }], filter } },
  size: 10,
  aggs: { language: { terms: { field: 'language' } } },
})
const ask = (query: unknown) =>
  app.as(null)(catalogueApi.search, { bodybuilderquery: JSON.stringify(query), otherwise: 'true' })
const idsOf = (found: { hits: { _id: string }[] }) => found.hits.map(({ _id }) => _id).sort()

test.each([
  ['a misspelling', 'harry poter', 'spelling', 'harry potter', [], 'h0 h1 h2 h3 h9'],
  ['function words', 'map of wellington', 'fewerWords', 'map wellington', [], 'm1'],
  ['a question', 'why do whales sleep?', 'fewerWords', 'whales sleep', [], 'w1'],
  ['a type', 'roald dahl audiobook', 'filters', 'roald dahl', ['Audiobook'], 'a1'],
  ['an audience', 'shark for lower primary', 'filters', 'shark', ['Lower primary'], 's1 s3'],
  ['a type and a year level', 'dvd about sharks for year 2', 'filters', 'sharks', ['Lower primary', 'DVD'], 's3'],
  ['a language', 'harry potter in french', 'filters', 'harry potter', ['French'], 'h9'],
  ['a type that nothing has', 'shark large print', 'fewerWords', 'shark', [], 's1 s2 s3'],
  ['a place in a series', 'narnia book 3', 'series', 'series:(narnia 3)', [], 'n3'],
  ['an author’s place in a series', 'lewis book 2', 'series', 'lewis series:2', [], 'n2'],
  ['a misspelling beside a type', 'roald dhal audiobook', 'filters', 'roald dahl', ['Audiobook'], 'a1'],
  ['an unknown word', 'zzxqv whale', 'fewerWords', 'whale', [], 'w1 w2'],
  ['words that are never together', 'blue whale attack', 'mostWords', 'blue whale attack', [], 'w2'],
])('%s: %s', async (_, typed, by, query, values, ids) => {
  const { hits, otherwise } = await ask(queryOf(typed))
  expect(hits).toEqual({ total: 0, hits: [] })
  const chosen = otherwise?.filters.map(({ value }) => value)
  expect({ ...otherwise, chosen }).toMatchObject({ by, query, chosen: values })
  expect(idsOf(otherwise!.hits)).toEqual(ids.split(' '))
  expect(otherwise!.hits.total).toBe(ids.split(' ').length)
  // The reading as a search of its own finds the same.
  if (by !== 'mostWords') {
    const field = (name: string) => otherwise!.filters.filter((each) => each.field === name).map(({ value }) => value)
    const names = [...new Set(otherwise!.filters.map((each) => each.field))]
    const again = await ask(
      queryOf(
        query,
        names.map((name) => ({ terms: { [name]: field(name) } })),
      ),
    )
    expect(again.hits).toEqual(otherwise!.hits)
  }
})

test('the counts are those of the shown records, and wider readings are named with their totals', async () => {
  const { otherwise } = await ask(queryOf('shark dvd for lower primary'))
  expect(idsOf(otherwise!.hits)).toEqual(['s3'])
  expect(otherwise!.others.map(({ query, filters, total }) => [query, filters.length, total])).toEqual([
    ['shark', 1, 2],
    ['shark', 0, 3],
  ])
  const french = await ask(queryOf('harry potter in french'))
  expect(french.otherwise!.aggregations.language!.buckets).toContainEqual({ key: 'French', doc_count: 1 })
})

test('few records found by their notes come with another reading, those of that title alone', async () => {
  const shelfOfNotes: Sketch[] = [
    { id: 'k1', title: 'Recordings', description: 'Magic for children' },
    { id: 'k2', title: 'Magic tricks', subjects: ['Magic'], targetAudienceText: ['Lower primary'] },
    { id: 'k3', title: 'Travel for children' },
    { id: 'k4', title: 'Travel', targetAudienceText: ['Lower primary'] },
  ]
  await app.catalogue.write(shelfOfNotes.map(recordOf))
  const { hits, otherwise } = await ask(queryOf('magic for children'))
  expect([idsOf(hits), otherwise?.query, idsOf(otherwise!.hits)]).toEqual([['k1'], 'magic', ['k2']])
  expect((await ask(queryOf('travel for children'))).otherwise).toBeUndefined()
  // Its only record is shown already.
  expect((await ask(queryOf('wellington maps'))).otherwise).toBeUndefined()
  await app.catalogue.remove(shelfOfNotes.map(({ id }) => id))
})

test.each([
  ['children in war', 'fewerWords', 'children war', 'c1'],
  ['a war for children', 'filters', 'war', 'c2'],
  ['books about children', 'filters', 'children', 'c1'],
  ['emma translated into french', 'filters', 'emma', 'c3'],
])('%s: words that may name the subject are filters only beside it', async (typed, by, query, ids) => {
  const children: Sketch[] = [
    { id: 'c1', title: 'War and children', scisType: 'Book', targetAudienceText: ['Adult'] },
    { id: 'c2', title: 'War', targetAudienceText: ['Juvenile'] },
    { id: 'c3', title: 'Emma', language: ['French'] },
  ]
  await app.catalogue.write(children.map(recordOf))
  const { otherwise } = await ask(queryOf(typed))
  expect([otherwise?.by, otherwise?.query, idsOf(otherwise!.hits).join(' ')]).toEqual([by, query, ids])
  await app.catalogue.remove(children.map(({ id }) => id))
})

test('a search’s own filters apply to the reading if it finds something with them', async () => {
  const french = [{ terms: { language: ['French'] } }]
  const kept = (await ask(queryOf('harry poter', french))).otherwise!
  expect([kept.query, kept.keepsFilters, idsOf(kept.hits)]).toEqual(['harry potter', true, ['h9']])
  const left = (await ask(queryOf('shark', french))).otherwise!
  expect([left.by, left.keepsFilters, left.hits.total]).toEqual(['withoutFilters', false, 3])
})

test.each([
  ['nothing that the catalogue has', queryOf('zzxqv')],
  ['no words', queryOf('')],
  ['signs only', queryOf('!!! "')],
  ['a query of another kind', { query: { match: { title: 'harry poter' } } }],
  ['one field', { query: { query_string: { query: 'harry poter', fields: ['title'] } } }],
])('there is no other reading of %s', async (_, query) => {
  expect((await ask(query)).otherwise).toBeUndefined()
})

test('it comes only if it is asked for, and never to a crawler', async () => {
  const bodybuilderquery = JSON.stringify(queryOf('harry poter'))
  expect((await app.as(null)(catalogueApi.search, { bodybuilderquery })).otherwise).toBeUndefined()
  const found = await app.http.inject({
    url: `/rest/catalogue/search?${new URLSearchParams({ bodybuilderquery, otherwise: 'true' })}`,
    headers: { 'user-agent': 'Googlebot/2.1' },
  })
  expect(found.json()).toMatchObject({ hits: { total: 0 } })
  expect(found.json().otherwise).toBeUndefined()
})

test('of a search that finds little, readings that find far more are named', async () => {
  await app.catalogue.write([
    recordOf({ id: 'x1', title: 'Shark books for kids: a list' }),
    ...Array.from({ length: 6 }, (_, i) =>
      recordOf({ id: `x${i + 2}`, title: `More sharks ${i}`, scisType: 'Book', targetAudienceText: ['Lower primary'] }),
    ),
  ])
  const wider = async (query: string) =>
    (await app.as(null)(discoverApi.readings, { query })).response.map(({ query, filters, total }) => [
      query,
      filters.map(({ value }) => value).join(),
      total,
    ])
  const books = 'Book,Large print book,Braille book,Graphic novel'
  expect(await wider('shark books for kids')).toEqual([
    ['shark', `Lower primary,${books}`, 7],
    ['shark', 'Lower primary', 8],
    ['shark', books, 9],
  ])
  expect(await wider('shark')).toEqual([])
  await app.catalogue.remove(Array.from({ length: 7 }, (_, i) => `x${i + 1}`))
})

test('an engine that is away by then costs the reading, not the answer', async () => {
  const { counts } = app.catalogue
  app.catalogue.counts = () => Promise.reject(new CatalogueUnavailable('crowded'))
  try {
    const reply = await ask(queryOf('harry poter'))
    expect([reply.hits.total, reply.otherwise]).toEqual([0, undefined])
  } finally {
    app.catalogue.counts = counts
  }
})

test('a search by names has it, too, page by page', async () => {
  const search = (pageNumber: string) =>
    app.as(null)(restApi.searchByFields, { query: 'harry poter', pageSize: '3', pageNumber, otherwise: 'true' })
  const [first, second] = await Promise.all(['1', '2'].map(search))
  expect(first!.response).toMatchObject({ totalCount: 0, otherwise: { query: 'harry potter', totalCount: 5 } })
  expect(second!.response.otherwise!.results).toHaveLength(2)
})

test('a long search costs no more calls of the engine than a short one', async () => {
  const { search, counts, spellings } = app.catalogue
  let calls = 0
  const counted =
    <A extends unknown[], R>(call: (...given: A) => R) =>
    (...given: A) => {
      calls++
      return call(...given)
    }
  Object.assign(app.catalogue, { search: counted(search), counts: counted(counts), spellings: counted(spellings) })
  try {
    await ask(queryOf(`${'shark potter whale narnia '.repeat(30)} books for year 3 in french`))
    expect(calls).toBeLessThan(30)
  } finally {
    Object.assign(app.catalogue, { search, counts, spellings })
  }
})
