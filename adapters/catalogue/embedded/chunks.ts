import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The two byte streams of a segment: who has a word, and where in the text it stands. */
export type Stream = 'postings' | 'positions'

const chunkSize = 32 * 1024
const perStream = 2 ** 22

const firstKey = (segment: number, stream: Stream) => (segment * 2 + (stream === 'postings' ? 0 : 1)) * perStream

/** Cuts a stream into rows as it is written. */
export class ChunkWriter {
  private readonly insert: StatementSync
  private key: number
  private pending: Uint8Array = new Uint8Array(chunkSize)
  private filled = 0

  constructor(db: DatabaseSync, segment: number, stream: Stream) {
    this.insert = db.prepare('insert into chunk values (?, ?)')
    this.key = firstKey(segment, stream)
  }

  write(bytes: Uint8Array) {
    let at = 0
    while (at < bytes.length) {
      const part = bytes.subarray(at, at + chunkSize - this.filled)
      this.pending.set(part, this.filled)
      this.filled += part.length
      at += part.length
      if (this.filled === chunkSize) this.flush()
    }
  }

  flush() {
    if (this.filled === 0) return
    this.insert.run(this.key++, this.pending.subarray(0, this.filled))
    this.filled = 0
  }
}

export type ChunkReader = (segment: number, stream: Stream, start: number, end: number) => Uint8Array

/** So many chunks are kept: words that stand beside each other in the alphabet lie in the same ones. */
const mostKept = 256

/** Reads a stretch of a stream; within one chunk without copying it again. */
export function openChunkReader(db: DatabaseSync): ChunkReader {
  const one = db.prepare('select bytes from chunk where key = ?')
  const some = db.prepare('select bytes from chunk where key between ? and ?')
  const kept = new Map<number, Uint8Array>()
  const chunk = (key: number): Uint8Array => {
    let bytes = kept.get(key)
    if (!bytes) {
      bytes = (one.get(key) as { bytes: Uint8Array }).bytes
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
      kept.set(key, bytes)
    }
    return bytes
  }
  return (segment, stream, start, end) => {
    if (start === end) return new Uint8Array(0)
    const base = firstKey(segment, stream)
    const first = Math.floor(start / chunkSize)
    const last = Math.floor((end - 1) / chunkSize)
    const offset = start - first * chunkSize
    if (first === last) return chunk(base + first).subarray(offset, offset + end - start)
    const whole = new Uint8Array(end - start)
    if (last - first < 3) {
      let at = 0
      for (let number = first; number <= last; number++) {
        const from = number === first ? offset : 0
        const part = chunk(base + number).subarray(from, from + whole.length - at)
        whole.set(part, at)
        at += part.length
      }
      return whole
    }
    let at = 0
    for (const { bytes } of some.iterate(base + first, base + last) as Iterable<{ bytes: Uint8Array }>) {
      const part = at === 0 ? bytes.subarray(offset) : bytes.subarray(0, whole.length - at)
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
}

/** Reads a stream from its start to its end, some bytes at a time; what it returns holds until the next call. */
export function openStream(db: DatabaseSync, segment: number, stream: Stream): (length: number) => Uint8Array {
  const one = db.prepare('select bytes from chunk where key = ?')
  let key = firstKey(segment, stream)
  let chunk: Uint8Array = new Uint8Array(0)
  let at = 0
  const next = () => {
    chunk = (one.get(key++) as { bytes: Uint8Array }).bytes
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

export function dropChunks(db: DatabaseSync, segment: number) {
  db.prepare('delete from chunk where key >= ? and key < ?').run(
    firstKey(segment, 'postings'),
    firstKey(segment + 1, 'postings'),
  )
}
