import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { cataloguingApi } from '../contract.ts'
import { forgetAll, type Submitted, submit } from './testing.ts'

const { attachRecord, readRecord, work, stub } = cataloguingApi
const isbn = '9780143520320'
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

let submitted: Submitted
beforeEach(async () => {
  await forgetAll(app)
  await app.catalogue.remove(['1', '2', '3'])
  submitted = await submit(app, 'hillview', [
    { title: 'The kererū', standardNumber: '0143520326', authors: 'Ann Lee', additionalInfo: 'Signed' },
  ])
})

const base64 = (...records: { marc: Uint8Array }[]) =>
  Buffer.concat(records.map(({ marc }) => Buffer.from(marc))).toString('base64')
const itemIds = () => submitted.items.map(({ id }) => id)
const attach = (given: object, ids = itemIds()) => app.as('desk')(attachRecord, { itemIds: ids, ...given })
const read = async (file: string, itemId?: string) =>
  (await app.as('desk')(readRecord, { base64: file, ...(itemId ? { itemId } : {}) })).response.records
const status = async () =>
  (await app.db.selectFrom('catalogueItem').select('status').where('id', '=', itemIds()[0]!).executeTakeFirstOrThrow())
    .status
const titleOf = async (id: string) => (await app.catalogue.documents([id]))[0]?.title.titlePrimary
const kereru = book({ id: '1', title: 'The kererū', isbns: [isbn] })

test('a loaded record is found at once, by its number and by searching', async () => {
  expect((await attach({ base64: base64(kereru) })).response).toMatchObject({
    recordId: '1',
    items: [{ status: 'CATALOGUED' }],
  })
  expect(await app.catalogue.lookup([isbn])).toEqual(new Map([[isbn, ['1']]]))
  const found = await app.as(null)(catalogueApi.search, {
    bodybuilderquery: JSON.stringify({ query: { match: { isbn: '0143520326' } } }),
  })
  expect(found.hits.hits.map(({ _id }) => _id)).toEqual(['1'])
})

test('MARC-8 and MARCXML are accepted too', async () => {
  const marc8 = book({ id: '2', title: 'Māori', encoding: 'marc-8' })
  await attach({ base64: base64(marc8) })
  expect(await titleOf('2')).toBe('Māori')
  submitted = await submit(app, 'hillview', [{ title: 'x' }])
  const xml = recordToMarcXml(decodeRecord(book({ id: '3', title: 'Tūī' }).marc).record)
  await attach({ base64: Buffer.from(xml).toString('base64') })
  expect(await titleOf('3')).toBe('Tūī')
})

test('a record marked as deleted is refused with that reason', async () => {
  const marc = Buffer.from(kereru.marc)
  marc.write('d', 5)
  const reason = { code: 'unreadable_record', messages: expect.arrayContaining([expect.stringContaining('deleted')]) }
  await expect(read(base64({ marc }))).rejects.toMatchObject(reason)
  await expect(attach({ base64: base64({ marc }) })).rejects.toMatchObject(reason)
  expect([await titleOf('1'), await status()]).toEqual([undefined, 'REQUESTED'])
})

test('an existing record is replaced only after confirmation', async () => {
  await app.catalogue.write([book({ id: '1', title: 'Precious' })])
  expect(await read(base64(kereru))).toMatchObject([{ recordId: '1', replaces: true }])
  await expect(attach({ base64: base64(kereru) })).rejects.toMatchObject({ code: 'would_replace', status: 409 })
  expect([await titleOf('1'), await status()]).toEqual(['Precious', 'REQUESTED'])
  await attach({ base64: base64(kereru), replace: true })
  expect([await titleOf('1'), await status()]).toEqual(['The kererū', 'CATALOGUED'])
})

test('a record loaded before the process was killed is attached by a retry', async () => {
  await app.catalogue.write([kereru])
  await attach({ base64: base64(kereru) })
  expect(await status()).toBe('CATALOGUED')
})

