import { mapOf } from '#kit/map-of.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { webAddressesIn } from '../web-address.ts'
import { steps } from './crosswalk-steps.ts'
import type { BibliographicDocument } from './document.ts'

/** Second indicator of 6XX: the thesaurus; 7 means that $2 names it. */
const schemes = mapOf<string>({ 0: 'lcsh', 1: 'lcshac', 2: 'mesh', 3: 'nal', 5: 'cash', 6: 'rvm' })

/** Subfields of a heading, by its tag. */
export const headingCodes = mapOf<string>({
  600: 'abcdqtnpvxyz',
  610: 'abcdtnpvxyz',
  611: 'acdetnpvxyz',
  630: 'anpvxyz',
  650: 'axyzv',
  651: 'axyzv',
})

/** Subject headings in the record's order, each with its scheme. */
export function subjectsOf(record: MarcRecord): BibliographicDocument['subjectHeadings'] {
  const found: BibliographicDocument['subjectHeadings'] = []
  const headings: string[] = []
  for (const field of record.fields) {
    if (field.tag.charCodeAt(0) !== 0x36 || 'value' in field) continue
    const codes = headingCodes.get(field.tag)
    if (codes === undefined) continue
    steps.heading(field, codes, headings)
    const heading = headings.pop()
    if (heading === undefined) continue
    const scheme = schemeOf(field)
    if (!found.some((other) => other.heading === heading && other.scheme === scheme)) found.push({ heading, scheme })
  }
  return found
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
