import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import type { MarcField } from '#marc/record.ts'
import { type AuthorityKind, authoritiesApi } from '../contract.ts'
import { authority, concept, field, read } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.headings.write([
    authority('SUBJECT', 's1', field('150', 'a', 'Dogs'), field('450', 'a', 'Hounds')),
    authority('SUBJECT', 's2', field('150', 'a', 'Dogs', 'x', 'Training')),
    authority('SUBJECT', 's3', field('150', 'a', 'Cats')),
    { ...concept(authority('SUBJECT', 's4', field('150', 'a', 'Dogs'))), topicAuthority: 'scot' },
    authority('NAME', 'n1', field('100', 'a', 'Fox, Mem')),
    authority('NAME', 'n2', field('100', 'a', 'Dahl, Roald,', 'd', '1916-1990')),
    authority('NAME', 'n3', field('100', 'a', 'Dahl, Sophie')),
    authority('SERIES', 't1', field('130', 'a', 'Saddle club')),
  ])
  await app.catalogue.write([
    title('1', [
      field('100', 'a', 'Fox, Mem,', 'd', '1946-'),
      field('650', 'a', 'Dogs', 'x', 'Training', 'v', 'Fiction', '2', 'scisshl'),
      field('490', 'a', 'The SADDLE club ;', 'v', '3'),
    ]),
    title('2', [field('600', 'a', 'Dahl, Roald,', 'd', '1916-1990', '2', 'scisshl')]),
    title('3', [field('650', 'a', 'Cats', '2', 'scisshl')]),
  ])
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('downloadRequest').execute())

/** A title with its access points. */
function title(id: string, fields: MarcField[]): CatalogueRecord {
  const record = {
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: id },
      { tag: '008', value: '261121s2026    at a     j      000 1 eng d' },
      field('245', 'a', `Book ${id}`),
      ...fields.map((each) => (each.tag === '650' || each.tag === '600' ? { ...each, ind2: '7' } : each)),
    ],
  }
  return { document: toDocument(record), marc: encodeRecord(record).bytes, encoding: 'utf-8' }
}

const has = async (matched: string[], { type = 'FOLDER', downloaded = true } = {}) => {
  const user = await app.db
    .selectFrom('appUser')
    .selectAll()
    .where('username', 'like', 'assistant@%')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('downloadRequest')
    .values({
      id: randomUUID(),
      customerId: user.customerId!,
      userId: user.id,
      name: 'Before',
      type: type as 'FOLDER',
      status: 'READY',
      content: 'DATA_ONLY',
      fileFormat: 'MARC_21',
      matched: JSON.stringify(matched),
      downloadedAt: downloaded ? app.clock() : null,
    })
    .execute()
}
const ask = async (kind: AuthorityKind = 'ALL') =>
  (await app.as('hillview')(authoritiesApi.createUsedHeadings, { kind })).response
const fileOf = async ({ id }: { id: string }) =>
  read((await app.raw('hillview', { url: '/rest/mydownload/download', query: { requestId: id } })).rawPayload)

test('the headings of all records that the school has downloaded, and no others', async () => {
  await has(['1'])
  await has(['2', '1', 'gone'])
  await has(['3'], { downloaded: false })
  const request = await ask()
  expect(request).toMatchObject({ requestType: 'AUTHORITY', requestStatus: 'READY', unmatchedRecords: '' })
  expect(request.requestName).toMatch(/^Headings in our records, \d+ \w+ \d{4}$/)
  // In the record's scheme; without dates if the authority has none; with and without subdivisions.
  expect(request.matchedRecords).toBe('n1,n2,s1,s2,t1')
  expect((await fileOf(request)).map(({ id, status }) => [id, status])).toEqual([
    ['n1', 'nz'],
    ['n2', 'nz'],
    ['s1', 'nz'],
    ['s2', 'nz'],
    ['t1', 'nz'],
  ])
})

test('a file of one kind contains only that kind, and its name says so', async () => {
  await has(['1', '2'])
  const request = await ask('NAME')
  expect(request.requestName).toMatch(/^Name headings in our records, /)
  expect(request.matchedRecords).toBe('n1,n2')
})

test('a downloaded file of headings does not count as records', async () => {
  await has(['1'], { type: 'AUTHORITY' })
  await expect(ask()).rejects.toMatchObject({ status: 409, code: 'nothing_downloaded' })
})

test('if no heading has a record, the request says so and has no file', async () => {
  await has(['2'])
  const request = await ask('SERIES')
  expect(request).toMatchObject({
    requestStatus: 'READY',
    matchedRecords: '',
    fileSize: null,
    messages: ['None of the headings in your downloaded records has an authority record here.'],
  })
  const file = app.as('hillview')(downloadsApi.downloadFile, { requestId: request.id })
  await expect(file).rejects.toMatchObject({ status: 409, code: 'nothing_matched' })
})

test('nothing has been downloaded yet, or authority files are not subscribed to', async () => {
  await expect(ask()).rejects.toMatchObject({
    status: 409,
    code: 'nothing_downloaded',
    messages: ['You haven’t downloaded any records yet.'],
  })
  const attempt = app.as('riverside')(authoritiesApi.createUsedHeadings, { kind: 'ALL' })
  await expect(attempt).rejects.toMatchObject({ status: 403, code: 'no_authority_subscription' })
  expect(await app.db.selectFrom('downloadRequest').selectAll().execute()).toEqual([])
})
