import { mapOf } from '#kit/map-of.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { webAddressesIn } from '../web-address.ts'
import { steps } from './crosswalk-steps.ts'
import type { BibliographicDocument } from './document.ts'

/** Second indicator of 6XX: the thesaurus; 7 means that $2 names it. */
const schemes = mapOf<string>({ 0: 'lcsh', 1: 'lcshac', 2: 'mesh', 3: 'nal', 5: 'cash', 6: 'rvm' })

/** Subfields of a heading, by its tag. */
export const headingCodes = mapOf<string>({
  600: 'abcdfgklmnopqrstvxyz',
  610: 'abcdfgklmnoprstvxyz',
  611: 'acdefgklnpqstvxyz',
  630: 'adfgklmnoprstvxyz',
  647: 'acdgvxyz',
  650: 'abcdgvxyz',
  651: 'agvxyz',
})

/** Subject headings in the record's order, each with its scheme. */
export function subjectsOf(record: MarcRecord): BibliographicDocument['subjectHeadings'] {
  const found: BibliographicDocument['subjectHeadings'] = []
  const headings: string[] = []
  for (const field of record.fields) {
    if (field.tag.charCodeAt(0) !== 0x36 || 'value' in field) continue
    const subject = subjectOf(field, headings)
    if (subject && !found.some((other) => isSameSubject(other, subject))) found.push(subject)
  }
  return found
}

type Subject = BibliographicDocument['subjectHeadings'][number]
const isSameSubject = (one: Subject, other: Subject) => one.heading === other.heading && one.scheme === other.scheme

/** `headings`: an empty list, which stays empty. */
function subjectOf(field: DataField, headings: string[] = []): Subject | undefined {
  const codes = headingCodes.get(field.tag)
  if (codes === undefined) return undefined
  steps.heading(field, codes, headings)
  const heading = headings.pop()
  return heading === undefined ? undefined : { heading, scheme: schemeOf(field) }
}

/** The field of a heading with the subfields that make it; undefined if the record has none. */
export function fieldOfSubject(record: MarcRecord, wanted: Subject): DataField | undefined {
  for (const field of record.fields) {
    const subject = 'value' in field ? undefined : subjectOf(field)
    if (!subject || 'value' in field || !isSameSubject(subject, wanted)) continue
    const codes = headingCodes.get(field.tag)!
    return { ...field, subfields: field.subfields.filter(({ code }) => codes.includes(code)) }
  }
  return undefined
}

/** `scisshl`, `scot`, `lcsh`, …; '' if the field names none. */
export function schemeOf(field: DataField): string {
  if (field.ind2 !== '7') return schemes.get(field.ind2) ?? ''
  return (field.subfields.find(({ code }) => code === '2')?.value ?? '').trim().replace(/\.$/, '').toLowerCase()
}

/** 856: only addresses that a browser may open become links. */
export function linksOf(record: MarcRecord): BibliographicDocument['url'] {
  const links: BibliographicDocument['url'] = []
  for (const field of record.fields) {
    if (field.tag !== '856' || 'value' in field) continue
    for (const { href, label } of webAddressesIn(field)) if (href !== '') links.push({ href, label })
  }
  return links
}
