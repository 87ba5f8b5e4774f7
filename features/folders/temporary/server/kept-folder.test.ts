import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { books } from '../../server/testing.ts'
import { keptFolderApi } from '../contract.ts'

const { keptFolder, keepFolder, changeKeptFolder } = keptFolderApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.catalogue.write(books)
  await app.db.deleteFrom('keptFolder').execute()
})

const idOf = (person: Person) => (person === 'hillview' ? 'demo-hillview-librarian' : 'demo-hillview-assistant')
const keep = (keep: boolean, person: Person = 'hillview') => app.as(person)(keepFolder, { userId: idOf(person), keep })
const change = (add: string[], remove: string[] = [], person: Person = 'hillview') =>
  app.as(person)(changeKeptFolder, { userId: idOf(person), add, remove })
const kept = async (person: Person = 'hillview') => {
  const { kept, response } = await app.as(person)(keptFolder, { userId: idOf(person) })
  return kept ? response.map(({ bibId }) => bibId) : undefined
}

test('a folder is kept only once its owner chooses so, and no longer than that', async () => {
  expect(await change(['1000001'])).toMatchObject({ kept: false, recordLength: 0 })
  expect(await kept()).toBeUndefined()
  await keep(true)
  expect(await change(['1000002', '1000001'])).toMatchObject({ kept: true, recordLength: 2 })
  // Again is harmless.
  await keep(true)
  expect(await kept()).toEqual(['1000002', '1000001'])
  await keep(false)
  expect(await kept()).toBeUndefined()
  await keep(true)
  expect(await kept()).toEqual([])
})

test('it is its owner’s alone: a colleague has another', async () => {
  await keep(true)
  await change(['1000001'])
  expect(await kept('assistant')).toBeUndefined()
  await keep(true, 'assistant')
  await change(['1000003'], ['1000001'], 'assistant')
  expect(await kept()).toEqual(['1000001'])
  expect(await kept('assistant')).toEqual(['1000003'])
})

test('a page that someone else has left open neither reads nor changes the folder', async () => {
  await keep(true)
  await change(['1000001'])
  const userId = idOf('assistant')
  const refused = { status: 409, code: 'other_person' }
  await expect(app.as('hillview')(keptFolder, { userId })).rejects.toMatchObject(refused)
  await expect(app.as('hillview')(keepFolder, { userId, keep: false })).rejects.toMatchObject(refused)
  await expect(app.as('hillview')(changeKeptFolder, { userId, add: [], remove: ['1000001'] })).rejects.toMatchObject(
    refused,
  )
  expect(await kept()).toEqual(['1000001'])
})

test('a record is there once, in the order of addition, and an unknown one is left out', async () => {
  await keep(true)
  expect(await change(['1000003', '1000003', 'unknown'])).toMatchObject({ leftOut: ['unknown'] })
  expect(await change(['1000001', '1000003'], ['unknown'])).toMatchObject({ recordLength: 2 })
  expect(await kept()).toEqual(['1000003', '1000001'])
  await change([], ['1000003'])
  expect(await kept()).toEqual(['1000001'])
})

test('a record that has left the catalogue stays, with its title', async () => {
  await keep(true)
  await change(['1000001'])
  await app.catalogue.remove(['1000001'])
  await change(['1000002'])
  expect((await app.as('hillview')(keptFolder, { userId: idOf('hillview') })).response).toMatchObject([
    { bibId: '1000001', itemTitle: 'The BFG', inCatalogue: false },
    { bibId: '1000002', inCatalogue: true },
  ])
})

test('simultaneous changes from two devices are all made', async () => {
  await keep(true)
  await Promise.all([change(['1000001']), change(['1000002'], ['1000004']), change(['1000003'])])
  expect((await kept())?.toSorted()).toEqual(['1000001', '1000002', '1000003'])
})

test('more than 4,000 records are refused, and none is lost', async () => {
  const many = Array.from({ length: 4000 }, (_, i) => ({ ...books[0]!, id: String(2_000_000 + i) }))
  const item = (bibId: string) => ({
    ...{ bibId, itemTitle: bibId, itemContributor: '', dateIssuedMarc: '' },
    ...{ isbn: [], issn: [], otherIdentifier: [] },
  })
  await app.db
    .insertInto('keptFolder')
    .values({ userId: 'demo-hillview-librarian', items: JSON.stringify(many.map(({ id }) => item(id))) })
    .execute()
  await expect(change(['1000001'])).rejects.toMatchObject({ code: 'folder_too_large' })
  expect(await kept()).toHaveLength(4000)
  expect(await change(['1000001'], ['2000000'])).toMatchObject({ recordLength: 4000 })
})

test('students, visitors and the desk have none', async () => {
  for (const person of ['student', 'desk', null] as const)
    await expect(app.as(person)(keptFolder, { userId: 'demo-hillview-librarian' })).rejects.toMatchObject({
      status: 403,
    })
})
