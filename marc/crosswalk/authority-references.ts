import { mapOf } from '#kit/map-of.ts'
import type { DataField, MarcRecord, Subfield } from '../record.ts'
import { steps } from './crosswalk-steps.ts'
import { type NamedHeading, type ReferenceKind, referenceKinds } from './heading-document.ts'

/**
 * Subfields of a 1XX, 4XX or 5XX that make the heading: all but relators, relationships, links and control subfields.
 */
const headingCodes = mapOf<string>({
  '00': 'abcdfghjklmnopqrstvxyz',
  '10': 'abcdfghklmnoprstvxyz',
  '11': 'acdefghklnpqstvxyz',
  '30': 'adfghklmnoprstvxyz',
  '47': 'acdgvxyz',
  '48': 'avxyz',
  '50': 'abgvxyz',
  '51': 'agvxyz',
  '55': 'avxyz',
  '62': 'a',
})

/** The heading of a field, as the subjects of a bibliographic record are written (`Dogs -- Fiction`); '' for none. */
export function headingOf(field: DataField, tag = field.tag): string {
  const codes = headingCodes.get(tag.slice(1))
  if (codes === undefined) return ''
  const found: string[] = []
  steps.heading(tag.endsWith('30') ? withoutVolume(field) : field, codes, found)
  return found[0] ?? ''
}

/** Some programs make records from 830 with the volume in `$v` and the ISSN in `$x`: these are no subdivisions. */
const isOfVolume = ({ code, value }: Subfield) =>
  (code === 'v' && /\d/.test(value)) || (code === 'x' && /^\s*\d{4}-?\d{3}[\dXx]/.test(value))
export const hasVolume = ({ subfields }: DataField): boolean => subfields.some(isOfVolume)
const withoutVolume = (field: DataField): DataField =>
  hasVolume(field) ? { ...field, subfields: field.subfields.filter((each) => !isOfVolume(each)) } : field

/** 4XX, and the forms of 1XX and 4XX in other scripts (880). */
export function variantsOf(record: MarcRecord, heading: string): string[] {
  const found = new Set<string>()
  for (const field of record.fields) {
    if ('value' in field) continue
    const tag = field.tag === '880' ? linkedTag(field) : field.tag
    if (tag[0] === '4' || (field.tag === '880' && tag[0] === '1')) found.add(headingOf(field, tag))
  }
  found.delete('')
  found.delete(heading)
  return [...found]
}

/** `$6 100-01/$1`: the tag of the field in Latin script. */
const linkedTag = (field: DataField): string => subfield(field, '6').slice(0, 3)

/** 5XX by the relationship in `$w`; without it they are related. */
export function referencesOf(record: MarcRecord): Record<ReferenceKind, NamedHeading[]> {
  const found = Object.fromEntries(referenceKinds.map((kind) => [kind, [] as NamedHeading[]])) as Record<
    ReferenceKind,
    NamedHeading[]
  >
  for (const field of record.fields) {
    if (field.tag[0] !== '5' || 'value' in field) continue
    const heading = headingOf(field)
    if (heading === '') continue
    const kind = relationship(field)
    if (!found[kind].some((other) => other.heading === heading)) found[kind].push({ heading, number: linkOf(field) })
  }
  return found
}

/** `$w`/0: the relationship; `i` and `r` leave it to the words of `$i`. */
function relationship(field: DataField): ReferenceKind {
  switch (subfield(field, 'w')[0]) {
    case 'a':
      return 'earlier'
    case 'b':
      return 'later'
    case 'g':
    case 't':
      return 'broader'
    case 'h':
      return 'narrower'
    case 'i':
    case 'r':
      return byWords(subfield(field, 'i').toLowerCase())
    default:
      return 'related'
  }
}

/** Designators of RDA and their older equivalents. */
function byWords(designator: string): ReferenceKind {
  if (/predecessor|earlier|formerly|continuation of/.test(designator)) return 'earlier'
  if (/successor|later|continued by/.test(designator)) return 'later'
  if (/broader|hierarchical superior|parent/.test(designator)) return 'broader'
  if (/narrower|hierarchical subordinate/.test(designator)) return 'narrower'
  return 'related'
}

/** `(DLC)sh 85038796`, or an address that ends in the number. */
function linkOf(field: DataField): string {
  const link = subfield(field, '0').trim()
  const number = /^https?:/i.test(link) ? (link.split(/[/#]/).at(-1) ?? '') : link.replace(/^\([^)]*\)/, '')
  return withoutBlanks(number)
}

export const withoutBlanks = (number: string): string => number.replace(/\s+/g, '')

const subfield = (field: DataField, wanted: string): string =>
  field.subfields.find(({ code }) => code === wanted)?.value ?? ''
