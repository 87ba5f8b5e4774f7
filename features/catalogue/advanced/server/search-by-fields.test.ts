import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '../../contract.ts'

// Through HTTP, on the embedded engine.
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { SEARCH_RESULTS_PER_PAGE: '3' } })
  await app.catalogue.write(
    [
      { id: 'b1', title: 'Dragon days', publicationYear: 1999, language: ['English'], scisType: 'Book' as const },
      { id: 'b2', title: 'Dragon nights', publicationYear: 2008, language: ['French'], scisType: 'DVD' as const },
      { id: 'b3', title: 'A dragon in Seoul', publicationYear: 2016, language: ['Korean'] },
      { id: 'b4', title: 'Whales', publicationYear: 2020, placeOfPublicationMarcCountry: 'Korea (South)' },
    ].map(recordOf),
  )
})
afterAll(() => app?.close())

const ask = async (query: string, person: Person | null = null) => {
  const reply = await app.raw(person, { method: 'GET', url: `/rest/search?${query}` })
  return { status: reply.statusCode, ...reply.json() }
}
const ids = async (query: string) =>
  (await ask(query)).response.results.map(({ _id }: { _id: string }) => _id) as string[]

test('a search by name and values answers with its page and its numbers', async () => {
  const { status, response } = await ask(
    'indexName=Global&query=dragon&pageNumber=2&pageSize=2&selectedOrder=publicationYear&orderByOperator=desc',
  )
  expect(status).toBe(200)
  expect(response).toMatchObject({ pageNumber: 2, pageSize: 2, totalCount: 3, results: [{ _id: 'b1' }] })
  expect(response.results[0]._source.title.titlePrimary).toBe('Dragon days')
  expect(Object.keys(response)).toEqual(['results', 'pageNumber', 'totalCount', 'pageSize', 'aggregations'])
})

test('without a size the settings decide; without any condition, everything is found', async () => {
  const { response } = await ask('')
  expect(response).toMatchObject({ pageNumber: 1, pageSize: 3, totalCount: 4 })
  expect(response.results).toHaveLength(3)
})

test('several values of a facet are alternatives, facets narrow each other, and the page keeps their counts', async () => {
  expect((await ids('language=English&language=French')).sort()).toEqual(['b1', 'b2'])
  expect(await ids('language=English&language=French&scisType=DVD')).toEqual(['b2'])
  expect(await ids(`placeOfPublicationMarcCountry=${encodeURIComponent('Korea (South)')}`)).toEqual(['b4'])
  const { response } = await ask('language=French&query=dragon')
  expect(response.aggregations.language.buckets.map(({ key }: { key: string }) => key)).toEqual([
    'English',
    'French',
    'Korean',
  ])
})

test.each([
  ['2008', ['b2']],
  ['1999-2008', ['b1', 'b2']],
  ['Earlier than 2004', ['b1']],
  ['2004 - 2013', ['b2']],
  ['2014 and after', ['b3', 'b4']],
  ['1600-2003', ['b1']],
])('the year of publication may be %s', async (text, expected) => {
  expect((await ids(`publicationYear=${encodeURIComponent(text)}`)).sort()).toEqual(expected)
})

test('it gives the same reply as the search by a query', async () => {
  const byQuery = await app.as('hillview')(catalogueApi.search, {
    bodybuilderquery: JSON.stringify({
      query: { query_string: { query: 'dragon', default_operator: 'and' } },
      aggs: { scisType: { terms: { field: 'scisType' } } },
    }),
  })
  const { response } = await ask('query=dragon', 'hillview')
  expect(response.results).toEqual(byQuery.hits.hits)
  expect(response.aggregations.scisType).toEqual(byQuery.aggregations.scisType)
})

test('only eligible schools get the extra facets', async () => {
  const names = async (person: Person | null) => Object.keys((await ask('', person)).response.aggregations).sort()
  expect(await names('hillview')).toContain('subjects')
  for (const person of ['riverside', null] as const)
    expect(await names(person)).toEqual(['language', 'publicationYear'])
})

test.each([
  ['indexName=Local', 'indexName must be Global.'],
  ['index=Global', '"index" is not accepted.'],
  ['pageNumber=0', 'pageNumber must be a whole number from 1.'],
  ['pageNumber=x', 'pageNumber must be a whole number from 1.'],
  ['pageNumber=1&pageNumber=2', 'pageNumber is given more than once.'],
  ['query=a&query=b', 'query is given more than once.'],
  ['pageSize=101', 'At most 100 hits are given at once.'],
  ['pageNumber=101&pageSize=100', 'Paging ends at 10000 records.'],
  ['pageNumber=3000&pageSize=30', 'Paging ends at 10000 records.'],
  ['query=*dragon', 'A search word can’t start with a wildcard.'],
  ['selectedOrder=size', 'selectedOrder must be '],
  ['orderByOperator=up', 'orderByOperator must be asc or desc.'],
  ['publicationYear=soon', 'publicationYear must be a year'],
])('%s is refused with a sentence', async (query, sentence) => {
  const reply = await ask(query)
  expect(reply.status).toBe(400)
  expect(reply.messages[0]).toContain(sentence)
})

test('the 100th page of 100 is the last', async () => {
  expect((await ask('pageNumber=100&pageSize=100')).response).toMatchObject({ results: [], totalCount: 4 })
})

test('a school whose subscriptions have ended finds what visitors find', async () => {
  const school = await app.db
    .selectFrom('customer')
    .select('id')
    .where('customerNo', '=', '10003')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('subscription')
    .set({ startsOn: '2019-01-01', endsOn: '2020-01-01' })
    .where('customerId', '=', school.id)
    .execute()
  expect(await ask('', 'lakeside')).toEqual(await ask(''))
})
