import type { DataField, MarcField, MarcRecord } from '../record.ts'
import { subjectSystems } from './authority-uses.ts'
import { type HeadingDocument, type HeadingKind, type ReferenceKind, referenceKinds } from './heading-document.ts'
import { titleSortKey } from './sort-key.ts'

/** When a record was entered on file (008/00-05) and last changed (005). */
export type Stamps = { enteredAt: Date; changedAt: Date }
/** 003 and 040: the agency of the record. */
type Made = Stamps & { agency: string }

const endings: Record<HeadingKind, string> = {
  topic: '50',
  place: '51',
  genre: '55',
  person: '00',
  'corporate body': '10',
  meeting: '11',
  title: '30',
  series: '30',
}

/** $w/0. */
const relationships: Record<ReferenceKind, string> = {
  broader: 'g',
  narrower: 'h',
  related: '',
  earlier: 'a',
  later: 'b',
}

/**
 * A MARC 21 authority record for a heading without one, as from SKOS. Read back, it gives the same heading and
 * references; forms in other languages are left out.
 */
export function toAuthorityRecord(document: HeadingDocument, made: Made): MarcRecord {
  const { recordId, heading, kind, variants, note } = document
  const ending = endings[kind]
  const scheme = document.isSubject ? document.topicAuthority : ''
  const system = systemOf(scheme)
  const named = referenceKinds.flatMap((name) => document[name].map((target) => ({ ...target, name })))
  const fields: MarcField[] = [
    { tag: '001', value: recordId },
    { tag: '003', value: document.nameAuthority === 'naf' ? 'DLC' : made.agency },
    { tag: '005', value: stampOf(made.changedAt) },
    { tag: '008', value: fixedOf(document, system ?? 'z', made.enteredAt, named.length + variants.length > 0) },
    data(
      '040',
      '  ',
      ['a', made.agency],
      ['b', 'eng'],
      ['c', made.agency],
      ...(scheme !== '' && system === undefined ? [['f', scheme] as const] : []),
    ),
    headingField(`1${ending}`, document, heading),
    ...variants.map((variant) => headingField(`4${ending}`, document, variant)),
    ...named.map(({ heading: target, number, name }) => {
      const field = headingField(`5${ending}`, document, target)
      const control = relationships[name] === '' ? [] : [{ code: 'w', value: relationships[name] }]
      const link = number === '' ? [] : [{ code: '0', value: `(${made.agency})${number}` }]
      return { ...field, subfields: [...control, ...field.subfields, ...link] }
    }),
    ...(note === '' ? [] : note.split('\n').map((line) => data('680', '  ', ['i', line]))),
  ]
  return { leader: '00000nz  a2200000n  4500', fields }
}

/** Marks the record as deleted (leader/05). */
export function asDeleted({ leader, fields }: MarcRecord, at: Date): MarcRecord {
  const stamp = { tag: '005', value: stampOf(at) }
  const others = fields.filter(({ tag }) => tag !== '005')
  const place = others.findLastIndex(({ tag }) => tag < '005') + 1
  return { leader: `${leader.slice(0, 5)}d${leader.slice(6)}`, fields: others.toSpliced(place, 0, stamp) }
}

/** The dates of a record that `toAuthorityRecord` made. */
export function stampsOf({ fields }: MarcRecord): Stamps | undefined {
  const controlValue = (wanted: string) => {
    const found = fields.find(({ tag }) => tag === wanted)
    return found && 'value' in found ? found.value : ''
  }
  const changed = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.0$/.exec(controlValue('005'))
  const entered = /^(\d\d)(\d\d)(\d\d)/.exec(controlValue('008'))
  if (!changed || !entered) return undefined
  const [, year, month, day, hour, minute, second] = changed
  const changedAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const enteredAt = new Date(`20${entered[1]}-${entered[2]}-${entered[3]}T00:00:00Z`)
  return Number.isNaN(changedAt.getTime()) || Number.isNaN(enteredAt.getTime()) ? undefined : { changedAt, enteredAt }
}

/** `Dogs -- Training` has its subdivisions in `$x`. */
function headingField(tag: string, document: HeadingDocument, heading: string): DataField {
  const [main = '', ...parts] = heading.split(' -- ')
  const indicators = indicatorsOf(tag.slice(1), document, heading)
  return data(tag, indicators, ['a', main], ...parts.map((part) => ['x', part] as const))
}

function indicatorsOf(ending: string, { heading: established, headingSort }: HeadingDocument, heading: string): string {
  if (ending === '00') return heading.includes(', ') ? '1 ' : '0 '
  if (ending === '10' || ending === '11') return '2 '
  if (ending !== '30') return '  '
  const skipped = '0123456789'.split('').find((count) => titleSortKey(heading, count) === headingSort)
  return ` ${heading === established && skipped ? skipped : '0'}`
}

/** The code of 008/11; undefined if 040 $f has to name the scheme. */
const systemOf = (scheme: string): string | undefined =>
  scheme === '' ? 'n' : [...subjectSystems].find(([, system]) => system === scheme)?.[0]

/**
 * 008/09 established, 10 other rules, 11 the system of subject headings, 12-13 type and numbering of a series, 14-16
 * use as name, subject and series; 29 references, 31 update, 32 one person, 33 fully established, 39 another source.
 */
function fixedOf(document: HeadingDocument, system: string, enteredAt: Date, hasReferences: boolean): string {
  const uses = document.isSeriesTitle
    ? 'abaaa'
    : document.isName
      ? document.kind === 'place'
        ? 'nnabb'
        : 'nnaab'
      : 'nnbab'
  const day = stampOf(enteredAt).slice(2, 8)
  const person = document.kind === 'person' ? 'a' : 'n'
  return `${day}|n az${document.isSubject ? system : 'n'}${uses}${' '.repeat(11)}|${hasReferences ? 'a' : 'n'} a${person}a     d`
}

/** 005: `20261121093000.0`, in UTC. */
const stampOf = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}.0`

const data = (tag: string, indicators: string, ...parts: (readonly [string, string])[]): DataField => ({
  tag,
  ind1: indicators.charAt(0),
  ind2: indicators.charAt(1),
  subfields: parts.map(([code, value]) => ({ code, value })),
})
