import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FilesPort } from '#platform/files/files-port.ts'
import { type S3Server, startS3 } from '../../scale/services/s3.ts'
import { openFiles } from './files.ts'
import { describeFiles } from './files-suite.ts'
import { openS3Files } from './s3-files.ts'
import { StoreRefuses } from './store-refuses.ts'

let server: S3Server
beforeAll(async () => {
  server = (await startS3())!
})
afterAll(() => server?.stop())

const settings = (prefix = '') => ({ ...server, region: 'us-east-1', prefix })

async function listed(files: FilesPort) {
  const found = []
  for await (const each of files.list()) found.push(each)
  return found
}

describeFiles('files in a bucket', async () => openS3Files(settings(`${randomUUID()}/`)))

test('each prefix of one bucket is a separate store', async () => {
  const [one, other] = ['one/', 'other/'].map((prefix) => openS3Files(settings(prefix)))
  await one!.put('covers/1.jpg', Buffer.from('one'))
  expect(await other!.size('covers/1.jpg')).toBeNull()
  expect(await listed(one!)).toEqual([{ key: 'covers/1.jpg', size: 3, version: expect.any(String) }])
})

test('all files are listed, even if they need several pages', async () => {
  const files = openS3Files(settings('many/'))
  for (let from = 0; from < 1100; from += 100)
    await Promise.all(Array.from({ length: 100 }, (_, n) => files.put(`covers/${from + n}.jpg`, Buffer.from('x'))))
  expect(new Set((await listed(files)).map((each) => each.key)).size).toBe(1100)
})

test.each([
  [{ bucket: 'no-such-bucket' }, /^S3_BUCKET=no-such-bucket: .*NoSuchBucket/],
  [{ keys: { accessKeyId: 'stranger', secretAccessKey: 'x' } }, /^S3_ACCESS_KEY_ID=stranger: /],
  [{ keys: { accessKeyId: 'scale', secretAccessKey: 'wrong' } }, /^S3_SECRET_ACCESS_KEY=…: /],
])('a store that rejects us stops the start with one line: %o', async (wrong, line) => {
  const refused = await openFiles({ s3: { ...settings(), ...wrong }, dataDir: '/nowhere' }).catch((error) => error)
  expect(refused).toBeInstanceOf(StoreRefuses)
  expect(refused.message).toMatch(line)
  expect(refused.message).not.toMatch(/\n|secret-key|wrong/)
  expect(inspect(refused, { showHidden: true, depth: 8 }).length).toBeLessThan(6000)
})
