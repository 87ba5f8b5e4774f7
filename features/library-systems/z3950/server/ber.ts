import { isUtf8 } from 'node:buffer'

/** Bytes that are not BER (ITU-T X.690), or exceed a bound of this reader. */
export class BerError extends Error {}

/** ASN.1 tag classes. */
export const universal = 0
export const contextual = 2

/** A decoded element: its bytes if it is primitive, its parts if it is constructed. */
export type Ber = { tagClass: number; tag: number; bytes?: Uint8Array; parts?: Ber[] }

export type BerLimits = { bytes: number; depth: number; elements: number }
export const requestLimits: BerLimits = { bytes: 64 * 1024, depth: 40, elements: 4096 }

/**
 * Reads the element that starts the buffer, and where it ends. Undefined if bytes are missing. Throws BerError as soon as
 * the element is known to be malformed or to exceed a limit.
 */
export function readBer(buffer: Uint8Array, limits = requestLimits): { element: Ber; end: number } | undefined {
  const reader = new Reader(buffer, limits)
  try {
    const element = reader.element(buffer.length, 0)
    return { element, end: reader.at }
  } catch (error) {
    if (error !== incomplete) throw error
    if (buffer.length >= limits.bytes) throw new BerError('The message is too long.')
    return undefined
  }
}

/** Thrown, and caught by readBer, where the buffer ends before the element does. */
const incomplete = new Error('incomplete')
const tooLong = new BerError('An element is longer than the one that holds it.')

class Reader {
  at = 0
  private elements = 0
  private readonly buffer: Uint8Array
  private readonly limits: BerLimits

  constructor(buffer: Uint8Array, limits: BerLimits) {
    this.buffer = buffer
    this.limits = limits
  }

  /**
   * `end`: where the enclosing element ends, or the buffer inside elements of indefinite length. `short`: the error of
   * an element that does not end there; bytes may follow only in the second case.
   */
  element(end: number, depth: number, short: Error = incomplete): Ber {
    if (depth > this.limits.depth) throw new BerError('The message is nested too deeply.')
    if (++this.elements > this.limits.elements) throw new BerError('The message has too many parts.')
    const first = this.byte(end, short)
    const tagClass = first >> 6
    const tag = (first & 0x1f) === 0x1f ? this.longTag(end, short) : first & 0x1f
    const isConstructed = (first & 0x20) !== 0
    const length = this.length(end, short)
    if (length === undefined) {
      if (!isConstructed) throw new BerError('Only a constructed element may be of indefinite length.')
      return { tagClass, tag, parts: this.partsUntilMark(end, depth, short) }
    }
    const last = this.at + length
    if (last > this.limits.bytes) throw new BerError('The message is too long.')
    if (last > end) throw short
    if (!isConstructed) {
      const bytes = this.buffer.subarray(this.at, last)
      this.at = last
      return { tagClass, tag, bytes }
    }
    const parts: Ber[] = []
    while (this.at < last) parts.push(this.element(last, depth + 1, tooLong))
    return { tagClass, tag, parts }
  }

  /** For an element of indefinite length, which two zero bytes end. */
  private partsUntilMark(end: number, depth: number, short: Error): Ber[] {
    const parts: Ber[] = []
    for (;;) {
      if (this.at + 2 > end) throw short
      if (this.buffer[this.at] === 0 && this.buffer[this.at + 1] === 0) {
        this.at += 2
        return parts
      }
      parts.push(this.element(end, depth + 1, short))
    }
  }

  private byte(end: number, short: Error): number {
    if (this.at >= end) throw short
    return this.buffer[this.at++]!
  }

  private longTag(end: number, short: Error): number {
    let tag = 0
    for (let count = 0; count < 4; count++) {
      const byte = this.byte(end, short)
      tag = tag * 128 + (byte & 0x7f)
      if (byte < 0x80) return tag
    }
    throw new BerError('A tag is too long.')
  }

  private length(end: number, short: Error): number | undefined {
    const first = this.byte(end, short)
    if (first < 0x80) return first
    if (first === 0x80) return undefined
    if (first > 0x84) throw new BerError('A length is too long.')
    let length = 0
    for (let count = first & 0x7f; count > 0; count--) length = length * 256 + this.byte(end, short)
    return length
  }
}

/** A part by its context tag. */
export const partOf = ({ parts }: Ber, tag: number): Ber | undefined =>
  parts?.find((part) => part.tagClass === contextual && part.tag === tag)

