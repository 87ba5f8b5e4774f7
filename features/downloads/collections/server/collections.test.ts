import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { collectionsApi } from '../contract.ts'
import { collectionRecords } from './collections.ts'
import { keepCollections, type NewCollection } from './keep-collections.ts'

const day = new Date('2026-11-21T10:00:00Z')
const shelf: NewCollection[] = [
  { path: ['Reading', 'Genres'], name: 'Dragons', description: 'Fantasy.', recordIds: ['12', '10', '11', '10'] },
  { path: ['Reading', 'Genres'], name: 'Mysteries', recordIds: ['11', 'gone'] },
  { path: ['Reading'], name: 'New this month', recordIds: [] },
  { path: ['Te ao Māori'], name: 'Matariki', recordIds: ['10'] },
]

let app: TestApp
const keep = (wanted: NewCollection[], now = day) =>
  app.db.transaction().execute((tx) => keepCollections(tx, wanted, now))
const list = async (categoryId: string) =>
  (await app.as('hillview')(collectionsApi.listCollections, { categoryId })).response

beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(['10', '11', '12'].map((id) => recordOf({ id })))
  await keep(shelf)
})
afterAll(() => app.close())

test('a librarian goes from the top level to the categories below it, in the provider’s order', async () => {
  const { response: first } = await app.as('hillview')(collectionsApi.firstCategories, {})
  expect(first).toEqual([
    { id: 'reading', name: 'Reading', parentId: '', categories: 1, collections: 3 },
    { id: 'te-ao-maori', name: 'Te ao Māori', parentId: '', categories: 0, collections: 1 },
  ])
  const { response: below } = await app.as('hillview')(collectionsApi.categoriesBelow, { categoryId: 'reading' })
  expect(below).toEqual([{ id: 'genres', name: 'Genres', parentId: 'reading', categories: 0, collections: 2 }])
  const { response: none } = await app.as('hillview')(collectionsApi.categoriesBelow, { categoryId: 'no such' })
  expect(none).toEqual([])
})

test('a category lists its own collections and those below it, with the number of their records in the catalogue', async () => {
  expect(await list('reading')).toEqual([
    {
      id: 'new-this-month',
      name: 'New this month',
      description: '',
      categoryId: 'reading',
      categoryName: 'Reading',
      recordCount: 0,
      covers: [],
      updatedDate: '2026-11-21T10:00:00.000Z',
    },
    expect.objectContaining({ id: 'dragons', description: 'Fantasy.', categoryName: 'Genres', recordCount: 3 }),
    expect.objectContaining({ id: 'mysteries', recordCount: 1 }),
  ])
  await expect(list('no such')).rejects.toMatchObject({ status: 404, code: 'category_not_found' })
})

test('a collection keeps the order of its records, each once, and an unknown collection has none', async () => {
  expect(await collectionRecords(app, 'dragons')).toEqual({ name: 'Dragons', ids: ['12', '10', '11'] })
  expect(await collectionRecords(app, 'no such')).toBeNull()
})

test('the count follows the catalogue and the collection', async () => {
  const countOf = async (id: string) => (await list('reading')).find((each) => each.id === id)?.recordCount
  await app.catalogue.remove(['12'])
  expect(await countOf('dragons')).toBe(2)
  await app.catalogue.write([recordOf({ id: '12' })])
  expect(await countOf('dragons')).toBe(3)
  await keep([{ ...shelf[0]!, recordIds: ['10'] }], new Date('2026-11-22T10:00:00Z'))
  expect(await countOf('dragons')).toBe(1)
  await keep([shelf[0]!], new Date('2026-11-23T10:00:00Z'))
  expect(await countOf('dragons')).toBe(3)
})

test('a collection shows the covers of its first four records that have one, as the catalogue has them now', async () => {
  const named = (id: string, imageFileName: string) => recordOf({ id, imageFileName })
  const ids = Array.from({ length: 20 }, (_, i) => String(800 + i))
  await app.catalogue.write([
    named('800', ''),
    named('801', 'first.jpg'),
    ...ids.slice(2, 14).map((id) => named(id, '')),
    named('814', 'first.jpg'),
    ...ids.slice(15).map((id) => named(id, `${id}.jpg`)),
  ])
  await keep([
    { path: ['Covers'], name: 'Some', recordIds: ['gone', ...ids] },
    { path: ['Covers'], name: 'None', recordIds: ['800', 'gone'] },
  ])
  const covers = async () => (await list('covers')).map((each) => each.covers)
  expect(await covers()).toEqual([['first.jpg', '815.jpg', '816.jpg', '817.jpg'], []])
  await app.catalogue.remove(['816'])
  await app.catalogue.write([named('800', 'new.jpg')])
  expect(await covers()).toEqual([['new.jpg', 'first.jpg', '815.jpg', '817.jpg'], ['new.jpg']])
})

test('however many collections a list has, one call reads the records of their covers', async () => {
  const many = Array.from({ length: 40 }, (_, i) => String(900 + i))
  await app.catalogue.write(many.map((id) => recordOf({ id, imageFileName: `${id}.jpg` })))
  await keep(many.map((id, i) => ({ path: ['Many'], name: id, recordIds: many.slice(i, i + 8) })))
  const read = vi.spyOn(app.catalogue, 'documents')
  const covers = (await list('many')).map((each) => each.covers)
  expect(covers[0]).toEqual(['900.jpg', '901.jpg', '902.jpg', '903.jpg'])
  expect(covers).toHaveLength(40)
  // The last collections have fewer than four records; the second call finds no more.
  expect(read.mock.calls.length).toBeLessThanOrEqual(2)
  read.mockClear()
  await list('many')
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
})

test('loading the same collections again changes nothing, and a name may come with other capitals', async () => {
  expect(await keep(shelf)).toEqual({ categories: 0, added: 0, changed: 0, unchanged: 4 })
  expect(await keep([{ path: ['READING', ' genres'], name: 'Mysteries', recordIds: ['11', 'gone'] }])).toEqual({
    categories: 0,
    added: 0,
    changed: 0,
    unchanged: 1,
  })
})

test('collections with the same name in two categories have different addresses', async () => {
  await keep([{ path: ['Media', 'Genres'], name: 'Dragons', recordIds: [] }])
  expect((await list('media')).map(({ id, categoryId }) => [id, categoryId])).toEqual([['dragons-2', 'genres-2']])
})

test('a collection of 100,000 records is listed', async () => {
  const ids = Array.from({ length: 100_000 }, (_, i) => String(5_000_000 + i))
  await keep([{ path: ['Everything'], name: 'All', recordIds: [...ids, '10'] }])
  expect((await list('everything'))[0]?.recordCount).toBe(1)
})

test('a preview of a collection shows its first records in order, without removed ones', async () => {
  await keep([{ path: ['Looks'], name: 'Looked into', recordIds: ['12', 'gone', '10'] }])
  const look = (person: 'hillview' | 'lakeside', collectionId: string, pageNumber?: number) =>
    app.as(person)(collectionsApi.previewCollection, { collectionId, pageNumber })
  const first = await look('hillview', 'looked-into')
  expect([first.response.map(({ _id }) => _id), first.totalCount]).toEqual([['12', '10'], 2])
  expect((await app.raw(null, { url: first.feed })).statusCode).toBe(200)
  expect(await look('lakeside', 'looked-into', 2)).toMatchObject({ response: [], totalCount: 2 })
  await expect(look('hillview', 'no such')).rejects.toMatchObject({ status: 404, code: 'no_such_collection' })
})
