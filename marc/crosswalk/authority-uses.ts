import { mapOf } from '#kit/map-of.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { hasVolume } from './authority-references.ts'
import type { HeadingDocument } from './heading-document.ts'

/** 008/11: the system of subject headings; `z` and `n` leave it to 040 $f. */
export const subjectSystems = mapOf<string>({
  a: 'lcsh',
  b: 'lcshac',
  c: 'mesh',
  d: 'nal',
  k: 'cash',
  r: 'aat',
  s: 'sears',
  v: 'rvm',
})

const nameTags = ['100', '110', '111', '130']

type Authority = Pick<
  HeadingDocument,
  'kind' | 'isSubject' | 'isName' | 'isSeriesTitle' | 'topicAuthority' | 'nameAuthority'
>

/** The authority that a heading belongs to, and its kind. */
export function authorityOf(record: MarcRecord, established: DataField): Authority {
  const fixed = (controlValue(record, '008') ?? '').padEnd(40)
  const conventions = subfieldOf(record, '040', 'f')
  if (isSeries(record, established, fixed))
    return { ...none, kind: 'series', isSeriesTitle: true, nameAuthority: nameSource(record, conventions) }
  const kind = kindOf(established)
  if (isSubject(established, fixed, conventions))
    return { ...none, kind, isSubject: true, topicAuthority: conventions || (subjectSystems.get(fixed[11]!) ?? '') }
  return { ...none, kind, isName: true, nameAuthority: nameSource(record, conventions) }
}

const none = { isSubject: false, isName: false, isSeriesTitle: false, topicAuthority: '', nameAuthority: '' }

/** 008/12: type of series; 008/16: use as a series added entry; 64X: how a series is treated. */
function isSeries({ fields }: MarcRecord, established: DataField, fixed: string): boolean {
  const { tag, subfields } = established
  if (tag === '130') {
    if (hasVolume(established) || 'abc'.includes(fixed[12]!) || fixed[16] === 'a') return true
    return fields.some((field) => /^64[2-6]$/.test(field.tag))
  }
  return nameTags.includes(tag) && subfields.some(({ code }) => code === 't') && 'abc'.includes(fixed[12]!)
}

/** A name or place is a subject if it is made for subject use only (008/14, 008/15), or has subdivisions. */
function isSubject({ tag, subfields }: DataField, fixed: string, conventions: string): boolean {
  if (tag === '151') return fixed[15] !== 'b'
  if (!nameTags.includes(tag)) return true
  if (conventions !== '' || subfields.some(({ code }) => 'vxyz'.includes(code))) return true
  return fixed[14] === 'b' && fixed[15] === 'a'
}

const kinds = mapOf<HeadingDocument['kind']>({
  '100': 'person',
  '110': 'corporate body',
  '111': 'meeting',
  '130': 'title',
  '151': 'place',
  '155': 'genre',
  '162': 'genre',
})

function kindOf({ tag, subfields }: DataField): HeadingDocument['kind'] {
  if (/^1[01][01]$/.test(tag) && subfields.some(({ code }) => code === 't')) return 'title'
  return kinds.get(tag) ?? 'topic'
}

/** The Library of Congress name authority file, or a library's own file. */
function nameSource(record: MarcRecord, conventions: string): string {
  if (conventions !== '') return conventions
  const number = `${controlValue(record, '001') ?? ''} ${subfieldOf(record, '010', 'a')}`
  const fromCongress = (controlValue(record, '003') ?? '').trim() === 'DLC' || /(?:^|\s)n[bor]?\s*\d{8}/.test(number)
  return fromCongress ? 'naf' : 'local'
}

function controlValue({ fields }: MarcRecord, tag: string): string | undefined {
  for (const field of fields) if (field.tag === tag && 'value' in field) return field.value
  return undefined
}

/** The first such subfield, as a code: lower case, no blanks. */
function subfieldOf({ fields }: MarcRecord, tag: string, wanted: string): string {
  for (const field of fields)
    if (field.tag === tag && 'subfields' in field)
      for (const { code, value } of field.subfields) if (code === wanted) return value.trim().toLowerCase()
  return ''
}
