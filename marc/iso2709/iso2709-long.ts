import type { MarcRecord } from '../record.ts'
import {
  type FieldPlace,
  fieldTerminator,
  followEachOther,
  leaderLength,
  recordTerminator,
} from './iso2709-directory.ts'
import { fitTag, plainFieldText } from './iso2709-write.ts'

/**
 * Records longer than MARC 21 allows, as the catalogue stores them: ISO 2709 with eight digits for lengths and
 * addresses in the directory, as the entry map says (leader/20-21). The leader's own five digits stop at 99999.
 */
const entryMap = '8800'
const entryWidth = 19
const digits = (value: number, count: number) => String(Math.min(value, 10 ** count - 1)).padStart(count, '0')

/** The record's bytes in UTF-8, of any length. */
export function writeLong({ leader, fields }: MarcRecord): Uint8Array {
  const parts = fields.map((field) => Buffer.from(`${plainFieldText(field)}\x1e`))
  const base = leaderLength + fields.length * entryWidth + 1
  let start = 0
  let directory = ''
  for (const [i, { length }] of parts.entries()) {
    directory += fitTag(fields[i]!.tag) + digits(length, 8) + digits(start, 8)
    start += length
  }
  const codes = leader.padEnd(24).replace(/[^\x20-\x7e]/g, ' ')
  const length = digits(base + start + 1, 5)
  const head = `${length}${codes.slice(5, 9)}a22${digits(base, 5)}${codes.slice(17, 20)}${entryMap}`
  return new Uint8Array(Buffer.concat([Buffer.from(`${head}${directory}\x1e`), ...parts, Buffer.of(recordTerminator)]))
}

/** The places of the fields of such a record; undefined if it is not one or is damaged. */
export function readLong(bytes: Buffer): FieldPlace[] | undefined {
  if (bytes.toString('latin1', 20, leaderLength) !== entryMap) return undefined
  const base = bytes.indexOf(fieldTerminator, leaderLength) + 1
  const directory = bytes.toString('latin1', leaderLength, base - 1)
  if (!/^(?:[\x20-\x7e]{3}\d{16})+$/.test(directory)) return undefined
  const places = directory.match(/.{19}/g)!.map((entry) => {
    const start = base + Number(entry.slice(11))
    return { tag: entry.slice(0, 3), start, end: start + Number(entry.slice(3, 11)) - 1 }
  })
  const isWhole = bytes.at(-1) === recordTerminator && followEachOther(bytes, places, base, bytes.length - 1)
  return isWhole ? places : undefined
}
