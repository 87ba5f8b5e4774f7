import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { maxFileBytes } from '../../rules.ts'
import { attachmentsApi } from '../contract.ts'
import { drawn, eicar, sent, sentPicture } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const scan = (files: { filename: string; base64: string; caption?: string }[], person: Person = 'hillview') =>
  app.as(person)(attachmentsApi.scanFiles, { files })
const look = (url: string, person: Person | null = 'hillview', headers = {}) => app.raw(person, { url, headers })
const countOfAttachments = async () => (await app.db.selectFrom('catalogueAttachment').select('id').execute()).length

test.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s is accepted and shown whole and small', async (kind) => {
  const { responseCode, response } = await scan([await sentPicture(`title page.${kind}`, kind)])
  expect(responseCode).toBe(200)
  const { filename, accepted, file } = response.files[0]!
  expect([filename, accepted, file!.filename, file!.filetype]).toEqual([
    `title page.${kind}`,
    true,
    `title page.${kind}`,
    `image/${kind}`,
  ])
  const whole = await look(file!.url)
  expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([
    200,
    `image/${kind}`,
    file!.filesize,
  ])
  expect(whole.headers['content-disposition']).toContain(`inline; filename="title page.${kind}"`)
  expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ format: kind, width: 40, height: 60 })
  const small = await look(file!.thumbnailUrl)
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40 })
})

test('a large picture’s thumbnail is at most 320 pixels wide and high', async () => {
  const { response } = await scan([sent('wide.jpg', await drawn('jpeg', 3000, 1000))])
  const small = await look(response.files[0]!.file!.thumbnailUrl)
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 320, height: 107 })
})

test('a phone’s picture is turned upright, and its GPS position is removed', async () => {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '41/1 17/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { response } = await scan([sent('photo.jpg', photo)])
  const found = await sharp((await look(response.files[0]!.file!.url)).rawPayload).metadata()
  expect([found.width, found.height, found.exif, found.orientation]).toEqual([40, 60, undefined, undefined])
})

test('data hidden after the last pixel is removed', async () => {
  const page = Buffer.concat([await drawn('jpeg'), Buffer.from('<script>alert(1)</script>')])
  const { response } = await scan([sent('x.jpg', page)])
  expect((await look(response.files[0]!.file!.url)).body).not.toContain('script')
})

test('an animated picture becomes its first frame', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const moving = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif()
    .toBuffer()
  const { response } = await scan([sent('moving.gif', moving)])
  const found = await sharp((await look(response.files[0]!.file!.url)).rawPayload, { animated: true }).metadata()
  expect([found.pages ?? 1, found.height]).toEqual([1, 20])
})

test('a virus is reported in the specification’s words, and clean pictures sent with it are accepted', async () => {
  const before = await countOfAttachments()
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: '/rest/cataloguerequests/scanfiles',
    payload: { files: [await sentPicture('a.png'), sent('evil.png', eicar), await sentPicture('b.png')] },
  })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    {
      responseCode: 4003,
      messages: ['Virus found in: evil.png - file removed'],
      response: {
        files: [
          { filename: 'a.png', accepted: true },
          { filename: 'evil.png', accepted: false, reason: 'Virus found in: evil.png - file removed' },
          { filename: 'b.png', accepted: true },
        ],
      },
    },
  ])
  expect(await countOfAttachments()).toBe(before + 2)
})

test('beside a virus, a file that is not a picture is reported too, and the clean one is accepted', async () => {
  const before = await countOfAttachments()
  const reply = await scan([await sentPicture('a.png'), sent('evil.png', eicar), sent('notes.png', 'no picture')])
  expect(reply).toMatchObject({
    responseCode: 4003,
    messages: ['Virus found in: evil.png - file removed', noPicture('notes.png')],
    response: { files: [{ accepted: true }, { accepted: false }, { accepted: false, reason: noPicture('notes.png') }] },
  })
  expect(await countOfAttachments()).toBe(before + 1)
})

test('a school with 1,000 unused pictures sends no more until it saves or waits', async () => {
  const [row] = await app.db
    .selectFrom('catalogueAttachment')
    .selectAll()
    .where('itemId', 'is', null)
    .limit(1)
    .execute()
  const more = { ...row!, customerId: 'demo-lakeside', userId: 'demo-lakeside-trial' }
  const held = Array.from({ length: 999 }, (_, index) => ({ ...more, id: `held-${index}` }))
  await app.db.insertInto('catalogueAttachment').values(held).execute()
  expect((await scan([await sentPicture()], 'lakeside')).responseCode).toBe(200)
  const before = await countOfAttachments()
  await expect(scan([await sentPicture()], 'lakeside')).rejects.toMatchObject({ status: 429, code: 'too_many_held' })
  expect(await countOfAttachments()).toBe(before)
  expect((await scan([await sentPicture()], 'hillview')).responseCode).toBe(200)
})

test('a virus inside a real picture is found too', async () => {
  const { responseCode } = await scan([sent('a.png', Buffer.concat([await drawn(), Buffer.from(eicar)]))])
  expect(responseCode).toBe(4003)
})

