import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { readMarcXml } from '#marc/marcxml/marcxml-read.ts'
import { downloadsApi } from '../../contract.ts'
import { createRequest } from '../../server/create-request.ts'
import { scheduledAfterMs } from '../../server/state.ts'
import { book } from '../../server/testing.ts'
import { failedSentence, writeFile } from './write-file.ts'

let app: TestApp
const plain = book({ id: '1', title: 'Plain' })
const macrons = book({ id: '2', title: 'Māori pūrākau' })
const old = book({ id: '3', title: 'Les misérables : œuvre', encoding: 'marc-8' })
const japanese = book({ id: '4', title: '漫画 ไทย' })

beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.catalogue.write([plain, macrons, old, japanese])
  await app.db.deleteFrom('customerSettings').execute()
})
const run = (id: string) => writeFile.run(app, { requestId: id }, new AbortController().signal)
const details = async (id: string) =>
  (await app.as('lakeside')(downloadsApi.requestDetails, { requestId: id })).response
const download = (id: string) => app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${id}` })

async function filesOfAll() {
  const keys: string[] = []
  for await (const { key } of app.files.list()) keys.push(key)
  return keys
}

const caller = {
  sessionId: 's',
  userId: 'demo-lakeside-trial',
  customerId: 'demo-lakeside',
  role: 'staff' as const,
  disabled: false,
  freshProof: false,
  subscriptions: [{ typeName: 'TRIAL', productCode: 'T', startsOn: '2000-01-01', endsOn: '2100-01-01' } as const],
}
const unhurried = new AbortController().signal

/** A request whose job no worker has taken yet. */
async function waiting(identities: string[], settings: object = {}) {
  await app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-lakeside', settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column('customerId').doUpdateSet({ settings: JSON.stringify(settings) }))
    .execute()
  const { response } = await createRequest(app, caller, { identities }, AbortSignal.abort())
  return response
}

test('a record loaded as UTF-8 keeps its bytes, one loaded as MARC-8 becomes UTF-8', async () => {
  const { id } = await waiting(['1', '2', '3'])
  await run(id)
  const file = (await download(id)).rawPayload
  const converted = encodeRecord(decodeRecord(old.marc).record).bytes
  expect(file.equals(Buffer.concat([plain.marc, macrons.marc, converted]))).toBe(true)
  expect(file.toString()).toContain('Les misérables : œuvre')
})

test('a record with a wrong leader, wrong lengths or control characters is repaired', async () => {
  const wrong: [string, (bytes: Buffer) => void][] = [
    ['10', (bytes) => bytes.write('99999', 0)],
    ['11', (bytes) => bytes.write(' ', 9)],
    ['12', (bytes) => bytes.write('\u0007', bytes.indexOf('Plain'))],
  ]
  const records = wrong.map(([id, spoil]): CatalogueRecord => {
    const record = book({ id, title: id === '12' ? 'Plain' : 'Māori' })
    const marc = Buffer.from(record.marc)
    spoil(marc)
    return { ...record, marc }
  })
  await app.catalogue.write(records)
  const { id } = await waiting(wrong.map(([id]) => id))
  await run(id)
  const file = (await download(id)).rawPayload
  const expected = ['Māori', 'Māori', 'lain'].map((title, n) => book({ id: wrong[n]![0], title }).marc)
  expect(file.equals(Buffer.concat(expected))).toBe(true)
})

test('a school that wants MARC-8 gets it, with references for characters that MARC-8 lacks', async () => {
  const { id, fileFormat } = await waiting(['2', '4'], { downloadFileFormat: 'MARC_21_MARC8' })
  expect(fileFormat).toBe('MARC_21_MARC8')
  await run(id)
  const reply = await download(id)
  expect(reply.headers['content-disposition']).toMatch(/\.mrc$/)
  expect(reply.rawPayload.includes(Buffer.from([0xe5, 0x61]))).toBe(true)
  const [first, second] = reply.rawPayload.toString('latin1').split('\x1d')
  expect(first![9]).toBe(' ')
  expect(decodeRecord(Buffer.from(`${first}\x1d`, 'latin1')).record).toEqual({
    ...decodeRecord(macrons.marc).record,
    leader: expect.stringMatching(/^\d{5}nam {2}22/),
  })
  expect(second).toContain('&#x0E44;')
})

test('a school that wants MARCXML gets one document of all records', async () => {
  const { id } = await waiting(['1', '3', '4'], { downloadFileFormat: 'MARC_XML' })
  await run(id)
  const reply = await download(id)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/marcxml+xml' })
  expect(reply.headers['content-disposition']).toMatch(/\.xml$/)
  const titles: string[] = []
  for await (const item of readMarcXml(Readable.from([reply.rawPayload]))) {
    if ('error' in item) throw item.error
    const title = item.record.fields.find(({ tag }) => tag === '245')!
    if ('subfields' in title) titles.push(title.subfields[0]!.value)
  }
  expect(titles).toEqual(['Plain', 'Les misérables : œuvre', '漫画 ไทย'])
})

test.each([
  ['CSV', /^Record number,[\s\S]*\r\n2,Māori pūrākau,/],
  ['CSV_SPREADSHEET', /^\uFEFFRecord number,[\s\S]*\r\n"=""2""",Māori pūrākau,/],
] as const)('a school that reads %s gets one line for each record', async (format, shape) => {
  const { id, fileFormat } = await waiting(['1', '2', '4'], { downloadFileFormat: format })
  expect(fileFormat).toBe(format)
  await run(id)
  const reply = await download(id)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toContain('.csv"')
  const text = reply.rawPayload.toString('utf8')
  expect(text).toMatch(shape)
  expect(text.trimEnd().split('\r\n')).toHaveLength(4)
})

test('a school that wants workbooks gets one row for each record, and an interrupted download is resumed', async () => {
  const { id } = await waiting(['1', '2', '4'], { downloadFileFormat: 'XLSX' })
  await run(id)
  const reply = await download(id)
  expect(reply.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(reply.headers['content-disposition']).toContain('.xlsx"')
  expect(reply.rawPayload.length).toBe((await details(id)).fileSize)
  const { rows } = readWorkbook(reply.rawPayload)
  expect(rows.map((row) => row.Title?.text)).toEqual(['Plain', 'Māori pūrākau', '漫画 ไทย'])
  const rest = await app.raw('lakeside', {
    url: `/rest/mydownload/download?requestId=${id}`,
    headers: { range: 'bytes=1000-' },
  })
  expect(rest.rawPayload).toEqual(reply.rawPayload.subarray(1000))
})

test('an unknown saved format is replaced by MARC 21', async () => {
  expect((await waiting(['1'], { downloadFileFormat: 'PAPYRUS' })).fileFormat).toBe('MARC_21')
})

test('records that were removed in between are listed as unmatched, in their place', async () => {
  const { id } = await waiting(['missing 9', '1', '2', 'nowhere'])
  await app.catalogue.remove(['1'])
  await run(id)
  expect(await details(id)).toMatchObject({
    requestStatus: 'READY',
    matchedRecords: '2',
    unmatchedRecords: 'missing 9,1,nowhere',
    unmatchedReasons: { '1': 'not_found' },
  })
  expect((await download(id)).rawPayload.equals(macrons.marc)).toBe(true)
})

test('when all of them were removed, there is nothing to download', async () => {
  const { id } = await waiting(['1'])
  await app.catalogue.remove(['1'])
  await run(id)
  expect(await details(id)).toMatchObject({ requestStatus: 'READY', matchedRecords: '', unmatchedRecords: '1' })
  expect((await download(id)).json().code).toBe('nothing_matched')
  expect(await app.files.size(`downloads/${id}-0-data.mrc`)).toBeNull()
})

test('a retry changes nothing', async () => {
  const { id } = await waiting(['1'])
  await run(id)
  const first = await details(id)
  await app.catalogue.remove(['1'])
  await run(id)
  expect(await details(id)).toEqual(first)
  expect((await download(id)).rawPayload.equals(plain.marc)).toBe(true)
})

test('two simultaneous runs make one file', async () => {
  const { id } = await waiting(['1', '2'])
  await Promise.all([run(id), run(id)])
  expect((await details(id)).requestStatus).toBe('READY')
  expect((await download(id)).rawPayload.equals(Buffer.concat([plain.marc, macrons.marc]))).toBe(true)
})

test('an interrupted run leaves no file; when the last try has failed, the request says so', async () => {
  const { id } = await waiting(['1'])
  const full = vi.fn(async () => Promise.reject(new Error('disk full')))
  await expect(
    writeFile.run({ ...app, files: { ...app.files, put: full } }, { requestId: id }, new AbortController().signal),
  ).rejects.toThrow('disk full')
  expect((await details(id)).requestStatus).toBe('PROCESSING')
  await writeFile.failed!(app, { requestId: id })
  expect(await details(id)).toMatchObject({ requestStatus: 'FAILED', messages: [failedSentence] })
  const reply = await download(id)
  expect(reply.json()).toMatchObject({ responseCode: 409, code: 'request_failed', messages: [failedSentence] })
})

test('a download that is given up leaves no file of its unfinished tries', async () => {
  const { id } = await waiting(['1'])
  const before = await filesOfAll()
  const put: TestApp['files']['put'] = async (...given) => {
    await app.files.put(...given)
    throw new Error('lost')
  }
  const losing = { ...app, files: { ...app.files, put } }
  await expect(writeFile.run(losing, { requestId: id }, new AbortController().signal)).rejects.toThrow('lost')
  expect((await filesOfAll()).length).toBe(before.length + 1)
  await writeFile.failed!(app, { requestId: id })
  expect(await filesOfAll()).toEqual(before)
})

test('a cancelled job stops in the middle', async () => {
  const { id } = await waiting(['1', '2'])
  await expect(writeFile.run(app, { requestId: id }, AbortSignal.abort(new Error('shutting down')))).rejects.toThrow(
    'shutting down',
  )
  expect((await details(id)).requestStatus).toBe('PROCESSING')
})

test('before it is ready there is nothing to download, and after a while the request is shown as delayed', async () => {
  const { id } = await waiting(['1'])
  const reply = await download(id)
  expect(reply.json()).toMatchObject({ responseCode: 409, messages: ['This request requires more time.'] })
  const makingSince = new Date(app.clock().getTime() - scheduledAfterMs)
  await app.db.updateTable('downloadRequest').set({ makingSince }).where('id', '=', id).execute()
  expect(await details(id)).toMatchObject({ requestStatus: 'SCHEDULED', timeout: true })
  expect(await app.as('lakeside')(downloadsApi.requestStatus, { requestId: id })).toBe('SCHEDULED')
  await run(id)
  expect(await details(id)).toMatchObject({ requestStatus: 'READY', timeout: false })
})

test('a file that is not made in time is reported as being made', async () => {
  const { response } = await createRequest({ ...app, fileWaitMs: 1 }, caller, { identities: ['1'] }, unhurried)
  expect(response.requestStatus).toBe('PROCESSING')
})

test('a file made by another process ends the wait too', async () => {
  const requestName = 'made elsewhere'
  // Requests with covers are made by a job.
  const input = { identities: ['1'], requestName, content: 'DATA_AND_IMAGE' as const }
  const reply = createRequest({ ...app, fileWaitMs: 60_000 }, caller, input, unhurried)
  const ours = app.db.selectFrom('downloadRequest').select('id').where('name', '=', requestName)
  const { id } = await vi.waitFor(() => ours.executeTakeFirstOrThrow(), 20_000)
  await app.db
    .updateTable('downloadRequest')
    .set({ status: 'FAILED', finishedAt: new Date() })
    .where('id', '=', id)
    .execute()
  expect((await reply).response.requestStatus).toBe('FAILED')
})

test('a file that was deleted from the store is reported', async () => {
  const { id } = await waiting(['1'])
  await run(id)
  await app.files.remove(`downloads/${id}-0-data.mrc`)
  expect((await download(id)).json()).toMatchObject({ responseCode: 404, code: 'file_gone' })
  expect((await details(id)).downloadComplete).toBe(false)
})

test('an unreadable record is left out and reported; the others are written', async () => {
  await app.catalogue.write([{ ...book({ id: '20' }), marc: Buffer.from('broken') }])
  const { id } = await waiting(['20', '1'])
  await run(id)
  const made = await details(id)
  expect(made).toMatchObject({ requestStatus: 'READY', matchedRecords: '1', messages: [expect.stringContaining('20')] })
  const stored = await app.files.get(`downloads/${id}-0-data.mrc`)
  expect((await buffer(stored!.stream)).equals(plain.marc)).toBe(true)
})