export function integerOf({ bytes }: Ber): number {
  if (!bytes || bytes.length === 0 || bytes.length > 6) throw new BerError('A number is missing or too large.')
  return Buffer.from(bytes).readIntBE(0, bytes.length)
}

export const booleanOf = ({ bytes }: Ber): boolean => bytes?.[0] !== undefined && bytes[0] !== 0

/** Text in UTF-8; other bytes count as Latin-1, which clients without character set negotiation send. */
export function textOf({ bytes }: Ber): string {
  if (!bytes) throw new BerError('A text is missing.')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return buffer.toString(isUtf8(buffer) ? 'utf8' : 'latin1')
}

/** An object identifier as `1.2.840.10003.5.10`. */
export function oidOf({ bytes }: Ber): string {
  if (!bytes || bytes.length === 0 || bytes.length > 64)
    throw new BerError('An object identifier is missing or too long.')
  const arcs: number[] = []
  let arc = 0
  for (const byte of bytes) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc > 0x7fffffff) throw new BerError('An object identifier has too large an arc.')
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first, ...others] = arcs
  if (first === undefined || bytes.at(-1)! >= 0x80) throw new BerError('An object identifier is cut off.')
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...others].join('.')
}

/** The bit string's set bits, by number. */
export function bitsOf({ bytes }: Ber): Set<number> {
  const set = new Set<number>()
  bytes?.subarray(1, 9).forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) set.add(at * 8 + bit)
  })
  return set
}

function encoded(tagClass: number, isConstructed: boolean, tag: number, content: Uint8Array): Buffer {
  const first = (tagClass << 6) | (isConstructed ? 0x20 : 0)
  const head = tag < 31 ? [first | tag] : [first | 31, ...base128(tag)]
  const { length } = content
  const size: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) size.unshift(left & 0xff)
  head.push(...(length < 128 ? [length] : [0x80 | size.length, ...size]))
  return Buffer.concat([Buffer.from(head), content], head.length + length)
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

/** A constructed element with a context tag; parts that are undefined are left out. */
export const writeParts = (tag: number, ...parts: (Uint8Array | undefined)[]): Buffer =>
  encoded(contextual, true, tag, Buffer.concat(parts.filter((part) => part !== undefined)))
/** A primitive element with a context tag. */
export const writeBytes = (tag: number, bytes: Uint8Array): Buffer => encoded(contextual, false, tag, bytes)
export const writeText = (tag: number, text: string): Buffer => writeBytes(tag, Buffer.from(text))
export const writeBoolean = (tag: number, value: boolean): Buffer => writeBytes(tag, Buffer.of(value ? 0xff : 0))
export const writeInteger = (tag: number, value: number): Buffer => writeBytes(tag, integerBytes(value))

/** Universal types. */
export const writeSequence = (...parts: Uint8Array[]): Buffer => encoded(universal, true, 16, Buffer.concat(parts))
export const writeExternal = (...parts: Uint8Array[]): Buffer => encoded(universal, true, 8, Buffer.concat(parts))
export const writePlainInteger = (value: number): Buffer => encoded(universal, false, 2, integerBytes(value))
export const writeVisible = (text: string): Buffer => encoded(universal, false, 26, Buffer.from(text))
export const writeGeneral = (text: string): Buffer => encoded(universal, false, 27, Buffer.from(text))
export const writeOid = (oid: string): Buffer => encoded(universal, false, 6, oidBytes(oid))

export function oidBytes(oid: string): Buffer {
  const [top = 0, second = 0, ...others] = oid.split('.').map(Number)
  return Buffer.from([top * 40 + second, ...others].flatMap(base128))
}

export const writeBits = (tag: number, bits: Iterable<number>): Buffer => {
  const set = [...bits]
  const bytes = Buffer.alloc(1 + Math.ceil((Math.max(0, ...set) + 1) / 8))
  for (const bit of set) bytes[1 + (bit >> 3)]! |= 0x80 >> (bit & 7)
  bytes[0] = (bytes.length - 1) * 8 - (Math.max(0, ...set) + 1)
  return writeBytes(tag, bytes)
}

/** Two's complement in as few bytes as possible. */
function integerBytes(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeIntBE(value, 0, 6)
  let start = 0
  while (
    start < 5 &&
    ((bytes[start] === 0 && bytes[start + 1]! < 0x80) || (bytes[start] === 0xff && bytes[start + 1]! >= 0x80))
  )
    start++
  return bytes.subarray(start)
}
