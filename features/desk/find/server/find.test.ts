import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { submit } from '#features/requests/cataloguing/server/testing.ts'
import { deskFindApi } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const find = async (text: string) => (await app.as('desk')(deskFindApi.deskFind, { text })).response

test('organisations are found by name, number and domain, people by name and username', async () => {
  expect((await find('hillv')).organisations).toEqual([
    { id: 'demo-hillview', customerNo: '10001', name: 'Hillview Primary School' },
  ])
  expect((await find('10001')).organisations.map(({ id }) => id)).toEqual(['demo-hillview'])
  const { people } = await find('librarian@riverside')
  expect(people).toEqual([expect.objectContaining({ organisation: 'Riverside College' })])
  expect((await find('riverside lib')).people.map(({ id }) => id)).toEqual([people[0]!.id])
  // A pattern's own characters are characters.
  expect(await find('%_')).toMatchObject({ numbers: [], organisations: [], people: [] })
})

test('four of many organisations are given, the one with exactly this number first', async () => {
  const now = new Date()
  const school = (customerNo: string) => ({
    id: `many-${customerNo}`,
    customerNo,
    name: `Many ${customerNo}`,
    apiUserId: customerNo,
    createdAt: now,
  })
  const numbers = ['98760', '198760', '987601', '987602', '987603']
  await app.db.insertInto('customer').values(numbers.map(school)).execute()
  const found = await find('98760')
  expect(found.organisations.map(({ customerNo }) => customerNo)).toEqual(['98760', '198760', '987601', '987602'])
  expect(found.more).toEqual({ organisations: true, people: false })
  expect((await find('987601')).more.organisations).toBe(false)
})

test('a number is found by its first digits, with or without its letters, but not a draft', async () => {
  const { id, requestNumber, items } = await submit(app, 'riverside', [{ title: 'One' }, { title: 'Two' }])
  const organisation = 'Riverside College'
  const request = { kind: 'request', number: requestNumber, organisation, itemId: items[0]!.id }
  expect((await find(requestNumber.toLowerCase())).numbers).toEqual([request])
  expect((await find(requestNumber.slice(2))).numbers).toContainEqual(request)
  expect((await find(requestNumber.replace('CR', 'ＣＲ'))).numbers, 'typed in wide letters').toEqual([request])
  const { itemNumber } = items[1]!
  expect((await find(`CI ${itemNumber.slice(2)}`)).numbers).toEqual([
    { kind: 'item', number: itemNumber, organisation, itemId: items[1]!.id },
  ])
  await app.db
    .updateTable('catalogueItem')
    .set({ status: 'DRAFT', submittedAt: null })
    .where('requestId', '=', id)
    .execute()
  expect((await find(requestNumber)).numbers).toEqual([])

  const { invoiceNo } = await app.db.selectFrom('invoice').select('invoiceNo').executeTakeFirstOrThrow()
  expect((await find(invoiceNo)).numbers).toEqual([
    { kind: 'invoice', number: invoiceNo, organisation: expect.any(String), itemId: null },
  ])
})

test('only the provider’s people search the desk', async () => {
  await expect(app.as('hillview')(deskFindApi.deskFind, { text: 'hill' })).rejects.toMatchObject({ status: 403 })
})
