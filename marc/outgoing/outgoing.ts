import { withCharacters } from '../charset/character-references.ts'
import { isCleanUtf8 } from '../clean-record.ts'
import { schemeOf } from '../crosswalk/crosswalk-headings.ts'
import { decodeRecord, type Encoded, type Encoding, encodeRecord } from '../iso2709/iso2709.ts'
import { number } from '../iso2709/iso2709-directory.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { addHolding, preferDewey } from './outgoing-dewey.ts'
import { isData, meantTag, pairOf, withoutFields } from './outgoing-fields.ts'
import { shapeIsbns } from './outgoing-isbn.ts'
import type { Preferences } from './preferences.ts'

const unwanted: Record<Preferences['subjectHeadingFormat'], string | undefined> = {
  SCOT_SCIS_HEADINGS: undefined,
  SCIS_HEADINGS: 'scot',
  SCOT_HEADINGS: 'scisshl',
}

/** Topics, places, periods and events. */
const chosen = new Set(['647', '648', '650', '651'])

/**
 * The headings of SCIS, of the Schools Online Thesaurus, or both. The choice concerns only these two: headings of other
 * schemes (Library of Congress, FAST, …) stay, and so do names, titles and genres, which the thesaurus does not have.
 */
function chooseHeadings(
  record: MarcRecord,
  { subjectHeadingFormat }: Pick<Preferences, 'subjectHeadingFormat'>,
): MarcRecord {
  const scheme = unwanted[subjectHeadingFormat]
  if (scheme === undefined) return record
  const isUnwanted = (field: DataField) => chosen.has(meantTag(field)) && schemeOf(field) === scheme
  // An 880 goes with its partner; it is judged on its own only if it has none.
  const gone = record.fields.filter((field) => {
    if (!isData(field) || (field.tag === '880' && pairOf(field) !== '')) return false
    return isUnwanted(field)
  })
  return withoutFields(record, new Set(gone))
}

/** A record as the catalogue stores it: the loaded bytes and its record number. */
export type StoredRecord = { document: { id: string }; marc: Uint8Array; encoding: Encoding }

type OutgoingRecord = {
  record: MarcRecord
  /** Nothing was changed or repaired, so the bytes can be handed out as they are. */
  isAsLoaded: boolean
}

/** Steps for every outgoing record, in any format. A step returns the same object if it has nothing to change. */
const steps: ((record: MarcRecord, id: string) => MarcRecord)[] = [withNumber, withLeaderConstants, withCharacters]

/** A school's preferences in this order: the holding's call number follows from the preferred Dewey number. */
const preferenceSteps: ((record: MarcRecord, preferences: Preferences) => MarcRecord)[] = [
  preferDewey,
  addHolding,
  shapeIsbns,
  chooseHeadings,
]
export const asPreferred = (record: MarcRecord, preferences: Preferences): MarcRecord =>
  preferenceSteps.reduce((changed, step) => step(changed, preferences), record)

/** Without preferences: as catalogued. Throws MarcError if the bytes cannot be read. */
export function outgoingRecord({ document, marc }: StoredRecord, preferences?: Preferences): OutgoingRecord {
  const { record: loaded, repairs } = decodeRecord(marc)
  const numbered = steps.reduce((changed, step) => step(changed, document.id), loaded)
  const record = preferences ? asPreferred(numbered, preferences) : numbered
  return { record, isAsLoaded: record === loaded && repairs.length === 0 }
}

/** The record in ISO 2709 and UTF-8. A faultless record that was loaded in this form keeps its bytes. */
export function outgoingUtf8(stored: StoredRecord, preferences?: Preferences): Encoded {
  const { marc, encoding } = stored
  // Most records of a catalogue take this path and are not parsed.
  if (encoding === 'utf-8' && isCleanUtf8(marc) && (!preferences || isAsWanted(marc, preferences)))
    return { bytes: marc, cuts: [] }
  const { record, isAsLoaded } = outgoingRecord(stored, preferences)
  if (isAsLoaded && encoding === 'utf-8' && marc[9] === utf8Flag && !hasControls(marc)) return { bytes: marc, cuts: [] }
  return encodeRecord(record)
}

/**
 * Whether a record leaves with these preferences as it is, judged by its bytes, which must be clean (`isCleanUtf8`).
 * True is certain; false means that only the steps themselves can tell. Most schools keep the default preferences, by
 * which few records change, and this takes a hundredth of the time of reading one.
 */
function isAsWanted(
  bytes: Uint8Array,
  { deweyPref, deweyHoldingPref, isbnFormat, subjectHeadingFormat }: Preferences,
): boolean {
  if (deweyPref !== 'FULL_DDC' || deweyHoldingPref !== 'SCIS_DEFAULT') return false
  if (isbnFormat !== 'ISBN' || subjectHeadingFormat !== 'SCOT_SCIS_HEADINGS') return false
  const base = number(bytes, 12, 5)
  for (let entry = 24; entry < base - 1; entry += 12) {
    const tag = number(bytes, entry, 3)
    if (tag !== 82 && tag !== 83) continue
    const start = base + number(bytes, entry + 7, 5)
    if (bytes[start] === abridged || mayHaveMark(bytes, start, start + number(bytes, entry + 3, 4))) return false
  }
  return true
}

/** The first indicator of a number that the full one replaces. */
const abridged = 0x31

/** A prime mark: `/`, `'`, or any character beyond ASCII, of which one is a mark. */
function mayHaveMark(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x2f || bytes[at] === 0x27 || bytes[at]! > 0x7f) return true
  return false
}

/** An authority record in ISO 2709 and UTF-8, as it is stored and handed out. */
export const outgoingAuthority = (record: MarcRecord): Encoded => encodeRecord(withLeaderConstants(record))

/** 001: a record without a number was given one when it was loaded. */
export function withNumber(record: MarcRecord, id: string): MarcRecord {
  const found = record.fields.find((field) => field.tag === '001' && 'value' in field)
  if (found && 'value' in found && found.value.trim() !== '') return record
  return { ...record, fields: [{ tag: '001', value: id }, ...record.fields.filter(({ tag }) => tag !== '001')] }
}

/** Leader/10-11 and 20-23 are the same in every MARC 21 record, and other programs rely on it. */
function withLeaderConstants(record: MarcRecord): MarcRecord {
  const { leader } = record
  const right = `${leader.slice(0, 10)}22${leader.slice(12, 20)}4500`
  return leader === right ? record : { ...record, leader: right }
}

/** Leader/09 `a`. */
const utf8Flag = 0x61

/** Control characters that are no data; the three structure characters, line breaks and tabs are allowed. */
function hasControls(bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (byte < 0x1d && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return true
    else if (byte === 0x7f) return true
  return false
}
