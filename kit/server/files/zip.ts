import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type NamedContent = {
  /** Path, with `/` between folders. */
  name: string
  content(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}
/**
 * Stored uncompressed. Its size (bytes) and checksum are known in advance, so that every program can read it as a
 * stream.
 */
type StoredEntry = NamedContent & { size: number; crc: number }
/** Compressed while written: its size and checksum follow it. Less than four gigabytes. */
type DeflatedEntry = NamedContent & { deflated: true }
/** A file in a zip. */
export type ZipEntry = StoredEntry | DeflatedEntry
/** The position of an entry's bytes in the zip. */
export type Placed = { name: string; size: number; crc: number; start: number }

export const entryOf = (name: string, bytes: Uint8Array): StoredEntry => ({
  name,
  size: bytes.length,
  crc: crc32(bytes),
  content: () => [bytes],
})

/** Size and checksum of content too large for memory. */
export async function measure(content: AsyncIterable<Uint8Array>): Promise<{ size: number; crc: number }> {
  let size = 0
  let crc = 0
  for await (const piece of content) {
    size += piece.length
    crc = crc32(piece, crc)
  }
  return { size, crc }
}

/**
 * The bytes of a zip (PKWARE APPNOTE 6.3). Entries are consumed one by one, so only one is in memory. The same entries
 * and time give the same bytes. `placed` receives the stored ones.
 */
export async function* zip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  modified: Date,
  placed: (entry: Placed) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const time = dosTime(modified)
  const directory: Uint8Array[] = []
  let at = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    if ('deflated' in entry) {
      const head = localHeader(unknownYet, name, time)
      yield head
      const sums = { ...unknownYet }
      yield* deflated(entry, sums)
      yield descriptor(sums)
      directory.push(directoryEntry(sums, name, time, at))
      at += head.length + sums.packed + descriptorLength
      continue
    }
    const sums = { ...entry, packed: entry.size, isDeflated: false }
    const head = localHeader(sums, name, time)
    directory.push(directoryEntry(sums, name, time, at))
    yield head
    placed({ name: entry.name, size: entry.size, crc: entry.crc, start: at + head.length })
    yield* checked(entry)
    at += head.length + entry.size
  }
  const whole = Buffer.concat(directory)
  yield whole
  yield directoryEnd(directory.length, whole.length, at)
}

/** A file that changed after it was measured would make an unreadable zip. */
async function* checked({ name, size, crc, content }: StoredEntry): AsyncGenerator<Uint8Array> {
  let length = 0
  let sum = 0
  for await (const piece of content()) {
    length += piece.length
    sum = crc32(piece, sum)
    yield piece
  }
  if (length !== size || sum !== crc) throw new Error(`${name} changed while it was being added to a zip.`)
}

type Sums = { size: number; packed: number; crc: number; isDeflated: boolean }
const unknownYet: Sums = { size: 0, packed: 0, crc: 0, isDeflated: true }

async function* deflated({ name, content }: DeflatedEntry, sums: Sums): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const piece of content()) {
      sums.size += piece.length
      sums.crc = crc32(piece, sums.crc)
      yield piece
    }
  }
  // Reads only one piece ahead. The loop throws a failure of either end.
  const source = Readable.from(counted(), { highWaterMark: 1 })
  for await (const piece of pipeline(source, createDeflateRaw(), () => {})) {
    sums.packed += piece.length
    yield piece
  }
  if (sums.size >= most32) throw new Error(`${name} is too large to compress in a zip.`)
}

const descriptorLength = 16

function descriptor({ size, packed, crc }: Sums): Uint8Array {
  const end = Buffer.alloc(descriptorLength)
  end.writeUInt32LE(0x08074b50, 0)
  end.writeUInt32LE(crc, 4)
  end.writeUInt32LE(packed, 8)
  end.writeUInt32LE(size, 12)
  return end
}

/** Beyond these limits the original format's fields overflow, and ZIP64 is used. */
const most32 = 0xffffffff
const most16 = 0xffff
/** Names are UTF-8; size and checksum follow a deflated entry. */
const flagsOf = ({ isDeflated }: Sums) => (isDeflated ? 0x0808 : 0x0800)
const version = (is64: boolean) => (is64 ? 45 : 20)

function localHeader(sums: Sums, name: Buffer, time: number): Uint8Array {
  const { size } = sums
  const is64 = size >= most32
  const extra = is64 ? extra64(size, size) : Buffer.alloc(0)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(version(is64), 4)
  writeShared(head, 6, { ...sums, time, is64 })
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

function directoryEntry(sums: Sums, name: Buffer, time: number, at: number): Uint8Array {
  const { size } = sums
  const isLong = size >= most32
  const isFar = at >= most32
  const extra = isLong || isFar ? extra64(...(isLong ? [size, size] : []), ...(isFar ? [at] : [])) : Buffer.alloc(0)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, readable by everyone.
  head.writeUInt16LE((3 << 8) | version(isLong || isFar), 4)
  head.writeUInt16LE(version(isLong || isFar), 6)
  writeShared(head, 8, { ...sums, time, is64: isLong })
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  head.writeUInt32LE(isFar ? most32 : at, 42)
  return Buffer.concat([head, name, extra])
}

/** Flags, method, time, checksum and sizes: the same in both headers. */
function writeShared(head: Buffer, from: number, sums: Sums & { time: number; is64: boolean }) {
  const { size, packed, crc, isDeflated, time, is64 } = sums
  head.writeUInt16LE(flagsOf(sums), from)
  head.writeUInt16LE(isDeflated ? 8 : 0, from + 2)
  head.writeUInt32LE(time, from + 4)
  head.writeUInt32LE(crc, from + 8)
  head.writeUInt32LE(is64 ? most32 : packed, from + 12)
  head.writeUInt32LE(is64 ? most32 : size, from + 16)
}

function extra64(...values: number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, i) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + i * 8)
  })
  return extra
}

function directoryEnd(count: number, size: number, at: number): Uint8Array {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(size, most32), 12)
  end.writeUInt32LE(Math.min(at, most32), 16)
  if (count < most16 && size < most32 && at < most32) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE((3 << 8) | 45, 12)
  end64.writeUInt16LE(45, 14)
  end64.writeBigUInt64LE(BigInt(count), 24)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(size), 40)
  end64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

/** Date and time of MS-DOS in one number, in UTC, from 1980 on, in steps of two seconds. */
function dosTime(date: Date): number {
  const year = Math.max(1980, date.getUTCFullYear())
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
