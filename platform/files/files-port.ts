import type { Readable } from 'node:stream'
import { unableSentence } from '#kit/failure-sentence.ts'
import { Problem } from '#kit/problem.ts'

/** A stored file, from byte `start` on if a range was requested. */
export type StoredFile = { stream: Readable; size: number }
/** `version` changes when the file is replaced. */
export type ListedFile = { key: string; size: number; version: string }
/** Inclusive byte positions. */
export type ByteRange = { start: number; end?: number }

/**
 * The store for finished files, covers and attachments. Keys are ours, `area/name` in `[A-Za-z0-9._/-]`, never typed by
 * a person.
 */
export interface FilesPort {
  /** Atomic: a reader never sees a partial file. Returns the size in bytes. */
  put(key: string, content: Uint8Array | Readable | AsyncIterable<Uint8Array>): Promise<number>
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** Every stored file, in no order; concurrent changes may or may not be included. */
  list(): AsyncIterable<ListedFile>
}

/** The store is unreachable or temporarily unable: the caller gets 503. The reason is for the log. */
export class FilesAway extends Problem {
  constructor(reason: unknown) {
    super('unavailable', 503, [unableSentence])
    const { name, code, message } = reason as Error & { code?: string }
    // Not the error itself: it references the connection and all data read.
    this.message = `The file store is unavailable (${[code ?? name, message].filter(Boolean).join(': ')})`
  }
}
