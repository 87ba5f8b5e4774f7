import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { type Content, downloadsApi, type ItemType } from '../../contract.ts'
import { book } from '../../server/testing.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'together-'))
const picture = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#0f5c63' } })
  .png()
  .toBuffer()
beforeAll(async () => {
  app = await testApp()
  const owl = book({ id: '1', title: 'Owl Moon' })
  await app.catalogue.write([
    { ...owl, document: { ...owl.document, imageFileName: '1.png' } },
    ...['2', '3'].map((id) => book({ id })),
  ])
  await app.files.put('covers/1.png', picture)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  app.setClock(() => new Date('2026-11-21T10:00:00Z'))
  await app.db.deleteFrom('downloadRequest').execute()
  await app.db.deleteFrom('downloadedRecord').execute()
  await app.db.deleteFrom('customerSettings').execute()
  await app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-lakeside', settings: JSON.stringify({ fileNamePattern: '{name}-{date}' }) })
    .execute()
})

const request = async (requestName: string, identities: string[], content: Content = 'DATA_ONLY') =>
  (await app.as('lakeside')(downloadsApi.createRequest, { requestName, identities, content })).response.id
const item = async (type: ItemType, bibId: string) =>
  (await app.as('lakeside')(downloadsApi.requestItem, { type, bibId })).response.id
const together = (ids: string[], { method = 'GET', person = 'lakeside' as Person } = {}) =>
  app.raw(person, { method: method as 'GET', url: `/rest/mydownload/download/together?requestIds=${ids.join(',')}` })
const single = async (path: string, id: string) =>
  (await app.raw('lakeside', { url: `/rest/mydownload/download${path}?requestId=${id}` })).rawPayload
const isDownloaded = async (id: string) =>
  (await app.as('lakeside')(downloadsApi.requestDetails, { requestId: id })).response.downloadComplete

/** The files that `unzip` finds in it. */
function unzipped(bytes: Buffer): Record<string, Buffer> {
  const path = join(folder, 'sent.zip')
  writeFileSync(path, bytes)
  execFileSync('unzip', ['-tqq', path])
  const names = execFileSync('unzip', ['-Z1', path]).toString().trim().split('\n')
  return Object.fromEntries(
    names.map((name) => [name, execFileSync('unzip', ['-p', path, name.replace(/[[*?]/g, '\\$&')])]),
  )
}

describe.skipIf(spawnSync('unzip', ['-v']).error)('the ZIP of several requests', () => {
  test('it has the files that each would send, under their names, each once', async () => {
    const first = await request('Term 1', ['1', '2'])
    const second = await request('TERM 1', ['3'])
    const both = await request('With covers', ['1'], 'DATA_AND_IMAGE')
    const covers = await request('Covers', ['1'], 'IMAGE_ONLY')
    const reply = await together([first, second, both, covers, first])
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(reply.headers['content-disposition']).toContain('filename="My downloads-2026-11-21.zip"')
    const inside = unzipped(reply.rawPayload)
    expect(Object.keys(inside)).toEqual([
      'Term 1-2026-11-21.mrc',
      'TERM 1-2026-11-21 (2).mrc',
      'With covers-2026-11-21.zip',
      'Covers-2026-11-21.zip',
    ])
    expect(inside['Term 1-2026-11-21.mrc']).toEqual(await single('', first))
    expect(inside['With covers-2026-11-21.zip']).toEqual(await single('', both))
    for (const id of [first, second, both, covers]) expect(await isDownloaded(id)).toBe(true)
    const noted = await app.db.selectFrom('downloadedRecord').select('recordId').orderBy('recordId').execute()
    expect(noted.map(({ recordId }) => recordId)).toEqual(['1', '2', '3'])
  })

  test('covers that the school wants apart are a file beside the data; a pattern without names gives way', async () => {
    await app.db
      .updateTable('customerSettings')
      .set({ settings: JSON.stringify({ downloadImageAlone: true }) })
      .execute()
    const inside = unzipped((await together([await request('Apart', ['1'], 'DATA_AND_IMAGE')])).rawPayload)
    expect(Object.keys(inside)).toEqual(['Apart-2026-11-21.mrc', 'Apart-2026-11-21.zip'])
  })

  test('the files of a single record have their own kinds, the page among them', async () => {
    const ids = [await item('marc', '1'), await item('image', '1'), await item('html', '1')]
    const inside = unzipped((await together(ids)).rawPayload)
    expect(Object.keys(inside)).toEqual([
      'Owl Moon-2026-11-21.mrc',
      'Owl Moon-2026-11-21.png',
      'Owl Moon-2026-11-21.html',
    ])
    expect(inside['Owl Moon-2026-11-21.png']).toEqual(picture)
    expect(inside['Owl Moon-2026-11-21.html']!.toString()).toContain('Owl Moon')
    for (const id of ids) expect(await isDownloaded(id)).toBe(true)
  })

  test('requests without a file are left out and named', async () => {
    const ready = await request('Ready', ['1'])
    const nothing = await request('Nothing found', ['9780000000002'])
    const lost = await request('Lost', ['2'])
    await app.files.remove(`downloads/${lost}-0-data.mrc`)
    const inside = unzipped((await together([nothing, ready, lost])).rawPayload)
    expect(Object.keys(inside)).toEqual(['Ready-2026-11-21.mrc', 'Not included.txt'])
    expect(inside['Not included.txt']!.toString()).toBe('These requests had no file:\r\nNothing found\r\nLost\r\n')
    expect([await isDownloaded(ready), await isDownloaded(lost)]).toEqual([true, false])
  })
})

test('a HEAD request gets no bytes and downloads nothing', async () => {
  const id = await request('Ready', ['1'])
  const reply = await together([id], { method: 'HEAD' })
  expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0])
  expect(await isDownloaded(id)).toBe(false)
})

test('without any file, with too many requests or with another school’s, there is no ZIP', async () => {
  const id = await request('Ready', ['1'])
  const nothing = await request('Nothing found', ['9780000000002'])
  const codes = async (ids: string[], person: Person = 'lakeside') => {
    const reply = await together(ids, { person })
    return [reply.statusCode, reply.json().code]
  }
  expect(await codes([nothing])).toEqual([409, 'nothing_ready'])
  expect(await codes([id, 'x'])).toEqual([404, 'request_not_found'])
  expect(await codes([id], 'hillview')).toEqual([404, 'request_not_found'])
  expect(await codes(Array.from({ length: 101 }, (_, n) => `${n}`))).toEqual([400, 'too_many_together'])
  expect(await isDownloaded(id)).toBe(false)
})
