import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { downloadsApi, type ItemType } from '../../contract.ts'
import { book } from '../../server/testing.ts'
import { manageApi } from '../contract.ts'

const { hideRequests, listRequests, renameRequest } = manageApi
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const owl = book({ id: '1', title: 'Owl Moon' })
  await app.catalogue.write([
    { ...owl, document: { ...owl.document, imageFileName: '1.png' } },
    ...Array.from({ length: 40 }, (_, n) => book({ id: `${n + 2}` })),
  ])
  const cover = sharp({ create: { width: 20, height: 30, channels: 3, background: '#0f5c63' } }).png()
  await app.files.put('covers/1.png', await cover.toBuffer())
})
afterAll(() => app.close())
let now = 0
beforeEach(async () => {
  await app.db.deleteFrom('downloadRequest').execute()
  app.setClock(() => new Date(now++))
  now = Date.parse('2026-11-21T12:59:00Z')
})

const request = async (type: ItemType, bibId: string, person: Person = 'hillview') =>
  (await app.as(person)(downloadsApi.requestItem, { type, bibId })).response.id
const rows = (input: RawInput<typeof listRequests> = {}, person: Person = 'hillview') =>
  app.as(person)(listRequests, { view: 'shown', ...input })
const names = async (input: RawInput<typeof listRequests> = {}, person: Person = 'hillview') =>
  (await rows(input, person)).response.map(({ requestName }) => requestName)
const hide = (requestIds: string[], hidden = true, person: Person = 'hillview') =>
  app.as(person)(hideRequests, { requestIds, hidden })

test('the files of a record that a person requests one by one are one row, with the latest of each kind', async () => {
  const first = await request('data', '1')
  const marc = await request('marc', '1')
  const image = await request('image', '1')
  const page = await request('html', '1')
  const data = await request('data', '1')
  const { response, totalCount } = await rows()
  expect(totalCount).toBe(1)
  expect(response).toMatchObject([{ id: data, requestName: 'Owl Moon' }])
  expect(response[0]!.files!.map(({ id, itemType }) => [itemType, id])).toEqual([
    ['marc', marc],
    ['data', data],
    ['image', image],
    ['html', page],
  ])
  // A library system still gets each request.
  const plain = await app.as('hillview')(listRequests, {})
  expect(plain.response.map(({ id }) => id)).toEqual([data, page, image, marc, first])
  expect(plain.response.some((line) => 'files' in line)).toBe(false)
  expect(plain).not.toHaveProperty('hiddenCount')
})

test('other records, other people and other kinds of request have rows of their own', async () => {
  await request('marc', '1')
  await request('marc', '2')
  await request('data', '1', 'assistant')
  await app.as('hillview')(downloadsApi.createRequest, { identities: ['1'], requestName: 'Owls' })
  const { response, totalCount } = await rows()
  expect(totalCount).toBe(4)
  expect(response.map(({ requestName, files }) => [requestName, files?.map(({ itemType }) => itemType)])).toEqual([
    ['Owls', undefined],
    ['Owl Moon', ['data']],
    ['Book 2', ['marc']],
    ['Owl Moon', ['marc']],
  ])
})

test('pages and totals count rows, in every order', async () => {
  for (let n = 2; n <= 33; n++) for (const type of ['marc', 'data'] as const) await request(type, `${n}`)
  const pages = [await rows(), await rows({ pageNumber: 2 })]
  expect(pages.map(({ response, totalCount }) => [response.length, totalCount])).toEqual([
    [30, 32],
    [2, 32],
  ])
  expect(new Set(pages.flatMap(({ response }) => response.map(({ requestName }) => requestName))).size).toBe(32)
  expect((await rows({ pageNumber: 2 })).response.map(({ files }) => files!.length)).toEqual([2, 2])
  expect(await names({ selectedOrder: '1', pageSize: 3 })).toEqual(['Book 2', 'Book 3', 'Book 4'])
}, 60_000)

test('a row is found by any of its requests, and holds those that were found', async () => {
  const marc = await request('marc', '1')
  await app.as('hillview')(renameRequest, { requestId: marc, requestName: 'For the display' })
  app.setClock(() => new Date('2026-11-21T13:00:00Z'))
  const data = await request('data', '1')
  const foundBy = async (input: RawInput<typeof listRequests>) =>
    (await rows(input)).response.map(({ files }) => files!.map(({ id }) => id))
  expect(await foundBy({})).toEqual([[marc, data]])
  expect(await foundBy({ query: 'display' })).toEqual([[marc]])
  expect(await foundBy({ on: '2026-11-22' })).toEqual([[data]])
  expect(await foundBy({ query: '1' })).toEqual([[marc, data]])
})

test('a hidden row is hidden from one person only, and shown again', async () => {
  await request('marc', '2')
  const { response } = await app.as('hillview')(downloadsApi.createRequest, { identities: ['1'], requestName: 'Owls' })
  await hide([response.id])
  await hide([response.id])
  expect(await names()).toEqual(['Book 2'])
  expect(await rows()).toMatchObject({ totalCount: 1, hiddenCount: 1 })
  expect(await rows({ view: 'hidden' })).toMatchObject({
    ...{ response: [{ requestName: 'Owls' }], totalCount: 1, hiddenCount: 1 },
  })
  expect(await names({}, 'assistant')).toEqual(['Owls', 'Book 2'])
  expect((await app.as('hillview')(listRequests, {})).totalCount).toBe(2)
  await hide([response.id], false)
  expect(await names()).toEqual(['Owls', 'Book 2'])
  expect(await rows({ view: 'hidden' })).toMatchObject({ response: [], totalCount: 0 })
})

test('hiding one file of a record hides its row; a later download of the record is shown', async () => {
  const former = await request('marc', '1')
  await request('image', '1')
  const marc = await request('marc', '1')
  await request('marc', '2')
  await hide([marc])
  expect(await names()).toEqual(['Book 2'])
  const data = await request('data', '1')
  expect((await rows()).response[0]!.files!.map(({ id }) => id)).toEqual([data])
  expect((await rows({ view: 'hidden' })).response[0]!.files!.map(({ itemType }) => itemType)).toEqual([
    'marc',
    'image',
  ])
  await hide([former], false)
  expect((await rows()).response[0]!.files!.map(({ itemType }) => itemType)).toEqual(['marc', 'data', 'image'])
})

test('requests of a colleague can be hidden, those of another school cannot', async () => {
  const theirs = await request('marc', '1', 'assistant')
  const foreign = await request('marc', '1', 'lakeside')
  await expect(hide([theirs, foreign])).rejects.toMatchObject({ status: 404, code: 'request_not_found' })
  expect(await names()).toEqual(['Owl Moon'])
  await hide([theirs])
  expect(await names()).toEqual([])
  expect(await names({}, 'assistant')).toEqual(['Owl Moon'])
  expect(await names({}, 'lakeside')).toEqual(['Owl Moon'])
})

test('a deleted request takes its hiding with it', async () => {
  await hide([await request('marc', '1')])
  await app.db.deleteFrom('downloadRequest').execute()
  expect(await app.db.selectFrom('hiddenRequest').selectAll().execute()).toEqual([])
})
