import { Readable } from 'node:stream'
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3'
import type { ByteRange } from '#platform/files/files-port.ts'
import { asFilesAway, isStoreAway } from './s3-client.ts'

type Place = { Bucket: string; Key: string }
export type ReadingWaits = {
  /** Milliseconds in which a byte comes once somebody waits for one. */
  silence: number
  /** How often in a row a reading is begun again where nothing came, and how many ms are between. */
  tries: number
  pause: number
}
const usual: ReadingWaits = { silence: 30_000, tries: 5, pause: 500 }

/** Whole size in bytes, and a stream of what was asked for; throws what the store says before the first byte. */
export async function readObject(client: S3Client, at: Place, range: ByteRange | undefined, waits = usual) {
  const first = await client.send(new GetObjectCommand({ ...at, ...rangeOf(range) }))
  const size = Number(/\/(\d+)$/.exec(first.ContentRange ?? '')?.[1] ?? first.ContentLength)
  return { size, stream: streamOf(client, at, first, range?.start ?? 0, waits) }
}

/**
 * The body, however often its connection breaks off: a store closes one on which a slow reader rests, and may itself be
 * stopped and started. What follows is asked for from where we are, and only of the same file.
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
  // Also of a stream that nobody has begun to read.
  return stream.once('close', () => body?.destroy())
}

async function again(client: S3Client, at: Place & { IfMatch: string | undefined }, from: number, end: number) {
  const { Body } = await client.send(new GetObjectCommand({ ...at, ...rangeOf({ start: from, end: end - 1 }) }))
  return Body as Readable
}

/** The pieces of a body; throws where one is waited for too long. While nobody asks for one no time runs. */
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

/** `aborted`: what Node calls a connection that ends within a body. */
const isBroken = (error: unknown) =>
  isStoreAway(error) || /^(aborted|Premature close|terminated)$/.test((error as Error).message)

const rangeOf = (range: ByteRange | undefined) =>
  range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : undefined
