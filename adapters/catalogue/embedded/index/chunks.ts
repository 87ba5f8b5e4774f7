import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { IndexUnusable } from '../check/index-unusable.ts'

/** The two byte streams of a segment: which docs have a word, and at which positions. */
export type Stream = 'postings' | 'positions'
export const streams: Stream[] = ['postings', 'positions']

const chunkSize = 32 * 1024
const perStream = 2 ** 22

const firstKey = (segment: number, stream: Stream) => (segment * 2 + (stream === 'postings' ? 0 : 1)) * perStream

/** Cuts a stream into rows as it is written. */
export class ChunkWriter {
  private readonly insert: StatementSync
  private readonly insertWhole: StatementSync
  private key: number
  private length = 0
  private sum = 0
  private pending: Uint8Array = new Uint8Array(chunkSize)
  private filled = 0

  constructor(db: DatabaseSync, segment: number, stream: Stream) {
    this.insert = db.prepare('insert into chunk values (?, ?)')
    this.insertWhole = db.prepare(`insert into segment_stream values (${segment}, '${stream}', ?, ?)`)
    this.key = firstKey(segment, stream)
  }

  write(bytes: Uint8Array) {
    let at = 0
    while (at < bytes.length) {
      const part = bytes.subarray(at, at + chunkSize - this.filled)
      this.pending.set(part, this.filled)
      this.filled += part.length
      at += part.length
      if (this.filled === chunkSize) this.cut()
    }
  }

  private cut() {
    const bytes = this.pending.subarray(0, this.filled)
    this.insert.run(this.key++, bytes)
    this.sum = crc32(bytes, this.sum)
    this.length += bytes.length
    this.filled = 0
  }

  end() {
    if (this.filled > 0) this.cut()
    this.insertWhole.run(this.length, this.sum)
  }
}

function found(one: StatementSync, key: number): Uint8Array {
  const row = one.get(key) as { bytes: Uint8Array | null } | undefined
  if (!row?.bytes) throw incomplete(key)
  return row.bytes
}

function incomplete(key: number): Error {
  const number = Math.floor(key / perStream)
  return new IndexUnusable(`Segment ${Math.floor(number / 2)} lacks something of its ${streams[number % 2]}`)
}

export type ChunkReader = (segment: number, stream: Stream, start: number, end: number) => Uint8Array

/** Chunks kept in the cache: neighbours in the alphabet share the same ones. */
const maxCached = 256

/** Reads part of a stream; within one chunk without a copy. */
export function openChunkReader(db: DatabaseSync): ChunkReader {
  const one = db.prepare('select bytes from chunk where key = ?')
  const some = db.prepare('select bytes from chunk where key between ? and ?')
  const cached = new Map<number, Uint8Array>()
  const chunk = (key: number): Uint8Array => {
    let bytes = cached.get(key)
    if (!bytes) {
      bytes = found(one, key)
      if (cached.size >= maxCached) cached.delete(cached.keys().next().value!)
      cached.set(key, bytes)
    }
    return bytes
  }
  return (segment, stream, start, end) => {
    if (start === end) return new Uint8Array(0)
    const base = firstKey(segment, stream)
    const first = Math.floor(start / chunkSize)
    const last = Math.floor((end - 1) / chunkSize)
    const offset = start - first * chunkSize
    if (first === last) {
      const bytes = chunk(base + first).subarray(offset, offset + end - start)
      if (bytes.length < end - start) throw incomplete(base)
      return bytes
    }
    const whole = new Uint8Array(end - start)
    if (last - first < 3) {
      let at = 0
      for (let number = first; number <= last; number++) {
        const from = number === first ? offset : 0
        const part = chunk(base + number).subarray(from, from + whole.length - at)
        whole.set(part, at)
        at += part.length
      }
      if (at < whole.length) throw incomplete(base)
      return whole
    }
    let at = 0
    for (const { bytes } of some.iterate(base + first, base + last) as Iterable<{ bytes: Uint8Array }>) {
      const part = at === 0 ? bytes.subarray(offset) : bytes.subarray(0, whole.length - at)
      whole.set(part, at)
      at += part.length
    }
    if (at < whole.length) throw incomplete(base)
    return whole
  }
}

/** Reads a stream from start to end; the returned bytes are valid until the next call. */
export function openStream(db: DatabaseSync, segment: number, stream: Stream): (length: number) => Uint8Array {
  const one = db.prepare('select bytes from chunk where key = ?')
  let key = firstKey(segment, stream)
  let chunk: Uint8Array = new Uint8Array(0)
  let at = 0
  const next = () => {
    chunk = found(one, key++)
    at = 0
  }
  return (length) => {
    if (length === 0) return new Uint8Array(0)
    if (at === chunk.length) next()
    if (at + length <= chunk.length) {
      at += length
      return chunk.subarray(at - length, at)
    }
    const whole = new Uint8Array(length)
    for (let filled = 0; filled < length; ) {
      if (at === chunk.length) next()
      const part = chunk.subarray(at, at + length - filled)
      whole.set(part, filled)
      filled += part.length
      at += part.length
    }
    return whole
  }
}

/** Deletes the chunks of segments `from` (inclusive) to `to` (exclusive). */
export function dropChunks(db: DatabaseSync, from: number, to: number) {
  db.prepare('delete from chunk where key >= ? and key < ?').run(firstKey(from, 'postings'), firstKey(to, 'postings'))
}

export function lastSegmentOfChunks(db: DatabaseSync): number {
  const { last } = db.prepare('select max(key) as last from chunk').get() as { last: number | null }
  return Math.floor((last ?? 0) / perStream / 2)
}

/** Whether the last chunk of a stream of this length exists and has the right size. */
export function hasEnd(db: DatabaseSync, segment: number, stream: Stream, bytes: number): boolean {
  if (bytes === 0) return true
  const last = Math.floor((bytes - 1) / chunkSize)
  const row = db.prepare('select length(bytes) as bytes from chunk where key = ?').get(firstKey(segment, stream) + last)
  return (row as { bytes: number } | undefined)?.bytes === bytes - last * chunkSize
}

/** Checksum and length of a stream as stored now. */
export function sumOfStream(db: DatabaseSync, segment: number, stream: Stream): { bytes: number; sum: number } {
  const from = firstKey(segment, stream)
  const chunks = db.prepare('select bytes from chunk where key >= ? and key < ? order by key')
  const whole = { bytes: 0, sum: 0 }
  for (const { bytes } of chunks.iterate(from, from + perStream) as Iterable<{ bytes: Uint8Array | null }>) {
    if (!bytes) continue
    whole.bytes += bytes.length
    whole.sum = crc32(bytes, whole.sum)
  }
  return whole
}
