import type { DataField, MarcField, MarcRecord } from '../record.ts'
import { hasText, isData, withField, withFields, withoutFields } from './outgoing-fields.ts'
import type { Preferences } from './preferences.ts'

const kindOf = ({ ind1 }: DataField) =>
  ind1 === '1' ? 'ABRIDGED_DDC' : ind1 === '0' || ind1 === ' ' ? 'FULL_DDC' : 'other'

/** `A823.3` too: a library's own letter shelves its country's literature before the others. */
const isNumber = (value: string) => /^\s*(?:\d|[A-Z]{1,2}\d{3})/.test(value)
const hasNumber = (field: DataField) => field.subfields.some(({ code, value }) => code === 'a' && isNumber(value))

/**
 * 082 and 083, each for itself: if the wanted kind of number is there, the other kind is removed. A missing abridged
 * number is cut out of the full one at its first prime mark, which ends the abridged number; a full number without
 * marks stays. Words (`[Fic]`, `E`) and numbers of other editions stay. Marks are removed, since a spine never shows
 * them.
 */
export function preferDewey(record: MarcRecord, { deweyPref }: Pick<Preferences, 'deweyPref'>): MarcRecord {
  let found = record
  for (const tag of ['082', '083']) {
    const fields = (of: MarcRecord) => of.fields.filter((field) => field.tag === tag).filter(isData)
    const has = (of: MarcRecord) => fields(of).some((field) => kindOf(field) === deweyPref && hasNumber(field))
    if (deweyPref === 'ABRIDGED_DDC' && !has(found)) found = withFields(found, changes(fields(found), shortened))
    const gone = fields(found).filter((field) => {
      const kind = kindOf(field)
      return kind !== 'other' && kind !== deweyPref && hasNumber(field)
    })
    if (has(found)) found = withoutFields(found, new Set(gone))
    found = withFields(found, changes(fields(found), withoutMarks))
  }
  return found
}

function changes(fields: DataField[], change: (field: DataField) => DataField): Map<MarcField, MarcField> {
  const changed = new Map<MarcField, MarcField>()
  for (const field of fields) {
    const now = change(field)
    if (now !== field) changed.set(field, now)
  }
  return changed
}

/** Prime marks: `/`, in older records `'`. */
const mark = /[/'\u2019]/
const marks = /[/'\u2019]/g
const hasMark = ({ code, value }: { code: string; value: string }) =>
  code === 'a' && isNumber(value) && mark.test(value)

function withoutMarks(field: DataField): DataField {
  if (!field.subfields.some(hasMark)) return field
  return {
    ...field,
    subfields: field.subfields.map((each) =>
      hasMark(each) ? { ...each, value: each.value.replace(marks, '') } : each,
    ),
  }
}

function shortened(field: DataField): DataField {
  if (kindOf(field) !== 'FULL_DDC' || !field.subfields.some(hasMark)) return field
  return {
    ...field,
    ind1: '1',
    subfields: field.subfields.flatMap((each) => {
      if (each.code === '2') return abridgedEdition(each.value).map((value) => ({ code: '2', value }))
      return hasMark(each)
        ? [{ ...each, value: each.value.replace(/[/'\u2019].*/s, '').replace(/\.\s*$/, '') }]
        : [each]
    }),
  }
}

/** The abridged edition made from a full one: 19 → 11 … 23 → 15. Nothing for other editions. */
function abridgedEdition(edition: string): string[] {
  const full = Number(/^\s*(\d\d)/.exec(edition)?.[1])
  return full >= 19 && full <= 23 ? [String(full - 8)] : []
}

/** 852: the call number of 082, where a library system looks for it in the holdings. Added only if there is none. */
export function addHolding(
  record: MarcRecord,
  { deweyHoldingPref }: Pick<Preferences, 'deweyHoldingPref'>,
): MarcRecord {
  if (deweyHoldingPref !== 'HOLDINGS_852') return record
  const call = callNumberOf(record)
  if (!call) return record
  const isThere = record.fields.some(
    (field) =>
      field.tag === '852' &&
      isData(field) &&
      field.subfields.some(({ code, value }) => code === 'h' && value.trim() === call.number),
  )
  if (isThere) return record
  const ind1 = isNumber(call.number) ? dewey : otherScheme
  const item = call.item === '' ? [] : [{ code: 'i', value: call.item }]
  return withField(record, { tag: '852', ind1, ind2: ' ', subfields: [{ code: 'h', value: call.number }, ...item] })
}
/** Shelving scheme (852 first indicator). */
const dewey = '1'
const otherScheme = '8'

/** 082 as a call number: a number is preferred to a word (`[Fic]`). */
export function callNumberOf(record: MarcRecord): { number: string; item: string } | undefined {
  const fields = record.fields.filter(({ tag }) => tag === '082').filter(isData)
  const field = fields.find(hasNumber) ?? fields.find((each) => hasText(each, 'a'))
  if (!field) return undefined
  const values = field.subfields
    .filter(({ code, value }) => code === 'a' && value.trim() !== '')
    .map(({ value }) => value)
  const number = (values.find(isNumber) ?? values[0]!).trim()
  return { number, item: field.subfields.find(({ code }) => code === 'b')?.value.trim() ?? '' }
}
