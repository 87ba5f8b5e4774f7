import { MarcError } from '../marc-error.ts'
import {
  type FieldPlace,
  fieldTerminator,
  followEachOther,
  leaderLength,
  number,
  piecesOf,
  readDirectory,
  recordTerminator,
  reportLength,
} from './iso2709-directory.ts'
import { readLong } from './iso2709-long.ts'
import { nameNumber } from './iso2709-number.ts'
import { recoverFrame } from './iso2709-recover.ts'

/** The places of a record's fields, and its leader (24 characters) if that was repaired. */
export type Frame = { fields: FieldPlace[]; leader?: string }

/** Leader and directory of a record (ISO 2709). Recovers mismatches, or throws MarcError with the reason. */
export function readFrame(bytes: Buffer, repairs: string[]): Frame {
  const length = bytes.length
  if (length === 0 || (length === 1 && bytes[0] === recordTerminator))
    throw new MarcError('empty_record', 'There is nothing between two record terminators.', 0)
  const base = length < leaderLength ? -1 : number(bytes, 12, 5)
  const isRegular = base >= 37 && base < length && (base - 25) % 12 === 0 && bytes[base - 1] === fieldTerminator
  const fields = isRegular && bytes[length - 1] === recordTerminator ? readDirectory(bytes, base) : undefined
  if (!fields || !(followEachOther(bytes, fields, base, length - 1) || areExact(bytes, fields, base))) {
    const long = readLong(bytes)
    return long ? { fields: long } : recoverFrame(bytes, repairs)
  }
  reportLength(bytes, repairs)
  return { fields: fields[0]?.tag === '001' ? fields : nameNumber(bytes, fields, base, repairs) }
}

/** An order other than the directory's is no fault: each entry has a field, and each field an entry. */
function areExact(bytes: Uint8Array, fields: FieldPlace[], base: number): boolean {
  const pieces = piecesOf(bytes, base, bytes.length - 1)
  const ends = new Map(pieces.map(({ start, end }) => [start, end]))
  return (
    bytes[bytes.length - 2] === fieldTerminator &&
    pieces.length === fields.length &&
    fields.every(({ start, end }) => ends.get(start) === end && ends.delete(start))
  )
}
