import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { clockIn, dayMs, defaultZone } from '#kit/day.ts'
import { type CatalogueRequest, requestsApi } from '../../contract.ts'
import { fileSentences, scanningStopped } from '../../rules.ts'
import { type ItemSent, paper, posted, startDraft } from '../../server/testing.ts'
import { attachmentsApi } from '../contract.ts'
import { forgetPictures } from './held-pictures.ts'
import { eicar, sent, sentPicture } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const held = async (filename = 'cover.png', person: Person = 'hillview') => {
  const { response } = await app.as(person)(attachmentsApi.scanFiles, { files: [await sentPicture(filename)] })
  return response.files[0]!.file!
}
let title = 0
/** Each is a different book. */
const book = (files: ItemSent['files'], told: ItemSent = {}) => paper({ title: `Book ${++title}`, files, ...told })
const change = (
  request: CatalogueRequest,
  ops: { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }[],
) => app.as('hillview')(requestsApi.changeCatalogueRequest, { id: request.id, ops, version: request.version })
const reread = async ({ id }: CatalogueRequest) =>
  (await app.as('hillview')(requestsApi.catalogueRequest, { id })).response
const filesOf = ({ items }: CatalogueRequest) => items.map(({ files }) => files.map(({ filename }) => filename))
const status = async (url: string, person: Person = 'hillview') => (await app.raw(person, { url })).statusCode
const rows = () => app.db.selectFrom('catalogueAttachment').selectAll().orderBy('id').execute()

test('a draft accepts previously scanned and newly sent pictures, in order', async () => {
  const first = await held('front.png')
  const request = await startDraft(app, [book([{ id: first.id, caption: 'Front' }, await sentPicture('back.png')])])
  expect(request.items[0]!.files).toMatchObject([
    { id: first.id, filename: 'front.png', caption: 'Front' },
    { filename: 'back.png', filetype: 'image/png', caption: '' },
  ])
  expect(JSON.stringify(request)).not.toContain('base64')
  expect(await status(request.items[0]!.files[1]!.thumbnailUrl)).toBe(200)
  expect((await reread(request)).items).toEqual(request.items)
})

test('a patch adds, describes, reorders and removes pictures', async () => {
  const request = await startDraft(app, [book([await sentPicture('a.png'), await sentPicture('b.png')])])
  const [a, b] = request.items[0]!.files
  const { response: changed } = await change(request, [
    { op: 'add', path: '/items/0/files/-', value: { id: (await held('c.png')).id } },
    { op: 'replace', path: '/items/0/files/0/caption', value: 'Title page' },
    { op: 'remove', path: '/items/0/files/1' },
  ])
  expect(filesOf(changed)).toEqual([['a.png', 'c.png']])
  expect(changed.items[0]!.files[0]!.caption).toBe('Title page')
  const { response: turned } = await change(changed, [
    { op: 'replace', path: '/items/0/files', value: [...changed.items[0]!.files].reverse() },
  ])
  expect(filesOf(turned)).toEqual([['c.png', 'a.png']])
  // A removed picture is kept for a while and can be restored.
  const { response: back } = await change(turned, [{ op: 'add', path: '/items/0/files/-', value: { id: b!.id } }])
  expect(filesOf(back)).toEqual([['c.png', 'a.png', 'b.png']])
  expect(back.items[0]!.files.map(({ id }) => id)).toContain(a!.id)
})

test('a virus in a new draft is left out and reported, and the rest is saved', async () => {
  const reply = await app.as('hillview')(requestsApi.createCatalogueRequest, {
    items: [book([await sentPicture('fine.png'), sent('evil.jpg', eicar)])],
  })
  expect(reply).toMatchObject({ responseCode: 4003, messages: ['Virus found in: evil.jpg - file removed'] })
  expect(filesOf(await reread(reply.response))).toEqual([['fine.png']])
})

test('a virus in a patch is left out and reported, and the rest of the patch is saved', async () => {
  const request = await startDraft(app, [book([await sentPicture('fine.png')])])
  const reply = await change(request, [
    { op: 'add', path: '/items/0/files/-', value: sent('evil.jpg', eicar) },
    { op: 'replace', path: '/items/0/publisher', value: 'Another press' },
  ])
  expect(reply).toMatchObject({ responseCode: 4003, messages: ['Virus found in: evil.jpg - file removed'] })
  const saved = await reread(request)
  expect([filesOf(saved), saved.items[0]!.publisher]).toEqual([[['fine.png']], 'Another press'])
})

test('a file that is not a picture refuses the whole draft, on its item', async () => {
  const before = await app.db.selectFrom('catalogueRequest').select('id').execute()
  await expect(startDraft(app, [book([]), book([sent('notes.png', 'words')])])).rejects.toMatchObject({
    status: 400,
    errors: { 'items.1.files': [fileSentences.noPicture('notes.png')] },
  })
  expect(await app.db.selectFrom('catalogueRequest').select('id').execute()).toEqual(before)
})

test('while the scanner is unavailable a draft with a new picture is not saved; one with a scanned picture is', async () => {
  const request = await startDraft(app, [book([])])
  const ready = await held('ready.png')
  const { scan } = app.virusScan
  app.expectErrors(/virus scan/, /scanner_away/)
  app.virusScan.scan = () => Promise.reject(new Error('away'))
  try {
    await expect(
      change(request, [{ op: 'add', path: '/items/0/files/-', value: await sentPicture() }]),
    ).rejects.toMatchObject({ status: 503, messages: [scanningStopped] })
    expect(await reread(request)).toEqual(request)
    await change(request, [{ op: 'add', path: '/items/0/files/-', value: { id: ready.id } }])
  } finally {
    app.virusScan.scan = scan
  }
})

