import { counted, grouped } from '#kit/wording.ts'
import { MarcError } from '../marc-error.ts'
import {
  type FieldPlace,
  fieldTerminator,
  isExactEntry,
  leaderLength,
  number,
  piecesOf,
  recordTerminator,
  reportLength,
  subfieldDelimiter,
} from './iso2709-directory.ts'
import { readEntries } from './iso2709-entries.ts'
import { findLeader } from './iso2709-leader.ts'
import { hasLostNumber, nameNamelessNumber, nameNumber } from './iso2709-number.ts'
import { type Placed, placeFields } from './iso2709-places.ts'

type Recovered = { fields: FieldPlace[]; leader: string }

/**
 * Recovers the fields of a record whose leader or directory does not fit. The directory ends at its first field
 * terminator, and fields are found by their terminators. Throws MarcError if fewer than nine in ten fields are found,
 * or no title.
 */
export function recoverFrame(bytes: Buffer, repairs: string[]): Recovered {
  const length = bytes.length
  if (length < leaderLength)
    throw new MarcError(
      'leader_missing',
      `The leader is cut off after ${counted(length, 'character')}.${textHint(bytes)}`,
      0,
    )
  const isTerminated = bytes[length - 1] === recordTerminator
  const leader = findLeader(bytes, repairs)
  const directory = findDirectory(bytes, leader.end, isTerminated)
  const stated = leader.text.slice(12, 17)
  if (stated !== String(directory.base).padStart(5, '0'))
    repairs.push(`The leader’s base address says “${stated}”; the fields begin at ${grouped(directory.base)}.`)
  if (!directory.isTerminated) repairs.push('The directory had no terminator.')
  const pieces = piecesOf(bytes, directory.base, isTerminated ? length - 1 : length)
  const lengths = new Map(pieces.map(({ start, end }) => [start - directory.base, end - start + 1]))
  const entries = readEntries(bytes.toString('latin1', leader.end, directory.end), lengths)
  const odd = entries.filter(({ text }) => text.length !== 12).length
  if (odd > 0) repairs.push(`${counted(odd, 'directory entry was', 'directory entries were')} not 12 characters long.`)
  const found = placeFields(bytes, entries, pieces, directory.base)
  const placed = nameNamelessNumber(bytes, found, directory.base, repairs)
  judge(placed, leader.text, !isTerminated, length, hasLostNumber(bytes, placed, directory.base), repairs)
  if (!isTerminated) repairs.push('The record had no terminator.')
  reportTerminators(bytes, placed, repairs)
  reportAddresses(placed, repairs)
  reportLength(bytes, repairs)
  return { fields: nameNumber(bytes, placed.fields, directory.base, repairs), leader: leader.text }
}

function reportTerminators(bytes: Buffer, { fields, blank }: Placed, repairs: string[]) {
  const open = fields.filter(({ end }) => bytes[end] !== fieldTerminator).map(({ tag }) => tag)
  if (open.length === 1) repairs.push(`Field ${open[0]} had no terminator.`)
  if (open.length > 1) repairs.push(`${grouped(open.length)} fields had no terminator: ${open.join(', ')}.`)
  if (blank > 0) repairs.push('Blank fields that the directory does not name were left out.')
}

/** Names the first fields with a wrong length; a wrong length shifts all later ones. */
function reportAddresses({ misplaced, repeated }: Placed, repairs: string[]) {
  if (repeated > 0) repairs.push(`The directory named ${counted(repeated, 'field')} twice.`)
  if (misplaced.length === 0) return
  repairs.push('The directory’s addresses were wrong; the fields were found by their terminators.')
  const wrong = misplaced
    .filter(({ field, stated }) => stated !== field.end - field.start + 1)
    .sort((one, other) => one.field.start - other.field.start)
  for (const { field, stated } of wrong.slice(0, 3)) {
    const length = counted(field.end - field.start + 1, 'byte')
    const says = stated < 0 ? '; its length in the directory could not be read' : `, not ${grouped(stated)}`
    repairs.push(`Field ${field.tag} at byte ${grouped(field.start)} has ${length}${says}.`)
  }
  if (wrong.length > 3) repairs.push(`${counted(wrong.length - 3, 'more length was', 'more lengths were')} wrong.`)
}

type Directory = { end: number; base: number; isTerminated: boolean }

