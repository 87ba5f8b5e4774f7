import {
  type FieldPlace,
  fieldTerminator,
  leaderLength,
  number,
  recordTerminator,
  subfieldDelimiter,
  tellLength,
} from './iso2709-directory.ts'
import { readEntries } from './iso2709-entries.ts'
import { findLeader, isWholeLeader } from './iso2709-leader.ts'
import { type Placed, placeFields } from './iso2709-places.ts'
import { MarcError } from './marc-error.ts'

type Recovered = { fields: FieldPlace[]; leader: string }

/**
 * Fields of a record whose leader or directory does not fit. The directory ends at its first field terminator, and fields
 * are found by their terminators. A record of which less than nine in ten fields are found, or no title, is not repaired:
 * throws MarcError.
 */
export function recoverFrame(bytes: Buffer, repairs: string[]): Recovered {
  const length = bytes.length
  if (length < leaderLength)
    throw new MarcError('leader_missing', `A leader has 24 characters, here are ${length}.${textHint(bytes)}`, 0)
  const isTerminated = bytes[length - 1] === recordTerminator
  const leader = findLeader(bytes, repairs)
  const directory = findDirectory(bytes, leader.end, isTerminated)
  const stated = Number(leader.text.slice(12, 17))
  if (stated !== directory.base)
    repairs.push(`The leader's base address says ${leader.text.slice(12, 17)}; the fields begin at ${directory.base}.`)
  if (!directory.isTerminated) repairs.push('The directory has no terminator.')
  const entries = readEntries(bytes.toString('latin1', leader.end, directory.end))
  const odd = entries.filter(({ text }) => text.length !== 12).length
  if (odd > 0) repairs.push(`${odd} of ${entries.length} directory entries did not have 12 characters.`)
  const placed = placeFields(bytes, entries, directory.base, isTerminated ? length - 1 : length)
  judge(placed, leader.text, !isTerminated, length, repairs)
  if (!isTerminated) repairs.push('The record terminator is missing.')
  tellAddresses(placed, repairs)
  tellLength(bytes, repairs)
  return { fields: placed.fields, leader: leader.text }
}

/** The first fields whose length is wrong, by name; a wrong length moves all that follow. */
function tellAddresses({ misplaced, repeated }: Placed, repairs: string[]) {
  if (repeated > 0) repairs.push(`The directory named ${repeated} fields twice.`)
  if (misplaced.length === 0) return
  repairs.push('The directory’s addresses are wrong; the fields were found by their terminators.')
  const wrong = misplaced.filter(({ field, stated }) => stated !== field.end - field.start + 1)
  for (const { field, stated } of wrong.slice(0, 3)) {
    const length = grouped(field.end - field.start + 1)
    const says = stated < 0 ? 'a damaged length was' : `length ${grouped(stated)}`
    repairs.push(`Field ${field.tag} at byte ${grouped(field.start)}: ${says} read as ${length}.`)
  }
  if (wrong.length > 3) repairs.push(`So were the lengths of ${wrong.length - 3} more fields.`)
}

const grouped = (n: number) => n.toLocaleString('en-AU')

type Directory = { end: number; base: number; isTerminated: boolean }

function findDirectory(bytes: Buffer, start: number, isTerminated: boolean): Directory {
  const stated = number(bytes, 12, 5)
  const last = endOfDigits(bytes, start)
  const first = bytes.indexOf(fieldTerminator, start)
  const isStated = (stated - 1 - start) % 12 === 0 && bytes[stated - 1] === fieldTerminator
  if (isStated && looksLikeDirectory(bytes, start, stated - 1)) return terminatedAt(stated - 1)
  if (first > start && looksLikeDirectory(bytes, last, first)) return terminatedAt(first)
  if (last === start) throw directoryError(bytes, stated, isTerminated)
  // Without a terminator: the first field ends where its length says, and so begins behind another byte or at once.
  const firstLength = number(bytes, start + 3, 4)
  const base = stated === last + 1 || bytes[last + firstLength] === fieldTerminator ? last + 1 : last
  return { end: last, base, isTerminated: false }
}

const terminatedAt = (end: number): Directory => ({ end, base: end + 1, isTerminated: true })

/** Behind the last entry of three characters and nine digits. */
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
    return new MarcError('base_address_not_a_number', `The base address of data is not a number.${textHint(bytes)}`, 12)
  if (stated < leaderLength) return new MarcError('base_address_missing', `The base address of data is ${stated}.`, 12)
  if (stated > length && !isTerminated) return cutOff(length)
  if (stated > length)
    return new MarcError('base_address_past_end', `The base address ${stated} lies past the end (${length}).`, 12)
  if (stated < 37) return new MarcError('no_fields', 'The record has no fields.', 24)
  return new MarcError('directory_entry', 'There is no directory behind the leader.', 24)
}

const cutOff = (length: number, what = '') =>
  new MarcError('record_cut_off', `The record is cut off after ${length} bytes.${what}`, length)

/** A record begins with its length and has terminators. */
function textHint(bytes: Uint8Array): string {
  const isMarc = number(bytes, 0, 1) >= 0 || bytes.includes(fieldTerminator) || bytes.includes(subfieldDelimiter)
  return isMarc ? '' : ' This looks like text, not like MARC.'
}

/** Whole, or nearly: a title and nine in ten fields. What was left out is told. */
function judge(
  { fields, lost, nameless }: Placed,
  leader: string,
  isCutOff: boolean,
  length: number,
  repairs: string[],
) {
  if (fields.length === 0 && !isCutOff)
    throw new MarcError('no_fields', 'None of its fields can be found.', leaderLength)
  if (lost.length === 0 && nameless.length === 0) return
  const all = fields.length + Math.max(lost.length, nameless.length)
  const reason =
    fields.length * 10 < all * 9
      ? `Only ${fields.length} of ${all} fields can be found.`
      : !fields.some(({ tag }) => isTitle(tag, leader))
        ? 'Its title (245) cannot be found.'
        : isWholeLeader(leader)
          ? undefined
          : 'Its leader is damaged.'
  if (reason && isCutOff) throw cutOff(length, ` ${reason}`)
  if (reason) throw new MarcError('fields_lost', reason, leaderLength)
  if (lost.length > 0) repairs.push(`${lost.length} of ${all} fields cannot be found: ${lost.join(', ')}.`)
  if (nameless.length > lost.length)
    repairs.push(`${nameless.length} of ${all} fields are not in the directory and were left out.`)
}

/** An authority record has a heading (1XX) instead. */
const isTitle = (tag: string, leader: string) => (leader[6] === 'z' ? tag.startsWith('1') : tag === '245')
