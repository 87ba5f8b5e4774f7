import { isUtf8 } from 'node:buffer'
import { fieldTerminator, number, recordTerminator, subfieldDelimiter } from './iso2709/iso2709-directory.ts'

/**
 * Whether a record in ISO 2709 and UTF-8 goes out byte for byte as it came in: no repair, no new number, no rewriting.
 * True is certain; false means that only a full check can tell.
 */
export function isCleanUtf8(bytes: Uint8Array): boolean {
  const length = bytes.length
  if (length < 38 || bytes[length - 1] !== recordTerminator || number(bytes, 0, 5) !== length) return false
  const base = number(bytes, 12, 5)
  if (base < 37 || base >= length || (base - 25) % 12 !== 0 || bytes[base - 1] !== fieldTerminator) return false
  return hasPlainLeader(bytes) && hasPlainFields(bytes, base) && isUtf8(bytes) && !hasReference(bytes)
}

/** `&#` may begin a numeric reference. */
const hasReference = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('&#', 0, 'latin1')

/** ASCII, `a` for Unicode in leader/09, and the constants of leader/10-11 and 20-23. */
function hasPlainLeader(bytes: Uint8Array): boolean {
  for (let i = 0; i < 24; i++) if (bytes[i]! < 0x20 || bytes[i]! > 0x7e) return false
  return bytes[9] === 0x61 && number(bytes, 10, 2) === 22 && number(bytes, 20, 4) === 4500
}

/** The fields are in the directory's order without gaps, and the first is the record number. */
function hasPlainFields(bytes: Uint8Array, base: number): boolean {
  const end = bytes.length - 1
  let start = base
  for (let entry = 24; entry < base - 1; entry += 12) {
    const tag = number(bytes, entry, 3)
    const stop = start + number(bytes, entry + 3, 4) - 1
    if (tag < 0 || number(bytes, entry + 7, 5) !== start - base) return false
    if (stop < start || stop >= end || bytes[stop] !== fieldTerminator) return false
    if (entry === 24 && !(tag === 1 && isVisible(bytes[start]!))) return false
    if (!(tag < 10 ? isText(bytes, start, stop) : isDataField(bytes, start, stop))) return false
    start = stop + 1
  }
  return start === end
}

/** Two indicators, then subfields that each have a code. */
function isDataField(bytes: Uint8Array, start: number, stop: number): boolean {
  if (bytes[start + 2] !== subfieldDelimiter || !isIndicator(bytes[start]!) || !isIndicator(bytes[start + 1]!))
    return false
  for (let at = start + 2; at < stop; at++) {
    if (bytes[at] !== subfieldDelimiter) {
      if (isControl(bytes[at]!)) return false
    } else if (!isVisible(bytes[++at]!)) return false
  }
  return true
}

function isText(bytes: Uint8Array, start: number, stop: number): boolean {
  for (let at = start; at < stop; at++) if (isControl(bytes[at]!)) return false
  return true
}

const isVisible = (byte: number) => byte > 0x20 && byte < 0x7f
/** Line breaks and tabs occur in data and are kept. */
const isControl = (byte: number) => (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) || byte === 0x7f
const isIndicator = (byte: number) => byte === 0x20 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)
