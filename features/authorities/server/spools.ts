import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { App } from '#app/app.ts'

/** Small pieces are joined, so that a file of thousands of records is not written in thousands of steps. */
const pieceBytes = 64 * 1024

export type Spool = {
  /** Waits while the disk is slower than we are. */
  add(bytes: Uint8Array): Promise<void>
  /** Answers the size in bytes. */
  end(): Promise<number>
  /** Nothing of it is kept: because of an error, or on purpose, in words. */
  abandon(reason: unknown): Promise<void>
}

/** A file that is written piece by piece, while others are; the store keeps it whole or not at all. */
export function openSpool(files: App['files'], key: string): Spool {
  const stream = new PassThrough({ highWaterMark: 4 * pieceBytes })
  const kept = files.put(key, stream)
  // What is wrong with the disk is told to whoever writes next.
  kept.catch(() => {})
  stream.on('error', () => {})
  let pieces: Uint8Array[] = []
  let length = 0
  const flush = async () => {
    const taken = stream.write(Buffer.concat(pieces, length))
    pieces = []
    length = 0
    if (!taken) await Promise.race([once(stream, 'drain'), kept])
  }
  return {
    async add(bytes) {
      pieces.push(bytes)
      length += bytes.length
      if (length >= pieceBytes) await flush()
    },
    async end() {
      await flush()
      stream.end()
      return kept
    },
    async abandon(reason) {
      stream.destroy(reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError'))
      await kept.then(
        () => files.remove(key),
        () => {},
      )
    },
  }
}