test('a draft cannot take another school’s picture, unused or in use', async () => {
  const theirs = await held('theirs.png', 'riverside')
  const used = (await startDraft(app, [book([await sentPicture('used.png')])], 'riverside')).items[0]!.files[0]!
  const request = await startDraft(app, [book([await sentPicture('own.png')])])
  const before = await rows()
  for (const { id } of [theirs, used, { id: 'no-such-picture' }]) {
    await expect(startDraft(app, [book([{ id }])])).rejects.toMatchObject({ status: 404, code: 'file_not_found' })
    await expect(change(request, [{ op: 'add', path: '/items/0/files/-', value: { id } }])).rejects.toMatchObject({
      status: 404,
      errors: { 'items.0.files': [fileSentences.gone] },
    })
  }
  expect(await rows()).toEqual(before)
  expect(await reread(request)).toEqual(request)
})

test('a held picture’s id and caption count; its other members are ignored', async () => {
  const { id } = await held('own.png')
  const claimed = { id, filename: 'x.exe', filetype: 'text/html', filesize: 1, url: 'https://evil.example' }
  const request = await startDraft(app, [book([{ ...claimed, thumbnailUrl: '//evil.example' }])])
  expect(request.items[0]!.files[0]).toMatchObject({
    filename: 'own.png',
    filetype: 'image/png',
    url: `/rest/cataloguerequests/files/${id}`,
  })
})

test('a picture named by two items, or used by another request, is copied', async () => {
  const { id } = await held('shared.png')
  const first = await startDraft(app, [book([{ id, caption: 'Front' }]), book([{ id }])])
  const second = await startDraft(app, [book([{ id }])])
  const files = [...first.items, ...second.items].map((item) => item.files[0]!)
  expect(new Set(files.map((file) => file.id)).size).toBe(3)
  expect(files[0]!.id).toBe(id)
  expect(files.map(({ filename }) => filename)).toEqual(['shared.png', 'shared.png', 'shared.png'])
  expect(files[2]!.caption).toBe('Front')
  await app.as('hillview')(requestsApi.removeCatalogueRequest, { id: first.id })
  await forget(8)
  expect(await Promise.all(files.map(({ url }) => status(url)))).toEqual([404, 404, 200])
})

test('a sixth picture is refused, in a draft and by a patch', async () => {
  const five = await Promise.all([1, 2, 3, 4, 5].map((each) => sentPicture(`${each}.png`)))
  await expect(startDraft(app, [book([...five, await sentPicture('6.png')])])).rejects.toMatchObject({ status: 400 })
  const request = await startDraft(app, [book(five)])
  await expect(
    change(request, [{ op: 'add', path: '/items/0/files/-', value: await sentPicture('6.png') }]),
  ).rejects.toMatchObject({ status: 400, errors: { 'items.0.files': [expect.any(String)] } })
  expect(filesOf(await reread(request))[0]).toHaveLength(5)
})

test('two simultaneous drafts with one picture both end up with a complete one', async () => {
  const { id } = await held('wanted.png')
  const outcomes = await Promise.allSettled([startDraft(app, [book([{ id }])]), startDraft(app, [book([{ id }])])])
  const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(made.length).toBeGreaterThan(0)
  const ids = await Promise.all(made.map(async (request) => (await reread(request)).items[0]!.files[0]!.id))
  expect(new Set(ids).size).toBe(made.length)
})

test('an item that becomes physical drops its pictures', async () => {
  const request = await startDraft(app, [book([await sentPicture()])])
  const { response } = await change(request, [{ op: 'replace', path: '/items/0/physicalResource', value: true }])
  expect(response.items[0]!.files).toEqual([])
  expect(filesOf(await startDraft(app, [posted({ title: 'Thing', files: [await sentPicture()] })]))).toEqual([[]])
})

/** Runs the daily job this many days from now. */
const forget = async (days: number) => {
  const later = new Date(Date.now() + days * dayMs)
  await forgetPictures.run({ ...app, clock: clockIn(defaultZone, () => later) }, {}, new AbortController().signal)
}

test('unused pictures and their files are deleted after a week; those of drafts stay', async () => {
  const request = await startDraft(app, [book([await sentPicture('kept.png')])])
  const gone = await held('gone.png')
  const { fileKey, thumbnailKey } = (await rows()).find(({ id }) => id === gone.id)!
  await forget(6.9)
  expect(await status(gone.url)).toBe(200)
  await forget(7.1)
  expect(await status(gone.url)).toBe(404)
  expect(await Promise.all([app.files.size(fileKey), app.files.size(thumbnailKey)])).toEqual([null, null])
  expect(await status(request.items[0]!.files[0]!.url)).toBe(200)
})

test('the desk sees the pictures of submitted requests', async () => {
  const { items } = await startDraft(app, [book([await sentPicture()])])
  const { id } = items[0]!.files[0]!
  const address = `/rest/desk/cataloguing/files/${id}?size=thumbnail`
  expect(await status(address, 'desk')).toBe(404)
  await app.db.updateTable('catalogueItem').set({ status: 'REQUESTED' }).where('id', '=', items[0]!.id).execute()
  expect(await status(address, 'desk')).toBe(200)
})