test('of two simultaneous records for one item, one is attached and the other is not in the catalogue', async () => {
  const attempts = await Promise.allSettled([
    attach({ base64: base64(kereru) }),
    attach({ base64: base64(book({ id: '2' })) }),
  ])
  expect(attempts.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  const { recordId } = await app.db
    .selectFrom('catalogueItem')
    .select('recordId')
    .where('id', '=', itemIds()[0]!)
    .executeTakeFirstOrThrow()
  expect(await app.catalogue.known(['1', '2'])).toEqual([recordId])
})

test('an item withdrawn while its record is loading stays withdrawn, and the record is removed', async () => {
  const { write } = app.catalogue
  app.catalogue.write = async (records) => {
    await app.db.updateTable('catalogueItem').set({ status: 'WITHDRAWN' }).execute()
    return write(records)
  }
  await expect(attach({ base64: base64(kereru) })).rejects.toMatchObject({ code: 'answered_meanwhile' })
  app.catalogue.write = write
  expect(await status()).toBe('WITHDRAWN')
  expect(await app.catalogue.known(['1'])).toEqual([])
})

test('several records, none, an authority record, something else: refused, and nothing is loaded', async () => {
  const { record } = decodeRecord(book({ id: '2' }).marc)
  const ofKind = (kind: string) =>
    base64({
      marc: encodeRecord({ ...record, leader: `${record.leader.slice(0, 6)}${kind}${record.leader.slice(7)}` }).bytes,
    })
  await expect(read(ofKind('x'))).rejects.toMatchObject({
    messages: expect.arrayContaining(['This is a holdings record, not a title.']),
  })
  const before = (await app.catalogue.stats()).records
  await expect(attach({ base64: base64(kereru, book({ id: '2' })) })).rejects.toMatchObject({ code: 'one_record_only' })
  for (const file of [
    ...[...'zuvxywq'].map(ofKind),
    Buffer.from('A letter.').toString('base64'),
    Buffer.from('<html><body>').toString('base64'),
    Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><record>&b;</record>').toString('base64'),
    'not base64!',
    Buffer.alloc(2000).toString('base64'),
  ]) {
    await expect(attach({ base64: file })).rejects.toMatchObject({ code: 'unreadable_record', status: 400 })
    await expect(read(file)).rejects.toMatchObject({ code: 'unreadable_record' })
  }
  expect((await app.catalogue.stats()).records).toBe(before)
  expect(await status()).toBe('REQUESTED')
})

test('before attaching, a cataloguer sees a file’s records and their problems', async () => {
  await app.catalogue.write([book({ id: '3', title: 'The same book', isbns: ['9780143520337'] })])
  const [first, ...others] = await read(base64(book({ id: '2', isbns: ['9780143520337'] }), kereru), itemIds()[0])
  expect(first).toMatchObject({
    recordId: '2',
    title: 'Book 2',
    replaces: false,
    identifiers: ['9780143520337'],
    problems: [
      'The requested number 0143520326 is not in the record.',
      expect.stringContaining('another record with this number: 3, “The same book”'),
    ],
  })
  expect(first!.lines).toContain('245 10 $a Book 2')
  expect(others).toMatchObject([{ recordId: '1', problems: [] }])
  expect(await app.catalogue.known(['1', '2'])).toEqual([])
})

test('a record without a number gets the item’s', async () => {
  const { record } = decodeRecord(kereru.marc)
  const bare = encodeRecord({ ...record, fields: record.fields.filter(({ tag }) => tag !== '001') }).bytes
  const { itemNumber } = submitted.items[0]!
  expect(await read(base64({ marc: bare }), itemIds()[0])).toMatchObject([
    { recordId: itemNumber, problems: [expect.stringContaining(`we’ll give it ${itemNumber}`)] },
  ])
  expect((await attach({ base64: base64({ marc: bare }) })).response.recordId).toBe(itemNumber)
  expect(await titleOf(itemNumber)).toBe('The kererū')
  await app.catalogue.remove([itemNumber])
})

test('the stub is a file that can be completed, read back and attached', async () => {
  const reply = await app.raw('desk', { method: 'GET', url: stub.path.replace(':itemId', itemIds()[0]!) })
  const { itemNumber } = submitted.items[0]!
  expect(reply.headers).toMatchObject({
    'content-type': 'application/marc',
    'content-disposition': expect.stringContaining(`${itemNumber}.mrc`),
  })
  const [seen] = await read(reply.rawPayload.toString('base64'), itemIds()[0])
  expect(seen).toMatchObject({ recordId: itemNumber, title: 'The kererū', replaces: false, problems: [] })
  const { response } = await app.as('desk')(work, { itemId: itemIds()[0]! })
  expect(response.stub.filter((line) => !line.startsWith('005') && !line.startsWith('LDR'))).toEqual(
    seen!.lines.filter((line) => !line.startsWith('005') && !line.startsWith('LDR')),
  )
  await attach({ base64: reply.rawPayload.toString('base64') })
  expect(await titleOf(itemNumber)).toBe('The kererū')
  await app.catalogue.remove([itemNumber])
})

test('matching catalogue records are offered: by number in any spelling, then by title', async () => {
  await app.catalogue.write([
    kereru,
    book({ id: '2', title: 'Kereru, the pigeon' }),
    book({ id: '3', title: 'Something else' }),
  ])
  const { response } = await app.as('desk')(work, { itemId: itemIds()[0]! })
  expect(response.candidates.map(({ recordId, found }) => [recordId, found])).toEqual([
    ['1', 'number'],
    ['2', 'title'],
  ])
  const byTitle = await submit(app, 'hillview', [{ title: 'Kereru the pigeon' }])
  const other = await app.as('desk')(work, { itemId: byTitle.items[0]!.id })
  expect(other.response.candidates[0]).toMatchObject({ recordId: '2', found: 'title', title: 'Kereru, the pigeon' })
})