/** The end of the directory for which most entries match a field; else its first field terminator. */
function findDirectory(bytes: Buffer, start: number, isTerminated: boolean): Directory {
  const stated = number(bytes, 12, 5)
  const last = endOfDigits(bytes, start)
  const first = bytes.indexOf(fieldTerminator, start)
  const terminated = [stated - 1, last, first].filter((end) => bytes[end] === fieldTerminator).map(terminatedAt)
  const isOpen = bytes[stated - 1] !== fieldTerminator
  const open = isOpen ? [stated, stated - 1].map((base) => ({ end: stated - 1, base, isTerminated: false })) : []
  let [best, most] = [terminated[0], 0]
  for (const directory of [...terminated, ...open]) {
    const count = exactEntries(bytes, start, directory)
    if (count > most) [best, most] = [directory, count]
  }
  if (best && most * 2 >= (best.end - start) / 12) return best
  const likely = terminated.find(({ end }) => end > start && looksLikeDirectory(bytes, Math.min(last, end), end))
  if (likely) return likely
  if (last === start) throw directoryError(bytes, stated, isTerminated)
  return { end: last, base: stated === last + 1 ? stated : last, isTerminated: false }
}

const terminatedAt = (end: number): Directory => ({ end, base: end + 1, isTerminated: true })

function exactEntries(bytes: Buffer, start: number, { end, base }: Directory): number {
  let count = 0
  for (let at = start; at + 12 <= end; at += 12) if (isExactEntry(bytes, at, base)) count++
  return count
}

/** The end of the last entry of three characters and nine digits. */
function endOfDigits(bytes: Buffer, start: number): number {
  let at = start
  while (bytes[at]! > 0x20 && number(bytes, at + 3, 9) >= 0) at += 12
  return at
}

/** Nearly all digits; a damaged byte may be anything. */
function looksLikeDirectory(bytes: Buffer, start: number, end: number): boolean {
  let others = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === subfieldDelimiter) return false
    if (number(bytes, at, 1) < 0) others++
  }
  return others * 4 <= end - start
}

function directoryError(bytes: Buffer, stated: number, isTerminated: boolean): MarcError {
  const length = bytes.length
  if (stated < 0)
    return new MarcError(
      'base_address_not_a_number',
      `The leader’s base address is not a number.${textHint(bytes)}`,
      12,
    )
  if (stated < leaderLength) return new MarcError('base_address_missing', `The leader’s base address is ${stated}.`, 12)
  if (stated > length && !isTerminated) return cutOff(length)
  if (stated > length)
    return new MarcError(
      'base_address_past_end',
      `The leader’s base address ${grouped(stated)} is beyond the record’s ${counted(length, 'byte')}.`,
      12,
    )
  if (stated < 37) return new MarcError('no_fields', 'The record has no fields.', 24)
  return new MarcError('directory_entry', 'No directory follows the leader.', 24)
}

const cutOff = (length: number, what = '') =>
  new MarcError('record_cut_off', `The record is cut off after ${counted(length, 'byte')}.${what}`, length)

/** A record begins with its length and has terminators. */
function textHint(bytes: Uint8Array): string {
  const isMarc = number(bytes, 0, 1) >= 0 || bytes.includes(fieldTerminator) || bytes.includes(subfieldDelimiter)
  return isMarc ? '' : ' This looks like text, not MARC.'
}

/** Whole, or nearly: a title and nine in ten fields. Dropped fields are reported. */
function judge(
  { fields, lost, nameless }: Placed,
  leader: string,
  isCutOff: boolean,
  length: number,
  isNumberLost: boolean,
  repairs: string[],
) {
  if (fields.length === 0 && !isCutOff)
    throw new MarcError('no_fields', 'None of its fields can be found.', leaderLength)
  if (lost.length === 0 && nameless.length === 0) return
  const all = fields.length + Math.max(lost.length, nameless.length)
  const reason =
    fields.length * 10 < all * 9
      ? `Only ${grouped(fields.length)} of ${counted(all, 'field')} can be found.`
      : !fields.some(({ tag }) => isTitle(tag, leader))
        ? 'Its title (245) cannot be found.'
        : isNumberLost
          ? 'Its number (001) cannot be found.'
          : isWholeLeader(leader)
            ? undefined
            : 'Its leader is damaged.'
  if (reason && isCutOff) throw cutOff(length, ` ${reason}`)
  if (reason) throw new MarcError('fields_lost', reason, leaderLength)
  if (lost.length > 0)
    repairs.push(`${grouped(lost.length)} of ${counted(all, 'field')} cannot be found: ${lost.join(', ')}.`)
  if (nameless.length > lost.length)
    repairs.push(
      `${counted(nameless.length, 'field is', 'fields are')} not in the directory and ${nameless.length === 1 ? 'was' : 'were'} left out.`,
    )
}

/** An authority record has a heading (1XX) instead. */
const isTitle = (tag: string, leader: string) => (leader[6] === 'z' ? tag.startsWith('1') : tag === '245')

/** The record's type and codes are readable. */
const isWholeLeader = (text: string): boolean => /^.{6}[a-z][\x20-\x7e]{3}/s.test(text)
