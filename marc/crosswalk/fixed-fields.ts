import { mapOf } from '#kit/map-of.ts'
import type { MarcRecord } from '../record.ts'
import { countryName } from './countries.ts'

/** The fixed positions of leader, 007 and 008. Positions 008/18-34 differ by material. */
export type FixedFields = {
  /** Leader/06: type of record. */
  kind: string
  /** Leader/07: bibliographic level. */
  level: string
  isSerial: boolean
  material: Material
  /** 008 in 40 characters, '' if it is missing or too short to be trusted. */
  general: string
  /** 008/23, maps and visual materials 008/29. */
  form: string
  /** The 007s. */
  carriers: string[]
}

export type Material = 'book' | 'serial' | 'music' | 'visual' | 'computer' | 'map' | 'mixed'

export function readFixedFields(record: MarcRecord): FixedFields {
  const kind = record.leader.charAt(6)
  const level = record.leader.charAt(7)
  const isSerial = level === 'b' || level === 'i' || level === 's'
  let general = ''
  const carriers: string[] = []
  for (const field of record.fields) {
    if (!('value' in field)) continue
    if (field.tag === '008' && general === '' && field.value.length >= 38) general = field.value
    else if (field.tag === '007') carriers.push(field.value)
  }
  const material = materialOf(kind, isSerial)
  const form = general.charAt(material === 'map' || material === 'visual' ? 29 : 23)
  return { kind, level, isSerial, material, general, form, carriers }
}

function materialOf(kind: string, isSerial: boolean): Material {
  if (kind === 'a') return isSerial ? 'serial' : 'book'
  if (kind === 't') return 'book'
  if (kind === 'c' || kind === 'd' || kind === 'i' || kind === 'j') return 'music'
  if (kind === 'e' || kind === 'f') return 'map'
  if (kind === 'm') return 'computer'
  if (kind === 'g' || kind === 'k' || kind === 'o' || kind === 'r') return 'visual'
  return kind === 'p' ? 'mixed' : isSerial ? 'serial' : 'book'
}

const audiences = mapOf<string>({
  a: 'Preschool',
  b: 'Primary',
  c: 'Pre-adolescent',
  d: 'Adolescent',
  e: 'Adult',
  f: 'Specialized',
  g: 'General',
  j: 'Juvenile',
})

/** 008/22: target audience, except in maps, serials and mixed materials, where the position means something else. */
export function audienceOf({ material, general }: FixedFields): string {
  if (material === 'map' || material === 'serial' || material === 'mixed') return ''
  return audiences.get(general.charAt(22)) ?? ''
}

/** 008/33: literary form of a book; of a sound recording 008/30-31 (`f`: fiction). */
export function isFictionByForm({ material, kind, general }: FixedFields): boolean {
  if (material === 'book') return '1dfhjm'.includes(general.charAt(33) || '0')
  return kind === 'i' && general.slice(30, 32).includes('f')
}

/** 008/07-10, for serials with 008/11-14: `2004`, `1998-2003`, `1998-` while it appears. */
export function datesOf({ isSerial, general }: FixedFields): string {
  const first = general.slice(7, 11)
  if (!/^\d[\du]{3}$/.test(first)) return ''
  if (!isSerial) return first
  const last = general.slice(11, 15)
  if (last === '9999') return `${first}-`
  return /^\d[\du]{3}$/.test(last) && last !== first ? `${first}-${last}` : first
}

/** A year given in full: `19uu` is not guessed. */
export function yearOf({ general }: FixedFields, dateIssued: string): number | null {
  const coded = general.slice(7, 11)
  const year = Number(/^\d{4}$/.test(coded) ? coded : /\d{4}/.exec(dateIssued)?.[0])
  return year >= 1000 && year <= 2199 ? year : null
}

export const placeOf = ({ general }: FixedFields): string => countryName(general.slice(15, 18))

/** 008/00-05 (`yymmdd`) as an ISO date. A future year means the century before. */
export function enteredOn({ general }: FixedFields, thisYear = new Date().getFullYear()): string {
  const found = /^(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(general)
  if (!found) return ''
  const year = 2000 + Number(found[1])
  return `${year > thisYear ? year - 100 : year}-${found[2]}-${found[3]}`
}
