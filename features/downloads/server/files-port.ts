import type { Readable } from 'node:stream'

/** A stored file, from byte `start` on when a range was asked for. */
export type StoredFile = { stream: Readable; size: number }
/** Inclusive byte positions. */
export type ByteRange = { start: number; end?: number }

/**
 * Where finished files, covers and attachments are kept. Keys are ours, `area/name` in `[A-Za-z0-9._/-]`, never what a
 * person typed.
 */
export interface FilesPort {
  /** Kept whole or not at all: a reader never sees half a file. Answers the size in bytes. */
  put(key: string, content: Uint8Array | Readable | AsyncIterable<Uint8Array>): Promise<number>
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
}
