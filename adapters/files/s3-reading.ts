import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import type { ByteRange } from '#platform/files/files-port.ts'
import { asFilesAway, isStoreAway } from './s3-client.ts'

type Place = { Bucket: string; Key: string }
export type ReadingWaits = {
  /** Milliseconds within which a byte must arrive once a reader waits for one. */
  silence: number
  /** How often in a row a read is retried without receiving anything, and the pause between attempts in ms. */
  tries: number
  pause: number
}
const usual: ReadingWaits = { silence: 30_000, tries: 5, pause: 500 }

/** The total size in bytes, and a stream of the requested range; throws the store's error before the first byte. */
export async function readObject(client: S3Client, at: Place, range: ByteRange | undefined, waits = usual) {
  const first = await client.send(new GetObjectCommand({ ...at, ...rangeOf(range) }))
  const size = Number(/\/(\d+)$/.exec(first.ContentRange ?? '')?.[1] ?? first.ContentLength)
  return { size, stream: streamOf(client, at, first, range?.start ?? 0, waits) }
}

/**
 * The body, resumed after every broken connection: a store may close one with a slow reader, or restart. Each new
 * request continues at the current position, and only on the same file.
 */
function streamOf(client: S3Client, at: Place, first: GetObjectCommandOutput, from: number, waits: ReadingWaits) {
  const end = from + (first.ContentLength ?? 0)
  let body: Readable | undefined = first.Body as Readable
  async function* bytes() {
    let position = from
    let fruitless = 0
    while (position < end) {
      try {
        body ??= await again(client, { ...at, IfMatch: first.ETag }, position, end)
        for await (const piece of insistently(body, waits.silence)) {
          position += piece.length
          fruitless = 0
          yield piece
        }
        if (position < end) throw Object.assign(new Error('The store ended early.'), { code: 'ECONNRESET' })
      } catch (error) {
        body = undefined
        if (!isBroken(error) || ++fruitless > waits.tries) throw asFilesAway(error)
        if (fruitless > 1) await new Promise((go) => setTimeout(go, waits.pause))
      }
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false, highWaterMark: 64 * 1024 })
  // Also if no one has started to read the stream.
  return stream.once('close', () => body?.destroy())
}

async function again(client: S3Client, at: Place & { IfMatch: string | undefined }, from: number, end: number) {
  const { Body } = await client.send(new GetObjectCommand({ ...at, ...rangeOf({ start: from, end: end - 1 }) }))
  return Body as Readable
}

/** The pieces of a body; throws if a requested one takes too long. No time runs while none is requested. */
async function* insistently(body: Readable, silence: number): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: true })
  try {
    while (true) {
      const timer = setTimeout(() => body.destroy(silent(silence)), silence)
      const piece = await pieces.next().finally(() => clearTimeout(timer))
      if (piece.done) return
      yield piece.value as Uint8Array
    }
  } finally {
    body.destroy()
  }
}

const silent = (silence: number) =>
  Object.assign(new Error(`The store has said nothing for ${silence} ms.`), { code: 'ETIMEDOUT' })

/** `aborted`: Node's error for a connection that ends within a body. */
const isBroken = (error: unknown) =>
  isStoreAway(error) || /^(aborted|Premature close|terminated)$/.test((error as Error).message)

const rangeOf = (range: ByteRange | undefined) =>
  range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : undefined
