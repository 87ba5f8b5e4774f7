import { counted } from '#kit/wording.ts'

export const subfieldDelimiter = 0x1f
export const fieldTerminator = 0x1e
export const recordTerminator = 0x1d

export const leaderLength = 24

/** Bytes of a record from `start` to `end`, without the terminator. */
export type Piece = { start: number; end: number }
/** A field's tag and place. */
export type FieldPlace = Piece & { tag: string }

/** Directory of a record (MARC 21 entry map 4500); undefined if an entry is not a tag and digits. */
export function readDirectory(bytes: Uint8Array, base: number): FieldPlace[] | undefined {
  const entries: FieldPlace[] = []
  for (let at = leaderLength; at < base - 1; at += 12) {
    const tag = tagAt(bytes, at)
    const length = number(bytes, at + 3, 4)
    const start = base + number(bytes, at + 7, 5)
    if (tag === undefined || length < 0 || start < base) return undefined
    entries.push({ tag, start, end: start + length - 1 })
  }
  return entries
}

/** The fields follow each other without gaps in the directory's order, and end in terminators. */
export function followEachOther(bytes: Uint8Array, entries: FieldPlace[], base: number, stop: number): boolean {
  let next = base
  for (const { start, end } of entries) {
    if (start !== next || end < start || end >= stop || bytes[end] !== fieldTerminator) return false
    next = end + 1
  }
  return next === stop
}

/** The pieces between field terminators. */
export function piecesOf(bytes: Uint8Array, base: number, end: number): Piece[] {
  const pieces: Piece[] = []
  for (let start = base; start < end; ) {
    const at = bytes.indexOf(fieldTerminator, start)
    const stop = at < 0 || at > end ? end : at
    pieces.push({ start, end: stop })
    start = stop + 1
  }
  return pieces
}

export function hasSubfields(bytes: Buffer, { start, end }: Piece): boolean {
  const at = bytes.indexOf(subfieldDelimiter, start)
  return at >= 0 && at < end
}

/** A 12-character entry that matches the start and end of a field. */
export function isExactEntry(bytes: Uint8Array, at: number, base: number): boolean {
  const start = base + number(bytes, at + 7, 5)
  const length = number(bytes, at + 3, 4)
  const isStart = start === base || (start > base && bytes[start - 1] === fieldTerminator)
  return isStart && length > 0 && bytes[start + length - 1] === fieldTerminator
}

export function reportLength(bytes: Uint8Array, repairs: string[]): void {
  const stated = number(bytes, 0, 5)
  if (stated === bytes.length) return
  const says = stated < 0 ? 'is not a number' : `says “${String(stated).padStart(5, '0')}”`
  repairs.push(`The leader’s record length ${says}; the record has ${counted(bytes.length, 'byte')}.`)
}

/** -1 if the bytes are not all digits. */
export function number(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0
  for (let i = at; i < at + digits; i++) {
    const digit = bytes[i]! - 0x30
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

const tags = new Map<number, string>()

function tagAt(bytes: Uint8Array, at: number): string | undefined {
  const [a, b, c] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  const key = (a << 16) | (b << 8) | c
  const known = tags.get(key)
  if (known !== undefined) return known
  if (a < 0x21 || a > 0x7e || b < 0x21 || b > 0x7e || c < 0x21 || c > 0x7e) return undefined
  const tag = String.fromCharCode(a, b, c)
  if (tags.size < 5000) tags.set(key, tag)
  return tag
}
