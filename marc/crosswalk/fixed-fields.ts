import { hourMs } from '#kit/day.ts'
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

/** When a work was published: its year, its years as a list shows them, and the code of a year known in part. */
export type PublicationDates = {
  year: number | null
  /** `2004`, of a serial `1998-2003`, and `1998-` while it appears; '' if no year is known. */
  years: string
  /** `19uu`: 008/07-10 with unknown digits. Searched by, never shown. */
  partlyKnown: string
}

/** In the zone that is furthest ahead: a record made on New Year's Day is not a century old. */
const yearNow = () => new Date(Date.now() + 14 * hourMs).getUTCFullYear()

/** Records are made before the book, up to two years. */
export const isPossibleYear = (year: number, thisYear = yearNow()): boolean => year >= 1000 && year <= thisYear + 2

/**
 * 008/06-14 where a year can be right, else the printed date: `9999`, `0000` and years to come are not years of
 * publication, and unknown digits (`19uu`) are not guessed.
 */
export function publicationDates(
  { isSerial, general }: Pick<FixedFields, 'isSerial' | 'general'>,
  printed: string,
  thisYear = yearNow(),
): PublicationDates {
  const isYear = (year: number) => isPossibleYear(year, thisYear)
  const coded = (from: number) => {
    const digits = general.slice(from, from + 4)
    return /^\d{4}$/.test(digits) && isYear(Number(digits)) ? Number(digits) : null
  }
  const [first, second] = [coded(7), coded(11)]
  const all = yearsIn(printed).filter(isYear)
  // A reprint (`r`) is later than its original: the two may be in the wrong order.
  const isSwapped =
    general.charAt(6) === 'r' &&
    first !== null &&
    second !== null &&
    second > first &&
    (all.includes(second) || !all.includes(first))
  const year = (isSwapped ? second : first) ?? all[0] ?? null
  const isOpen = general.slice(11, 15) === '9999'
  const years =
    isSerial && first !== null && (isOpen || (second !== null && second > first))
      ? `${first}-${isOpen ? '' : second}`
      : String(year ?? '')
  const code = general.slice(7, 11)
  return { year, years, partlyKnown: /^\d[\du]{3}$/.test(code) && code.includes('u') ? code : '' }
}

/** The years of a printed date, the year of our calendar first: `5765 [2004 or 2005]`, `1999 [i.e. 2000]`. */
function yearsIn(printed: string): number[] {
  if (/^\d{4}\.?$/.test(printed)) return [Number.parseInt(printed, 10)]
  const years = (text: string) => [...text.matchAll(/(?<!\d)\d{4}(?![\ds])/g)].map(([year]) => Number(year))
  const [, corrected = ''] = /\d{4}\s*(?:\[(?:i\.\s?e\.,?\s*)?|\(i\.\s?e\.,?\s*)(\d{4}[^\])]*)/i.exec(printed) ?? []
  return [...years(corrected), ...years(printed)]
}

/** A printed date without MARC's code of unknown digits, which some cataloguers typed: `19uu` is `19--`. */
export const withoutCodes = (date: string): string =>
  date.replace(/[\p{L}\d]+/gu, (word) => {
    if (word === 'uuuu') return ''
    return /^[cp]?(?=u*\d)[\du]{3,}$/.test(word) ? word.replaceAll('u', '-') : word
  })

export const placeOf = ({ general }: FixedFields): string => countryName(general.slice(15, 18))

/** 008/00-05 (`yymmdd`) as an ISO date. A future year means the century before. */
export function enteredOn({ general }: FixedFields, thisYear = yearNow()): string {
  const found = /^(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(general)
  if (!found) return ''
  const year = 2000 + Number(found[1])
  return `${year > thisYear ? year - 100 : year}-${found[2]}-${found[3]}`
}
