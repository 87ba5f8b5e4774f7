import { isbn10Of, isbn13Of, isIsbn10, isIsbn13 } from '../isbn.ts'
import type { DataField, MarcField, MarcRecord, Subfield } from '../record.ts'
import { isData, withFields, withoutFields } from './outgoing-fields.ts'
import type { Preferences } from './preferences.ts'

/**
 * 020 $a in the wanted form. The qualifier after the number (`(pbk.)`) and $c, $q, $z stay; a number of 979 has no
 * other form and stays, and so does text that is no ISBN. A number that then occurs twice is written once, in the
 * qualified field.
 */
export function shapeIsbns(record: MarcRecord, { isbnFormat }: Pick<Preferences, 'isbnFormat'>): MarcRecord {
  if (isbnFormat === 'ISBN') return record
  const convert =
    isbnFormat === 'ISBN_10' ? isbn10Of : (number: string) => (number.length === 10 ? isbn13Of(number) : '')
  const found: { field: DataField; subfields: Subfield[] }[] = []
  for (const field of record.fields)
    if (field.tag === '020' && isData(field))
      found.push({ field, subfields: field.subfields.map((subfield) => reshaped(subfield, convert)) })
  const homes = homesOf(found.map(({ subfields }) => subfields))
  const changed = new Map<MarcField, MarcField>()
  const gone = new Set<MarcField>()
  found.forEach(({ field, subfields }, at) => {
    const kept = withoutRepeats(subfields, (number) => homes.get(number) === at)
    if (!kept) gone.add(field)
    else if (kept.length !== field.subfields.length || kept.some((each, i) => each !== field.subfields[i]))
      changed.set(field, { ...field, subfields: kept })
  })
  return withFields(withoutFields(record, gone), changed)
}

function reshaped(subfield: Subfield, convert: (number: string) => string): Subfield {
  if (subfield.code !== 'a') return subfield
  const { number, rest } = parted(subfield.value)
  const converted = convert(number)
  return converted === '' ? subfield : { code: 'a', value: converted + rest }
}

/** A number with a valid check digit at the start, with or without hyphens, and the text after it. */
function parted(value: string): { number: string; rest: string } {
  const found = /^[^\dA-Za-z]*(\d[\d\s\u2010-\u2015-]*[\dXx])(?![A-Za-z\d])(.*)/s.exec(value)
  if (!found) return none
  const number = found[1]!.replace(/[^\dXx]/g, '').toUpperCase()
  return isIsbn10(number) || isIsbn13(number) ? { number, rest: found[2]! } : none
}
const none = { number: '', rest: '' }

const isQualified = (subfields: Subfield[], rest: string) =>
  rest.trim() !== '' || subfields.some(({ code }) => code === 'q' || code === 'c')

/** The field that keeps each number: the first one with more than the number, else the first. */
function homesOf(fields: Subfield[][]): Map<string, number> {
  const homes = new Map<string, number>()
  const qualified = new Set<string>()
  fields.forEach((subfields, at) => {
    for (const { code, value } of subfields) {
      if (code !== 'a') continue
      const { number, rest } = parted(value)
      if (qualified.has(number)) continue
      if (isQualified(subfields, rest)) qualified.add(number)
      else if (homes.has(number)) continue
      homes.set(number, at)
    }
  })
  return homes
}

/** Undefined if only qualifiers of a number kept elsewhere would be left. */
function withoutRepeats(subfields: Subfield[], isHome: (number: string) => boolean): Subfield[] | undefined {
  const seen = new Set<string>()
  const kept = subfields.filter(({ code, value }) => {
    const number = code === 'a' ? parted(value).number : ''
    if (number === '') return true
    if (!isHome(number) || seen.has(number)) return false
    seen.add(number)
    return true
  })
  if (kept.length === subfields.length || kept.some(({ code }) => code === 'a')) return kept
  const cancelled = kept.filter(({ code }) => code === 'z' || code === '6' || code === '8')
  return cancelled.some(({ code }) => code === 'z') ? cancelled : undefined
}
