import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { cataloguingApi } from '../../cataloguing/contract.ts'
import { forgetAll, type Submitted, submit } from '../../cataloguing/server/testing.ts'

const { checkIn, undoCheckIn, declineItems } = cataloguingApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
let parcel: Submitted
beforeEach(async () => {
  await forgetAll(app)
  await app.db.deleteFrom('outgoingMail').execute()
  parcel = await submit(app, 'hillview', [
    { title: 'First', physicalResource: true },
    { title: 'Second', physicalResource: true },
    { title: 'Digital' },
  ])
})

const scan = async (code: string) => (await app.as('desk')(checkIn, { code })).response
const statuses = async () =>
  (await app.db.selectFrom('catalogueItem').select(['status', 'position']).orderBy('position').execute()).map(
    ({ status }) => status,
  )
const mails = () => app.db.selectFrom('outgoingMail').selectAll().orderBy('createdAt').execute()
const received = () => app.db.selectFrom('catalogueEvent').selectAll().where('kind', '=', 'received').execute()

test('the slip’s code checks in everything posted, once, and the sender is emailed once', async () => {
  expect(await scan(parcel.requestNumber)).toMatchObject({
    requestNumber: parcel.requestNumber,
    organisation: 'Hillview Primary School',
    received: [
      { name: 'First', status: 'RECEIVED' },
      { name: 'Second', status: 'RECEIVED' },
    ],
    before: [],
    missing: [],
  })
  expect(await scan(` ${parcel.requestNumber.toLowerCase()} `)).toMatchObject({
    received: [],
    before: [{ name: 'First' }, { name: 'Second' }],
  })
  expect(await statuses()).toEqual(['RECEIVED', 'RECEIVED', 'REQUESTED'])
  expect(await mails()).toMatchObject([
    {
      recipient: 'librarian@hillview.example',
      subject: `Your parcel for request ${parcel.requestNumber} has arrived`,
      bodyText: expect.stringContaining(`/CatalogueRequestDeatils/${parcel.id}`),
    },
  ])
  expect(await received()).toHaveLength(1)
})

test('an item’s own code checks in that item and lists what its slip lacks; the mail is sent with the last one', async () => {
  const [first, second] = parcel.items
  expect(await scan(second!.itemNumber)).toMatchObject({
    received: [{ name: 'Second' }],
    missing: [{ name: 'First' }],
  })
  expect(await mails()).toEqual([])
  expect(await scan(first!.itemNumber)).toMatchObject({ received: [{ name: 'First' }], missing: [] })
  expect(await mails()).toHaveLength(1)
})

test('of two simultaneous scans of one slip, one checks it in', async () => {
  const scans = await Promise.all([scan(parcel.requestNumber), scan(parcel.requestNumber)])
  expect(scans.map((each) => each.received.length).sort()).toEqual([0, 2])
  expect(await mails()).toHaveLength(1)
  expect(await received()).toHaveLength(1)
})

test('a misread code, an unknown one, or one of a digital item or a draft changes nothing', async () => {
  const wrong = (code: string) => code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10)
  await expect(scan(wrong(parcel.requestNumber))).rejects.toMatchObject({ code: 'code_misread', status: 400 })
  await expect(scan('9780143520320')).rejects.toMatchObject({ code: 'code_not_found', status: 404 })
  await expect(scan('CR1000009')).rejects.toMatchObject({ code: 'code_not_found' })
  await expect(scan('<b>\u0007')).rejects.toMatchObject({ code: 'code_not_found' })
  await expect(scan(parcel.items[2]!.itemNumber)).rejects.toMatchObject({ code: 'code_not_found' })
  await app.db.updateTable('catalogueItem').set({ status: 'DRAFT' }).where('position', '=', 0).execute()
  await expect(scan(parcel.items[0]!.itemNumber)).rejects.toMatchObject({ code: 'code_not_found' })
  expect(await statuses()).toEqual(['DRAFT', 'REQUESTED', 'REQUESTED'])
})

test('items answered or withdrawn meanwhile are not checked in again', async () => {
  await app.as('desk')(declineItems, { itemIds: [parcel.items[0]!.id], reason: 'Twice' })
  await expect(scan(parcel.items[0]!.itemNumber)).rejects.toMatchObject({ code: 'nothing_to_check_in', status: 409 })
  await app.db.updateTable('catalogueItem').set({ status: 'WITHDRAWN' }).where('position', '=', 1).execute()
  await expect(scan(parcel.requestNumber)).rejects.toMatchObject({ code: 'nothing_to_check_in' })
  expect(await statuses()).toEqual(['DECLINED', 'WITHDRAWN', 'REQUESTED'])
})

test('a mistaken scan is undone and leaves nothing on the timeline; not for an answered item', async () => {
  const [first, second] = parcel.items.map(({ id }) => id)
  await scan(parcel.requestNumber)
  await app.as('desk')(undoCheckIn, { itemIds: [first!] })
  expect(await statuses()).toEqual(['REQUESTED', 'RECEIVED', 'REQUESTED'])
  expect(await received()).toMatchObject([{ itemId: second, data: { itemIds: [second] } }])
  await app.as('desk')(undoCheckIn, { itemIds: [second!] })
  expect(await received()).toEqual([])

  await scan(parcel.items[0]!.itemNumber)
  await app.as('desk')(declineItems, { itemIds: [first!], reason: 'Twice' })
  const late = app.as('desk')(undoCheckIn, { itemIds: [first!] })
  await expect(late).rejects.toMatchObject({ code: 'answered_meanwhile', status: 409 })
  expect((await statuses())[0]).toBe('DECLINED')
})
