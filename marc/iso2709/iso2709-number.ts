import { type FieldPlace, fieldTerminator, hasSubfields } from './iso2709-directory.ts'
import type { Placed } from './iso2709-places.ts'

/** The record number is the first field, so its position identifies it even if its tag is damaged. */
export function nameNumber(bytes: Buffer, fields: FieldPlace[], base: number, repairs: string[]): FieldPlace[] {
  const at = fields.findIndex(({ start }) => start === base)
  const first = fields[at]
  if (!first || !isDamagedTag(first.tag) || !looksLikeNumber(bytes, first)) return fields
  if (fields.some(({ tag }) => tag === numberTag)) return fields
  repairs.push(`The first field had the tag “${first.tag}”; it was read as the number (001).`)
  return fields.with(at, { ...first, tag: numberTag })
}

/** The same if its entry is unreadable or missing. */
export function nameNamelessNumber(bytes: Buffer, placed: Placed, base: number, repairs: string[]): Placed {
  const { fields, lost, nameless } = placed
  const first = nameless.find(({ start }) => start === base)
  if (!first || fields.some(({ tag }) => tag === numberTag) || !looksLikeNumber(bytes, first)) return placed
  repairs.push('The first field had no tag; it was read as the number (001).')
  const entry = [numberTag, '?'].map((tag) => lost.indexOf(tag)).find((index) => index >= 0) ?? 0
  return {
    ...placed,
    fields: [{ tag: numberTag, start: first.start, end: first.end }, ...fields],
    lost: lost.filter((_, index) => index !== entry),
    nameless: nameless.filter((piece) => piece !== first),
  }
}

/** Its entry exists without a field, or the first field is a control field that cannot be identified. */
export const hasLostNumber = (bytes: Buffer, { fields, lost, nameless }: Placed, base: number): boolean =>
  !fields.some(({ tag }) => tag === numberTag) &&
  (lost.includes(numberTag) || nameless.some((piece) => piece.start === base && !hasSubfields(bytes, piece)))

const numberTag = '001'

/**
 * One byte differs from 001, or a byte cannot be part of a tag. Fields 002 to 009 come first if a record has no number.
 */
function isDamagedTag(tag: string): boolean {
  if (!/^[0-9A-Za-z]{3}$/.test(tag)) return true
  const others = [...tag].filter((character, i) => character !== numberTag[i]).length
  return others === 1 && !/^00[2-9]$/.test(tag)
}

/** Excludes the date of 005 and the codes of 006 to 008. */
function looksLikeNumber(bytes: Buffer, { start, end }: { start: number; end: number }): boolean {
  if (end - start > 50 || bytes[end] !== fieldTerminator) return false
  const text = bytes.toString('latin1', start, end).trim()
  return /^[!-{}~]+(?: [!-{}~]+)?$/.test(text) && /\d/.test(text) && !/^\d{14}\.\d$|^\d{6}[a-z].{9}/.test(text)
}