const noPicture = (file: string) => `We couldn’t read ${file}. Please use JPEG, PNG, WebP or GIF.`
const broken = async () => (await drawn('png', 400, 600)).subarray(0, 100)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'
test.each([
  ['text.png', async () => 'no picture', noPicture('text.png')],
  ['empty.png', async () => '', noPicture('empty.png')],
  ['drawing.png', async () => svg, noPicture('drawing.png')],
  [
    'scan.tiff',
    async () =>
      sharp(await drawn())
        .tiff()
        .toBuffer(),
    noPicture('scan.tiff'),
  ],
  ['half.png', broken, noPicture('half.png')],
  ['only-its-beginning.jpg', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), noPicture('only-its-beginning.jpg')],
  ['<b>bold</b>.png', async () => 'x', noPicture('<b>bold</b>.png')],
  ['large.jpg', async () => Buffer.alloc(maxFileBytes + 1), 'large.jpg is larger than 5 MB.'],
  ['huge.png', () => drawn('png', 8000, 5001), 'huge.png has more than 40 megapixels.'],
])('%s is refused, and with it the whole call', async (filename, bytes, sentence) => {
  const before = await countOfAttachments()
  await expect(scan([await sentPicture('fine.png'), sent(filename, await bytes())])).rejects.toMatchObject({
    status: 400,
    code: 'bad_files',
    errors: { files: [sentence] },
  })
  expect(await countOfAttachments()).toBe(before)
})

test('exactly 5,242,880 bytes and 40 megapixels are accepted', async () => {
  const padded = Buffer.alloc(maxFileBytes)
  ;(await drawn('jpeg', 8000, 5000)).copy(padded)
  expect((await scan([sent('most.jpg', padded)])).response.files[0]!.accepted).toBe(true)
})

test('the claimed size is ignored', async () => {
  const file = { ...sent('a.jpg', Buffer.alloc(maxFileBytes + 1)), filesize: 10, filetype: 'image/jpeg' }
  await expect(scan([file])).rejects.toMatchObject({ code: 'bad_files' })
})

test('six pictures at once, none, and unknown members are refused', async () => {
  const file = await sentPicture()
  const before = await countOfAttachments()
  await expect(scan(Array.from({ length: 6 }, () => file))).rejects.toMatchObject({
    status: 400,
    errors: { files: [expect.any(String)] },
  })
  await expect(scan([])).rejects.toMatchObject({ status: 400 })
  await expect(scan([{ ...file, customerId: 'demo-riverside' } as typeof file])).rejects.toMatchObject({ status: 400 })
  expect(await countOfAttachments()).toBe(before)
})

test('a data URL made by a browser is accepted too', async () => {
  const base64 = `data:image/png;base64,${(await drawn()).toString('base64')}`
  expect((await scan([{ filename: 'a.png', base64 }])).response.files[0]!.accepted).toBe(true)
})

test.each([
  ['C:\\fakepath\\cover.jpg', 'cover.jpg.png'],
  ['../../etc/passwd', 'passwd.png'],
  ['a"b\r\nset-cookie: x.png', 'a b set-cookie x.png'],
  ['本の表紙.png', '本の表紙.png'],
  ['page.PNG', 'page.PNG'],
  ['bell\u0007.exe', 'bell.exe.png'],
])('the name %j becomes %j', async (filename, name) => {
  const { file } = (await scan([await sentPicture(filename)])).response.files[0]!
  expect(file!.filename).toBe(name)
  const { statusCode, headers } = await look(file!.url)
  expect([statusCode, headers['set-cookie']]).toEqual([200, undefined])
})

test('a picture belongs to its school: for others, students and visitors it is absent', async () => {
  const { file } = (await scan([await sentPicture()])).response.files[0]!
  expect((await look(file!.url, 'assistant')).statusCode).toBe(200)
  expect((await look(file!.url, 'riverside')).json()).toMatchObject({ responseCode: 404, code: 'file_not_found' })
  expect((await look(file!.thumbnailUrl, 'riverside')).statusCode).toBe(404)
  expect((await look(file!.url, 'student')).statusCode).toBe(403)
  expect((await look(file!.url, null)).statusCode).toBe(403)
  expect((await look(file!.url, 'desk')).statusCode).toBe(403)
})

test('the desk does not see pictures of unsubmitted requests', async () => {
  const { file } = (await scan([await sentPicture()])).response.files[0]!
  expect((await look(`/rest/desk/cataloguing/files/${file!.id}`, 'desk')).statusCode).toBe(404)
  expect((await look(`/rest/desk/cataloguing/files/${file!.id}`, 'hillview')).statusCode).toBe(403)
})

test('a cached picture is revalidated with authorisation, and not sent again', async () => {
  const { file } = (await scan([await sentPicture()])).response.files[0]!
  const { etag, ...headers } = (await look(file!.url)).headers
  expect(headers['cache-control']).toBe('private, no-cache')
  expect((await look(file!.url, 'hillview', { 'if-none-match': String(etag) })).statusCode).toBe(304)
  expect((await look(file!.url, 'riverside', { 'if-none-match': String(etag) })).statusCode).toBe(404)
  expect((await look(file!.thumbnailUrl)).headers.etag).not.toBe(etag)
})

test.each([
  ['x', 404],
  ['..%2F..%2Fetc%2Fpasswd', 400],
  ['%00', 400],
  ["'%20or%201=1", 400],
])('a picture with the id %s is refused', async (id, status) => {
  expect((await look(`/rest/cataloguerequests/files/${id}`)).statusCode).toBe(status)
  expect((await look(`/rest/cataloguerequests/files/${id}?size=thumbnail`)).statusCode).toBe(status)
  expect((await look(`/rest/cataloguerequests/files/${id}?size=huge`)).statusCode).toBe(400)
})

test('a picture’s caption is stored as typed', async () => {
  const { response } = await scan([{ ...(await sentPicture()), caption: ' <b>Title</b> page\n' }])
  expect(response.files[0]!.file!.caption).toBe('<b>Title</b> page')
})
