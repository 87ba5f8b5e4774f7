import { counted } from '#kit/wording.ts'
import { fieldTerminator, leaderLength, number } from './iso2709-directory.ts'

export type RecordChunk = {
  /** Byte offset in the file. */
  offset: number
  bytes: Uint8Array
  /** Sentences: filler around the record, and repairs made to find it. */
  repairs?: string[]
}

/** A leader and the first entry of its directory. */
const beginning = /\d{5}[a-z ][a-z][a-z ][\x20-\x7e]{2}22\d{5}[\x20-\x7e]{3}4500[0-9A-Za-z]{3}\d{9}/g

/**
 * Skips filler and repairs wrong record terminators: one inside a field cuts a record in two, a missing one joins two
 * records. A record of the length in its leader passes unchanged.
 */
export function createJoiner() {
  /** The start of a record, by its leader. */
  let held: RecordChunk | undefined

  return {
    isHolding: () => held !== undefined,
    *push(stretch: RecordChunk): Generator<RecordChunk> {
      let chunk = withoutFiller(stretch)
      if (held) {
        if (isRestOf(held, stretch)) chunk = { ...held, bytes: Buffer.concat([held.bytes, stretch.bytes]) }
        else yield* apart(held)
        held = undefined
      }
      if (chunk.bytes.length === 0) return
      if (number(chunk.bytes, 0, 5) === chunk.bytes.length) yield chunk
      else if (goesOn(chunk.bytes)) held = chunk
      else yield* apart(chunk)
    },
    *end(): Generator<RecordChunk> {
      if (held) yield* apart(held)
      held = undefined
    },
  }
}

/** The leader states more bytes, and the last field has no terminator. */
function goesOn(bytes: Uint8Array): boolean {
  const { length } = bytes
  return length > leaderLength && number(bytes, 0, 5) > length && bytes[length - 2] !== fieldTerminator
}

/** It is no record, and the leader has room for it. */
const isRestOf = (first: RecordChunk, { bytes }: RecordChunk) =>
  first.bytes.length + bytes.length <= number(first.bytes, 0, 5) && textOf(bytes).search(beginning) < 0

function withoutFiller({ offset, bytes }: RecordChunk): RecordChunk {
  const skipped = fillerLength(bytes)
  return { offset: offset + skipped, bytes: bytes.subarray(skipped) }
}

/** Blanks, line breaks, NUL, end-of-file marks, and byte order marks of concatenated files. */
export function fillerLength(bytes: Uint8Array): number {
  const length = blankLength(bytes)
  return number(bytes, length, 1) >= 0 ? length : withoutLeader(bytes, length)
}

/** Five codes, `22`, base address: the leader after the record length. */
const behindLength = /^[a-z ][a-z][a-z ][\x20-\x7e]{2}22[\d ]{5}/

/** In a leader, blanks or NULs may replace the record length or all but its last digits. */
function withoutLeader(bytes: Uint8Array, length: number): number {
  for (let start = length; start >= Math.max(0, length - 5); start--) {
    if (start < length && bytes[start] !== 0x20 && bytes[start] !== 0) return length
    if (behindLength.test(textOf(bytes.subarray(start + 5, start + 17)))) return start
  }
  return length
}

function blankLength(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length)
    if (isFiller(bytes[at]!)) at++
    else if (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
    else break
  return at
}

const isFiller = (byte: number) =>
  byte === 0x20 || byte === 0 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x1a

/** Splits at each leader. A part before the first leader counts only if it has a field. */
function* apart({ offset, bytes, repairs = [] }: RecordChunk): Generator<RecordChunk> {
  const starts = [...textOf(bytes).matchAll(beginning)].map(({ index }) => index)
  const [first = 0] = starts
  const passed = bytes.subarray(0, first).includes(fieldTerminator) ? 0 : first
  const repair =
    passed > 0
      ? [...repairs, `${counted(passed, 'byte')} in front of the record ${passed === 1 ? 'was' : 'were'} left out.`]
      : repairs
  const bounds = [...new Set([passed, ...starts, bytes.length])]
  for (const [i, start] of bounds.slice(0, -1).entries()) {
    const part = bytes.subarray(start, bounds[i + 1])
    yield { offset: offset + start, bytes: part, ...(i === 0 && repair.length > 0 && { repairs: repair }) }
  }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
