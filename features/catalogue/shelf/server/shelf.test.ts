import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '../../contract.ts'
import { shelfApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  const two = (number: number) => String(number).padStart(2, '0')
  await app.catalogue.write(
    [
      // 30 books of one number, by author, between numbers with a book or two each.
      ...Array.from({ length: 30 }, (_, i) => ({
        id: `m${i}`,
        authors: [`${['Adams', 'Baker', 'Clark'][Math.floor(i / 10)]} ${two(i)}`],
        deweyFull: '599',
      })),
      ...['000', '100.5', '598', '598.9', '599.2', '599.10', '600'].map((deweyFull) => ({
        id: `c${deweyFull}`,
        deweyFull,
      })),
      { id: 'late', deweyFull: '598.9', authors: ['Zebra, Zoe'] },
      { id: 'early', deweyFull: '598.9', authors: ['Aardvark, Al'] },
      { id: 'novel', authors: ['Dahl, Roald'], fiction: true },
      { id: 'nowhere' },
    ].map((each) => recordOf({ title: `Book ${each.id}`, ...each })),
  )
})
afterAll(() => app.close())

const shelf = async (input: { record?: string; mark?: string; at?: number }) =>
  (await app.as('hillview')(shelfApi.shelf, input)).response
const ids = async (input: Parameters<typeof shelf>[0]) => (await shelf(input)).books.map(({ hit }) => hit._id)

test('books stand by number, then by the first letters of author or title', async () => {
  expect(await ids({})).toEqual(['c000', 'c100.5', 'c598', 'early', 'c598.9', 'late', 'm0', 'm1', 'm2'])
})

test('going further and back visits every book once, in one order', async () => {
  const seen: string[] = []
  let stretch = await shelf({})
  for (;;) {
    seen.push(...stretch.books.map(({ hit }) => hit._id))
    if (!stretch.after || seen.length > 100) break
    // The last stretch is filled from before.
    const next = await shelf(stretch.after)
    stretch = next.after ? next : { ...next, books: next.books.filter(({ hit }) => !seen.includes(hit._id)) }
  }
  expect(seen).toHaveLength(40)
  expect(new Set(seen).size).toBe(40)
  expect(seen.slice(-4)).toEqual(['c599.10', 'c599.2', 'c600', 'novel'])
  const last = await shelf({ mark: 'F' })
  expect(last.after).toBeNull()
  const before = await shelf(last.before!)
  expect(before.books.at(-1)?.hit._id).toBe(seen[40 - 9 - 1])
})

test('a record is in the middle of its shelf, with the marks of all', async () => {
  const { books, before, after } = await shelf({ record: 'm15' })
  expect(books.map(({ hit }) => hit._id)).toEqual(['m11', 'm12', 'm13', 'm14', 'm15', 'm16', 'm17', 'm18', 'm19'])
  expect(before).toEqual({ mark: '599', at: 2 })
  expect(after).toEqual({ mark: '599', at: 20 })
  expect((await shelf({ record: 'novel' })).books.at(-1)).toMatchObject({ mark: 'F DAH', hit: { _id: 'novel' } })
})

test('a number that no book has leads to the next one', async () => {
  expect((await ids({ mark: '300' }))[0]).toBe('c598')
  expect((await ids({ mark: '598.5' }))[0]).toBe('early')
  expect((await ids({ mark: 'zzz' })).at(-1)).toBe('novel')
})

test('a number with letters leads to the first author at or after them', async () => {
  expect((await ids({ mark: '599 bak' }))[0]).toBe('m10')
  expect((await ids({ mark: '599 BB' }))[0]).toBe('m20')
  expect(await ids({ mark: '599 zzz' })).toEqual(await ids({ mark: '599.10' }))
  expect((await ids({ mark: 'f dah' })).at(-1)).toBe('novel')
  expect((await ids({ mark: '300 dah' }))[0]).toBe('c598')
})

test('a record without a number has no shelf; an unknown one is refused', async () => {
  expect(await shelf({ record: 'nowhere' })).toEqual({ books: [], before: null, after: null })
  await expect(shelf({ record: 'gone' })).rejects.toMatchObject({ status: 404, code: 'record_not_found' })
  await expect(shelf({ at: -1 })).rejects.toMatchObject({ status: 400 })
})

test.each([
  ['dewey:598.9', 3],
  ['dewey:598', 4],
  ['dewey:"599.2"', 1],
  ['598.9', 3],
  ['599.1', 1],
  ['599.1/0', 1],
  ['100.5 book', 1],
  ['598', 0],
])('the search “%s” finds %d records of the class', async (typed, total) => {
  const query = { query: { query_string: { query: typed, default_operator: 'and' } } }
  expect((await app.as(null)(catalogueApi.search, { bodybuilderquery: query })).hits.total).toBe(total)
})

test('records are counted by their main class', async () => {
  const query = { size: 0, aggs: { deweyClass: { terms: { field: 'deweyClass', size: 20 } } } }
  const { aggregations } = await app.as('hillview')(catalogueApi.search, { bodybuilderquery: query })
  const counts = Object.fromEntries(aggregations.deweyClass!.buckets.map(({ key, doc_count }) => [key, doc_count]))
  expect(counts).toMatchObject({
    '000 Computing and knowledge': 1,
    '100 Philosophy and psychology': 1,
    '600 Technology': 1,
  })
})
