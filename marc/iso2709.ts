import { restoreEacc } from './eacc-escapes.ts'
import { fitFields } from './iso2709-fit.ts'
import { readFrame } from './iso2709-frame.ts'
import type { RecordChunk } from './iso2709-joints.ts'
import { writeLong } from './iso2709-long.ts'
import { createSplitter } from './iso2709-splitter.ts'
import { readFields } from './iso2709-text.ts'
import { fieldLength, writeRecord } from './iso2709-write.ts'
import type { MarcRecord } from './record.ts'

export type Encoding = 'utf-8' | 'marc-8'
export type Decoded = {
  record: MarcRecord
  encoding: Encoding
  /** Sentences: what was wrong and what became of it. */
  repairs: string[]
}

export type Encoded = {
  bytes: Uint8Array
  /** Sentences: what did not fit and was cut or left out. */
  cuts: string[]
}

/**
 * Cuts a file of any size into records at their terminators and passes over filler between them (blanks, line breaks,
 * NUL, end-of-file marks, a byte order mark). Whatever lies behind the last terminator comes as a last chunk.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<RecordChunk> {
  const splitter = createSplitter()
  for await (const chunk of chunks) yield* splitter.push(chunk)
  yield* splitter.end()
}

/** The same for bytes that are already in memory; the chunks are views, not copies. */
export function* splitBuffer(bytes: Uint8Array): Generator<RecordChunk> {
  const splitter = createSplitter()
  yield* splitter.push(bytes)
  yield* splitter.end()
}

/**
 * One record's bytes as text. Throws MarcError where nothing can be made of them.
 * `charset`: `utf-8`, `marc-8` or a WHATWG label (`windows-1251`) for files whose encoding is known from elsewhere.
 */
export function decodeRecord(bytes: Uint8Array, { charset }: { charset?: string } = {}): Decoded {
  const repairs: string[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = readFrame(buffer, repairs)
  const latin1 = buffer.toString('latin1')
  const leader = leaderText(frame.leader ?? latin1.slice(0, 24), repairs)
  const { fields, encoding } = readFields({ bytes: buffer, latin1, places: frame.fields }, charset, repairs)
  if (latin1.includes('$1') && (latin1.includes('(B') || latin1.includes('/$1'))) restoreEacc(fields, repairs)
  return { record: { leader, fields }, encoding, repairs }
}

function leaderText(leader: string, repairs: string[]): string {
  if (/^[\x20-\x7e]*$/.test(leader)) return leader
  repairs.push('The leader had bytes that are not ASCII; they became blanks.')
  return leader.replace(/[^\x20-\x7e]/g, ' ')
}

/** ISO 2709 bytes of a record. Leader/00-04, 09-11 and 12-16 are written anew. Too long a field is cut. */
export function encodeRecord(record: MarcRecord, { encoding = 'utf-8' }: { encoding?: Encoding } = {}): Encoded {
  const cuts: string[] = []
  const whole = writeRecord(record, encoding)
  if (whole) return { bytes: whole, cuts }
  const fields = fitFields(record.fields, (field) => fieldLength(field, encoding), cuts)
  return { bytes: writeRecord({ leader: record.leader, fields }, encoding)!, cuts }
}

/** UTF-8 as the catalogue keeps it: nothing is cut, and what is longer than MARC 21 allows is read by `decodeRecord` alone. */
export const encodeWhole = (record: MarcRecord): Uint8Array => writeRecord(record, 'utf-8') ?? writeLong(record)
