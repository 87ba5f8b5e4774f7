import { createReadStream } from 'node:fs'
import { crc32, createInflateRaw } from 'node:zlib'
import { grouped } from '#kit/wording.ts'
import { withHead } from '#marc/read-records.ts'

type Chunks = AsyncIterable<Uint8Array>

/** The rest of a file cannot be read; everything before is good. `tell` makes a sentence with the number of records. */
export class BrokenOff extends Error {
  readonly tell: (records: number) => string

  constructor(reason: string, result = (records: string) => `${records} whole`) {
    super(`${reason}.`)
    this.tell = (count) => `${reason}: ${result(counted(count))}.`
  }
}

const counted = (count: number) =>
  count === 1 ? '1 record was' : `${count === 0 ? 'no' : grouped(count)} records were`

export const endsEarly = (what = 'file') => new BrokenOff(`The ${what} ends early`)
const damaged = (why: string) => new BrokenOff(`The compressed file is damaged (${why})`)
const wrongChecksum = () =>
  new BrokenOff(
    'The checksum of the compressed file is wrong',
    (records) => `${records} read, and something in them may be damaged`,
  )
const somethingElse = () => new BrokenOff('There is other data after the compressed data, which was not read')

const readBytes = 1 << 20
/** Bytes unpacked at once: a small piece may grow a thousandfold. */
const pieceBytes = 1 << 16
/** Limits nesting: a file can be crafted that unpacks to itself. */
const maxLayers = 3

/** The bytes of a file, unpacked if compressed; `count` receives the bytes read from disk. */
export async function* unpacked(file: string, count: (length: number) => void): AsyncGenerator<Uint8Array> {
  async function* source() {
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: readBytes })) {
        count(chunk.length)
        yield chunk as Uint8Array
      }
    } catch (error) {
      throw new BrokenOff(`The file cannot be read further (${(error as Error).message})`)
    }
  }
  yield* unpackedLayer(source(), 0)
}

async function* unpackedLayer(chunks: Chunks, layer: number): AsyncGenerator<Uint8Array> {
  const { head, all } = await withHead(chunks)
  if (head[0] !== 0x1f || head[1] !== 0x8b) yield* all
  else if (layer === maxLayers) throw new BrokenOff(`The file is compressed more than ${maxLayers} times`)
  else yield* unpackedLayer(gunzip(all), layer + 1)
}

/**
 * The members of a gzip file (RFC 1952), padded with NUL or not. Node's own gunzip discards data already unpacked when
 * an error occurs, and members after padding.
 */
async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const bytes = openBytes(chunks)
  let isWrong = false
  let [first] = await bytes.take(1)
  while (first !== undefined) {
    if (first !== 0x1f || (await bytes.take(1))[0] !== 0x8b) throw somethingElse()
    await skipHeader(bytes)
    const sum = { crc: 0, length: 0 }
    yield* inflateMember(bytes, sum)
    const trailer = Buffer.from(await bytes.take(8))
    isWrong ||= trailer.readUInt32LE(0) !== sum.crc || trailer.readUInt32LE(4) !== sum.length % 2 ** 32
    do first = (await bytes.upTo(1))[0]
    while (first === 0)
  }
  if (isWrong) throw wrongChecksum()
}

type Bytes = ReturnType<typeof openBytes>

function openBytes(chunks: Chunks) {
  const source = chunks[Symbol.asyncIterator]()
  let held: Uint8Array = new Uint8Array(0)
  /** The next bytes, at most `count`; none at the end. */
  const upTo = async (count: number): Promise<Uint8Array> => {
    while (held.length === 0) {
      const next = await source.next()
      if (next.done) break
      held = next.value
    }
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
  return {
    upTo,
    /** Exactly `count` bytes. */
    async take(count: number): Promise<Uint8Array> {
      const parts: Uint8Array[] = []
      for (let missing = count; missing > 0; missing -= parts.at(-1)!.length) {
        const part = await upTo(missing)
        if (part.length === 0) throw endsEarly('compressed file')
        parts.push(part)
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    },
    putBack(bytes: Uint8Array) {
      held = held.length === 0 ? bytes : Buffer.concat([bytes, held])
    },
  }
}

const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16 }

async function skipHeader(bytes: Bytes) {
  const [method, given] = (await bytes.take(8)) as unknown as [number, number]
  if (method !== 8) throw damaged(`method ${method} is unknown`)
  if (given & flags.extra) {
    const [low, high] = (await bytes.take(2)) as unknown as [number, number]
    await bytes.take(low + high * 256)
  }
  for (const text of [flags.name, flags.comment]) if (given & text) while ((await bytes.take(1))[0] !== 0);
  if (given & flags.headerCrc) await bytes.take(2)
}

/**
 * Stops after the compressed data; updates `sum`. If the data is damaged, up to 16 kB (zlib's output chunk) before the
 * damage is lost.
 */
async function* inflateMember(bytes: Bytes, sum: { crc: number; length: number }): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  const unpacked: Uint8Array[] = []
  inflate.on('data', (piece: Uint8Array) => unpacked.push(piece))
  const failing = new Promise<Error>((resolve) => inflate.once('error', resolve))
  const put = (piece: Uint8Array) =>
    Promise.race([failing, new Promise<unknown>((resolve) => inflate.write(piece, resolve))])
  let given = 0
  try {
    for (;;) {
      const piece = await bytes.upTo(pieceBytes)
      if (piece.length === 0) throw endsEarly('compressed file')
      given += piece.length
      const error = await put(piece)
      // The last output may not have been emitted yet.
      while (inflate.read() !== null);
      for (const each of unpacked.splice(0)) {
        sum.crc = crc32(each, sum.crc)
        sum.length += each.length
        yield each
      }
      if (error instanceof Error) throw damaged(error.message)
      const left = given - inflate.bytesWritten
      if (left === 0) continue
      bytes.putBack(piece.subarray(piece.length - left))
      return
    }
  } finally {
    inflate.destroy()
  }
}
