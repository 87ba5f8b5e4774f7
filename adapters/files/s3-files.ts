import { Readable } from 'node:stream'
import { DeleteObjectCommand, HeadObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FilesPort } from '#platform/files/files-port.ts'
import { checkedKey } from './file-key.ts'
import { asFilesAway, isAbsent, isPastEnd, openS3Client, type S3Settings } from './s3-client.ts'
import { type ReadingWaits, readObject } from './s3-reading.ts'
import { sourceOf } from './source-of.ts'

const partBytes = 8 * 1024 * 1024

/** Files in a bucket; a large one is a multipart upload, which is completed at the end or aborted. */
export function openS3Files(settings: S3Settings, waits?: ReadingWaits): FilesPort {
  const client = openS3Client(settings)
  const { bucket: Bucket, prefix } = settings
  const at = (key: string) => ({ Bucket, Key: prefix + checkedKey(key) })

  const size = async (place: ReturnType<typeof at>) => {
    const head = await client.send(new HeadObjectCommand(place)).catch(nullIfAbsent)
    return head?.ContentLength ?? null
  }
  return {
    size: (key) => withFilesAway(() => size(at(key))),
    put: (key, content) => withFilesAway(() => put(client, at(key), content)),
    get: (key, range) =>
      withFilesAway(async () => {
        const place = at(key)
        try {
          return await readObject(client, place, range, waits)
        } catch (error) {
          if (!isPastEnd(error)) return nullIfAbsent(error)
          const whole = await size(place)
          return whole === null ? null : { size: whole, stream: Readable.from([]) }
        }
      }),
    remove: (key) => withFilesAway(async () => void (await client.send(new DeleteObjectCommand(at(key))))),
    async *list() {
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
          for (const { Key = '', Size = 0, ETag = '', LastModified } of page.Contents ?? [])
            yield { key: Key.slice(prefix.length), size: Size, version: `${ETag} ${LastModified?.getTime()}` }
      } catch (error) {
        throw asFilesAway(error)
      }
    },
  }
}

async function withFilesAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw asFilesAway(error)
  }
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null
  throw error
}

async function put(client: S3Client, place: { Bucket: string; Key: string }, content: Parameters<FilesPort['put']>[1]) {
  let size = 0
  const source = sourceOf(content)
  async function* counted() {
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      size += piece.length
      yield piece
    }
  }
  // Two parts at once: one is sent while the next fills, so memory use is bounded.
  const upload = new Upload({
    client,
    params: { ...place, Body: Readable.from(counted(), { highWaterMark: 1 }) },
    partSize: partBytes,
    queueSize: 2,
  })
  await upload.done()
  return size
}
