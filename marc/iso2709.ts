import { isAscii } from 'node:buffer'
import { charsetOf } from './charset.ts'
import { readFrame } from './iso2709-directory.ts'
import { readField } from './iso2709-fields.ts'
import { fitFields } from './iso2709-fit.ts'
import { createSplitter, type RecordChunk } from './iso2709-splitter.ts'
import { fieldLength, writeRecord } from './iso2709-write.ts'
import { marc8ToUnicode } from './marc8.ts'
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
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const repairs: string[] = []
  const { fields } = readFrame(buffer, repairs)
  const latin1 = buffer.toString('latin1')
  const plainAscii = isAscii(buffer)
  const found: { encoding: string; repair?: string } =
    charset === undefined ? charsetOf(buffer, plainAscii) : { encoding: charset }
  if (found.repair) repairs.push(found.repair)
  const encoding = found.encoding === 'utf-8' ? 'utf-8' : 'marc-8'
  let unknown = 0
  const fromMarc8 = (start: number, end: number) => {
    const converted = marc8ToUnicode(latin1.slice(start, end))
    unknown += converted.unknown
    return converted.text
  }
  const convert =
    encoding === 'utf-8'
      ? plainAscii
        ? undefined
        : (start: number, end: number) => buffer.toString('utf8', start, end)
      : found.encoding === 'marc-8'
        ? fromMarc8
        : fromCharset(buffer, found.encoding)
  const source = { bytes: buffer, latin1, convert }
  const record: MarcRecord = { leader: leaderText(latin1, repairs), fields: [] }
  for (const place of fields) record.fields.push(readField(source, place, repairs))
  if (unknown > 0) repairs.push(`${unknown} bytes without a character in MARC-8 became U+FFFD or stand alone.`)
  return { record, encoding, repairs }
}

function fromCharset(bytes: Buffer, label: string): (start: number, end: number) => string {
  const decoder = new TextDecoder(label)
  return (start, end) => decoder.decode(bytes.subarray(start, end))
}

function leaderText(latin1: string, repairs: string[]): string {
  const leader = latin1.slice(0, 24)
  if (/^[\x20-\x7e]*$/.test(leader)) return leader
  repairs.push('The leader held bytes other than ASCII characters; they became blanks.')
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
