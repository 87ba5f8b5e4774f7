import type { Readable } from 'node:stream'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/server/answer-problems.ts'

/** A stored file, from byte `start` on when a range was asked for. */
export type StoredFile = { stream: Readable; size: number }
/** `version` is another one when something else has been put there. */
export type ListedFile = { key: string; size: number; version: string }
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
  /** Every file that is kept, in no order; what is put or removed meanwhile may be among them or not. */
  list(): AsyncIterable<ListedFile>
}

/** The store cannot be reached, or cannot now: 503 to whoever asked. The reason is for the log. */
export class FilesAway extends Problem {
  constructor(reason: unknown) {
    super('unavailable', 503, [genericSentence])
    const { name, code, message } = reason as Error & { code?: string }
    // Not the error itself: the connection and all that it has read hang on it.
    this.message = `The file store is away (${[code ?? name, message].filter(Boolean).join(': ')})`
  }
}
