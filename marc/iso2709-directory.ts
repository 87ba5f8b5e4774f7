import { MarcError } from './marc-error.ts'

export const subfieldDelimiter = 0x1f
export const fieldTerminator = 0x1e
export const recordTerminator = 0x1d

/** Where a field lies: bytes of the record from `start` to `end`, its terminator left out. */
export type FieldPlace = { tag: string; start: number; end: number }
export type Frame = {
  base: number
  /** Behind the last field, before the record terminator. */
  end: number
  fields: FieldPlace[]
}

/** Leader and directory of a record (ISO 2709; MARC 21 entry map 4500). Wrong addresses are repaired where they can be. */
export function readFrame(bytes: Uint8Array, repairs: string[]): Frame {
  const length = bytes.length
  if (length === 0 || (length === 1 && bytes[0] === recordTerminator))
    throw new MarcError('empty_record', 'There is nothing between two record terminators.', 0)
  if (length < 24)
    throw new MarcError('leader_missing', `A leader has 24 characters, here are ${length}.${textHint(bytes)}`, 0)
  const base = baseAddress(bytes)
  const entries = readDirectory(bytes, base, repairs)
  const terminated = bytes[length - 1] === recordTerminator
  const end = terminated ? length - 1 : length
  const fields = followEachOther(bytes, entries, base, end)
    ? entries
    : repairedPlaces(bytes, entries, base, end, repairs)
  if (!terminated) {
    if (fields.length < entries.length || bytes[length - 1] !== fieldTerminator)
      throw new MarcError(
        'record_cut_off',
        `The record is cut off after ${length} bytes, in the middle of its fields.`,
        length,
      )
    repairs.push('The record terminator is missing.')
  }
  const stated = number(bytes, 0, 5)
  if (stated !== length) {
    const says = stated < 0 ? 'is not a number' : `says ${stated}`
    repairs.push(`The leader's record length ${says}; the record has ${length} bytes.`)
  }
  return { base, end, fields }
}

function baseAddress(bytes: Uint8Array): number {
  const base = number(bytes, 12, 5)
  if (base < 0)
    throw new MarcError('base_address_not_a_number', `The base address of data is not a number.${textHint(bytes)}`, 12)
  if (base < 24) throw new MarcError('base_address_missing', `The base address of data is ${base}.`, 12)
  if (base > bytes.length && bytes.at(-1) !== recordTerminator)
    throw new MarcError('record_cut_off', `The record is cut off after ${bytes.length} bytes.`, bytes.length)
  if (base > bytes.length)
    throw new MarcError('base_address_past_end', `The base address ${base} lies past the end (${bytes.length}).`, 12)
  if (base < 37) throw new MarcError('no_fields', 'The record has no fields.', 24)
  return base
}

/** A record begins with its length and has terminators. */
function textHint(bytes: Uint8Array): string {
  const isMarc = number(bytes, 0, 1) >= 0 || bytes.includes(fieldTerminator) || bytes.includes(subfieldDelimiter)
  return isMarc ? '' : ' This looks like text, not like MARC.'
}

function readDirectory(bytes: Uint8Array, base: number, repairs: string[]): FieldPlace[] {
  if ((base - 25) % 12 !== 0)
    throw new MarcError('directory_length', `The directory's length ${base - 25} is not a multiple of 12.`, 24)
  if (bytes[base - 1] !== fieldTerminator) repairs.push('The directory has no terminator.')
  const count = (base - 25) / 12
  const entries: FieldPlace[] = []
  for (let i = 0, at = 24; i < count; i++, at += 12) {
    const tag = tagAt(bytes, at)
    const length = number(bytes, at + 3, 4)
    const start = base + number(bytes, at + 7, 5)
    if (length < 0 || start < base)
      throw new MarcError('directory_entry', `Entry ${i + 1} of the directory is not made of digits.`, at)
    entries.push({ tag, start, end: start + length - 1 })
  }
  return entries
}

/** The fields follow each other without gaps in the directory's order, and end in terminators. */
function followEachOther(bytes: Uint8Array, entries: FieldPlace[], base: number, stop: number): boolean {
  let next = base
  for (const { start, end } of entries) {
    if (start !== next || end < start || end >= stop || bytes[end] !== fieldTerminator) return false
    next = end + 1
  }
  return next === stop
}

/** Gaps and another order are no fault; addresses that miss the field terminators are replaced by these. */
function repairedPlaces(bytes: Uint8Array, entries: FieldPlace[], base: number, end: number, repairs: string[]) {
  const pieces = piecesOf(bytes, base, end)
  const pieceAt = new Map(pieces.map((piece) => [piece.start, piece]))
  const places = new Set(entries.map(({ start }) => start))
  if (places.size === entries.length && entries.every((entry) => pieceAt.get(entry.start)?.end === entry.end))
    return entries.slice()
  if (pieces.length === entries.length) {
    repairs.push('The directory’s addresses are wrong; the fields were found by their terminators.')
    return pieces.map((piece, i) => ({ tag: entries[i]!.tag, ...piece }))
  }
  const found = entries.flatMap(({ tag, start }) => {
    const piece = pieceAt.get(start)
    pieceAt.delete(start)
    return piece ? [{ tag, ...piece }] : []
  })
  if (found.length === 0)
    throw new MarcError('field_past_end', 'No entry of the directory leads to the start of a field.', 24)
  const lost = entries.length - found.length
  repairs.push(`The directory’s addresses are wrong; ${lost} of ${entries.length} fields could not be found.`)
  return found
}

function piecesOf(bytes: Uint8Array, base: number, end: number): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = []
  for (let start = base; start < end; ) {
    const at = bytes.indexOf(fieldTerminator, start)
    const stop = at < 0 || at > end ? end : at
    pieces.push({ start, end: stop })
    start = stop + 1
  }
  return pieces
}

/** -1 where the bytes are not all digits. */
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

function tagAt(bytes: Uint8Array, at: number): string {
  const [a, b, c] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  const key = (a << 16) | (b << 8) | c
  const known = tags.get(key)
  if (known !== undefined) return known
  if (a < 0x20 || a > 0x7e || b < 0x20 || b > 0x7e || c < 0x20 || c > 0x7e)
    throw new MarcError('directory_entry', 'A tag in the directory is not made of ASCII characters.', at)
  const tag = String.fromCharCode(a, b, c)
  if (tags.size < 5000) tags.set(key, tag)
  return tag
}
