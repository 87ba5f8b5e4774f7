import { buffer } from 'node:stream/consumers'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#kit/day.ts'
import { FilesAway, type FilesPort } from '#platform/files/files-port.ts'
import { type S3Server, startS3 } from '../../scale/services/s3.ts'
import { openFiles } from './files.ts'
import { numbered } from './files-suite.ts'
import { openS3Client } from './s3-client.ts'
import { openS3Files } from './s3-files.ts'
import { sweepParts } from './s3-start.ts'

let server: S3Server
beforeAll(async () => {
  server = (await startS3())!
})
afterAll(() => server?.stop())

const settings = (prefix = '') => ({ ...server, region: 'us-east-1', prefix })
const key = 'downloads/large.mrc'
const large = numbered(40_000_000)

async function listed(files: FilesPort) {
  const found = []
  for await (const each of files.list()) found.push(each)
  return found
}

test('parts left by a killed process are deleted once they are old, newer ones stay', async () => {
  const at = settings('swept/')
  const client = openS3Client(at)
  const place = { Bucket: at.bucket, Key: 'swept/downloads/a.mrc' }
  await client.send(new CreateMultipartUploadCommand(place))
  const waiting = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket, Prefix: 'swept/' }))).Uploads?.length ?? 0
  expect(await waiting()).toBe(1)
  await sweepParts(client, at, hourMs)
  expect(await waiting()).toBe(1)
  await sweepParts(client, at, -60_000)
  expect(await waiting()).toBe(0)
})

test('an aborted write leaves no parts behind', async () => {
  const at = settings('broken/')
  const broken = async function* () {
    yield large
    throw new Error('cut off')
  }
  await expect(openS3Files(at).put(key, broken())).rejects.toThrow('cut off')
  const client = new S3Client({ ...at, credentials: { ...at.keys }, forcePathStyle: true })
  expect((await client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket, Prefix: 'broken/' }))).Uploads).toBe(
    undefined,
  )
})

test('if the store is killed during a read and comes back, the read continues where it was', async () => {
  const files = openS3Files(settings('killed/'), { silence: 5_000, tries: 100, pause: 200 })
  await files.put(key, large)
  const { stream } = (await files.get(key, { start: 100 }))!
  const got: Buffer[] = []
  let killed: Promise<void> | undefined
  for await (const piece of stream as AsyncIterable<Buffer>) {
    got.push(piece)
    killed ??= server.kill().then(() => server.start())
  }
  await killed
  expect(Buffer.concat(got).equals(large.subarray(100))).toBe(true)
})

test('a file replaced while a broken read is resumed is not mixed with the new one', async () => {
  const files = openS3Files(settings('replaced/'), { silence: 5_000, tries: 100, pause: 200 })
  await files.put(key, large)
  const { stream } = (await files.get(key))!
  await new Promise((come) => stream.once('readable', come))
  await server.kill()
  await server.start()
  await files.put(key, Buffer.alloc(large.length, 'x'))
  // A read that had resumed before the replacement gets the whole old file.
  const read = await buffer(stream).catch(() => undefined)
  expect(read === undefined || read.equals(large)).toBe(true)
})

test("a reader that pauses longer than the store's silence limit gets the whole file", async () => {
  const files = openS3Files(settings('slow/'), { silence: 2_000, tries: 100, pause: 50 })
  await files.put(key, large)
  const { stream } = (await files.get(key))!
  const got: Buffer[] = []
  for await (const piece of stream as AsyncIterable<Buffer>) {
    got.push(piece)
    if (got.length === 1) await new Promise((go) => setTimeout(go, 4_000))
  }
  expect(Buffer.concat(got).equals(large)).toBe(true)
})

test('a hundred paused readers do not block reads and writes', async () => {
  const files = openS3Files(settings('slow/'))
  await files.put(key, large)
  const resting = await Promise.all(Array.from({ length: 100 }, () => files.get(key)))
  expect(await files.put('covers/1.jpg', Buffer.from('x'))).toBe(1)
  expect((await buffer((await files.get('covers/1.jpg'))!.stream)).toString()).toBe('x')
  for (const each of resting) each!.stream.destroy()
})

test('while the store is unreachable every call says so, nothing is half-written, and all resumes when it is back', async () => {
  const files = openS3Files(settings('away/'))
  await files.put('covers/1.jpg', Buffer.from('before'))
  await server.kill()
  const heard: unknown[] = []
  try {
    const refusal = { status: 503, code: 'unavailable' }
    await expect(files.put('covers/1.jpg', Buffer.from('during'))).rejects.toMatchObject(refusal)
    await expect(files.put('covers/2.jpg', large)).rejects.toBeInstanceOf(FilesAway)
    await expect(files.get('covers/1.jpg')).rejects.toBeInstanceOf(FilesAway)
    await expect(files.size('covers/none.jpg')).rejects.toBeInstanceOf(FilesAway)
    await expect(files.remove('covers/1.jpg')).rejects.toBeInstanceOf(FilesAway)
    await expect(listed(files)).rejects.toBeInstanceOf(FilesAway)
    await openFiles({ s3: settings('away/'), dataDir: '/nowhere' }, { onError: (error) => heard.push(error) })
  } finally {
    await server.start()
  }
  expect(heard.length).toBeGreaterThan(0)
  expect((await buffer((await files.get('covers/1.jpg'))!.stream)).toString()).toBe('before')
  expect(await files.get('covers/2.jpg')).toBeNull()
  await files.put('covers/1.jpg', Buffer.from('after'))
  expect(await files.size('covers/1.jpg')).toBe(5)
})
