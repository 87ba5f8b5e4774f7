import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { manageCollections } from '#features/downloads/collections/server/manage-collections.ts'
import { book, isbn13 } from '#features/downloads/server/testing.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { candidatesFor } from '#features/requests/cataloguing/server/candidates.ts'
import { catalogueApi } from '../contract.ts'
import { matchNumbers } from './match-numbers.ts'

const print = '9780261103344'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([
    book({ id: '1', title: 'The hobbit', isbns: ['9780007322602'], online: true, numbers: [['020', 'z', print]] }),
    book({ id: '2', title: 'The hobbit', isbns: [isbn13(2)], numbers: [['020', 'z', isbn13(3)]] }),
    book({ id: '3', title: 'Holes', isbns: [isbn13(3)] }),
  ])
})
afterAll(() => app.close())

test('a number finds the records whose own it is; only without any does it find those that merely hold it', async () => {
  expect(await matchNumbers(app.catalogue, ['', print, isbn13(3), isbn13(4), '3'])).toEqual(
    new Map([
      [print, { ids: [], proposals: [{ id: '1', kind: 'print_isbn' }] }],
      [isbn13(3), { ids: ['3'], proposals: [] }],
      ['3', { ids: ['3'], proposals: [] }],
    ]),
  )
  expect(await matchNumbers(app.catalogue, [])).toEqual(new Map())
})

test('a record whose bytes cannot be read counts as having its numbers', async () => {
  const held = book({ id: '9', numbers: [['020', 'z', isbn13(9)]] })
  await app.catalogue.write([{ ...held, marc: Buffer.from('no record') }])
  expect((await matchNumbers(app.catalogue, [isbn13(9)])).get(isbn13(9))).toEqual({ ids: ['9'], proposals: [] })
})

test('a collection does not take a record that only holds the number, and says which one it is', async () => {
  const identifiers = [print, isbn13(3)].map((text, at) => ({ text, line: at + 2 }))
  const answer = await manageCollections(app, {
    command: 'load',
    collections: [{ path: ['Reading'], name: 'Dragons', identifiers }],
  })
  expect(answer).toMatchObject({
    loaded: {
      records: 1,
      notTaken: [
        {
          line: 2,
          identifier: print,
          reason: 'left out: Print ISBN of the e-book record 1. To include it, give its record number',
        },
      ],
    },
  })
})

test('no record is emailed by a number that it only holds', async () => {
  const mail = (isbn: string) => app.as('lakeside')(catalogueApi.emailRecord, { isbn } as never)
  await expect(mail(print)).rejects.toMatchObject({ code: 'record_not_found' })
  await expect(mail('9780007322602')).resolves.toMatchObject({ messages: [expect.stringContaining('Email')] })
})

test('the desk sees how a candidate holds the number, after those whose own it is', async () => {
  const items = [print, isbn13(3)].map((standardNumber) => ({ standardNumber, title: '', authors: '' }))
  const found = await candidatesFor(app, items)
  expect(found.map(({ recordId, found }) => [recordId, found])).toEqual([
    ['3', 'number'],
    ['1', 'print_isbn'],
  ])
})

test('a cataloguer who attaches the print sees the e-book reported, but not as a second record', async () => {
  const base64 = Buffer.from(book({ id: '20', isbns: [print] }).marc).toString('base64')
  const { response } = await app.as('desk')(cataloguingApi.readRecord, { base64 })
  expect(response.records[0]!.problems).toEqual([
    'Another record has this number: print ISBN of the e-book record 1, “The hobbit”.',
  ])
})
