import { mapOf } from '#kit/map-of.ts'
import { charactersOf, eacc } from '../charset/marc8-sets.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { number, recordTerminator } from './iso2709-directory.ts'
import { fitFields } from './iso2709-fit.ts'
import { readFrame } from './iso2709-frame.ts'
import { createJoiner, fillerLength, type RecordChunk } from './iso2709-joints.ts'
import { writeLong } from './iso2709-long.ts'
import { readFields } from './iso2709-text.ts'
import { fieldLength, writeRecord } from './iso2709-write.ts'

export type Encoding = 'utf-8' | 'marc-8'
export type Decoded = {
  record: MarcRecord
  encoding: Encoding
  /** Sentences: each fault and its repair. */
  repairs: string[]
}

export type Encoded = {
  bytes: Uint8Array
  /** Sentences: content that did not fit and was cut or left out. */
  cuts: string[]
}

/**
 * Splits a file of any size into records at their terminators and skips filler between them (blanks, line breaks, NUL,
 * end-of-file marks, a byte order mark). Bytes after the last terminator come as a last chunk.
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
 * Decodes one record. Throws MarcError if the bytes cannot be read.
 * `charset`: `utf-8`, `marc-8` or a WHATWG label (`windows-1251`) for files with a known encoding.
 */
export function decodeRecord(bytes: Uint8Array, { charset }: { charset?: string } = {}): Decoded {
  const repairs: string[] = []
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = readFrame(buffer, repairs)
  const latin1 = buffer.toString('latin1')
  const leader = leaderText(frame.leader ?? latin1.slice(0, 24), repairs)
  const found = { bytes: buffer, latin1, places: frame.fields, saysUtf8: leader[9] === 'a' }
  const { fields, encoding } = readFields(found, charset, repairs)
  if (latin1.includes('$1') && (latin1.includes('(B') || latin1.includes('/$1'))) restoreEacc(fields, repairs)
  return { record: { leader, fields }, encoding, repairs }
}

function leaderText(leader: string, repairs: string[]): string {
  if (/^[\x20-\x7e]*$/.test(leader)) return leader
  repairs.push('The leader had bytes that are not printable ASCII; they became blanks.')
  return leader.replace(/[^\x20-\x7e]/g, ' ')
}

/** ISO 2709 bytes of a record. Rewrites leader/00-04, 09-11 and 12-16. Cuts fields that are too long. */
export function encodeRecord(record: MarcRecord, { encoding = 'utf-8' }: { encoding?: Encoding } = {}): Encoded {
  const cuts: string[] = []
  const whole = writeRecord(record, encoding)
  if (whole) return { bytes: whole, cuts }
  const fields = fitFields(record.fields, (field) => fieldLength(field, encoding), cuts)
  return { bytes: writeRecord({ leader: record.leader, fields }, encoding)!, cuts }
}

/** UTF-8 as the catalogue stores it: nothing is cut; only `decodeRecord` reads records longer than MARC 21 allows. */
export const encodeWhole = (record: MarcRecord): Uint8Array => writeRecord(record, 'utf-8') ?? writeLong(record)

/** `$1`, East Asian characters of three bytes, `(B` or the value's end. */
const run = /\$1([ -~]{3,2000}?)(\(B|$)/g
/** Such a run after its `$1` was lost. */
const bareRun = /^([ -~]{3,2000}?)(\(B|$)/
/** Letters alone may be a word. */
const bareBytes = /^(?=[ -~]*[^A-Za-z ])[ -~]+$/
const entities = mapOf<string>({ lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' })

/**
 * Restores East Asian text whose escape characters were lost on the way (`$1!0-(B`), perhaps with escaped markup. If
 * the set's name was lost too, $6 of an 880 still has it (`245-01/$1`).
 */
function restoreEacc(fields: MarcField[], repairs: string[]): void {
  for (const field of fields) {
    const parts = 'value' in field ? [field] : field.subfields
    const isNamed =
      'subfields' in field && field.subfields.some(({ code, value }) => code === '6' && /\/\$1/.test(value))
    let count = 0
    const restored = (whole: string, given: string, end: string, at: number, value: string) => {
      const bytes = given.replace(/&([a-z]+);/g, (entity, name: string) => entities.get(name) ?? entity)
      const text = asText(bytes)
      const isAlone = text?.trim().length === 1 && !isNamed
      if (text === undefined) return whole
      // One character may be a price: `$1!50 (B)`; between its own brackets it is none.
      const isInBrackets = value.charAt(at - 1) === '(' && end !== ''
      const isBeforeBracket = value.charAt(at + whole.length) === ')' && !isInBrackets
      if (isAlone && (end === '' || given.endsWith(' ') || isBeforeBracket)) return whole
      count++
      return text
    }
    for (const part of parts) {
      if (isNamed && 'code' in part && part.code === '6') continue
      part.value = part.value.replace(run, restored)
      if (isNamed && bareBytes.test(part.value)) part.value = part.value.replace(bareRun, restored)
    }
    if (count > 0)
      repairs.push(`Field ${field.tag} had East Asian text without its escape characters; they were restored.`)
  }
}

/** Undefined if a group of three bytes is no character, or nothing shows that EACC is meant. */
function asText(bytes: string): string | undefined {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === ' ') {
      text += bytes[at++]
      continue
    }
    const code = (bytes.charCodeAt(at) << 16) | (bytes.charCodeAt(at + 1) << 8) | bytes.charCodeAt(at + 2)
    const character = charactersOf(eacc).get(code)
    if (character === undefined) return undefined
    text += character
    at += 3
  }
  return /^[!'"-]/.test(bytes) || text.length > 1 ? text : undefined
}

/** A leader allows 99,999 bytes; longer records occur, but beyond this size it is not a MARC file. */
const maxChunkBytes = 2 * 1024 * 1024

function createSplitter() {
  let pending: Uint8Array[] = []
  let pendingLength = 0
  let offset = 0
  let tooLong = false
  const joiner = createJoiner()

  function* finish(last: Uint8Array): Generator<RecordChunk> {
    const whole = pending.length === 0 ? last : Buffer.concat([...pending, last])
    if (!tooLong) {
      const skipped = fillerLength(whole)
      const bytes = skipped === 0 ? whole : whole.subarray(skipped)
      // Nearly every record has the length in its leader.
      if (number(bytes, 0, 5) === bytes.length && !joiner.isHolding()) yield { offset: offset + skipped, bytes }
      else yield* joiner.push({ offset, bytes: whole })
    }
    offset += tooLong ? last.length : whole.length
    tooLong = false
    pending = []
    pendingLength = 0
  }

  return {
    *push(chunk: Uint8Array): Generator<RecordChunk> {
      let start = 0
      while (start < chunk.length) {
        const at = chunk.indexOf(recordTerminator, start)
        if (at >= 0) {
          yield* finish(chunk.subarray(start, at + 1))
          start = at + 1
          continue
        }
        const rest = chunk.subarray(start)
        if (tooLong) offset += rest.length
        else {
          pending.push(rest)
          pendingLength += rest.length
          if (pendingLength > maxChunkBytes) {
            yield* finish(new Uint8Array(0))
            tooLong = true
          }
        }
        return
      }
    },
    *end(): Generator<RecordChunk> {
      yield* finish(new Uint8Array(0))
      yield* joiner.end()
    },
  }
}
