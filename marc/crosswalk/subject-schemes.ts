import { mapOf } from '#kit/map-of.ts'

/** Names of the schemes by code (MARC subject heading and term source codes). */
const schemes = mapOf<string>({
  scisshl: 'SCIS subject headings',
  scot: 'Schools Online Thesaurus',
  scisgenre: 'SCIS genre headings',
  lcsh: 'Library of Congress subject headings',
  lcshac: 'Library of Congress children’s subject headings',
  fast: 'FAST',
  mesh: 'Medical subject headings',
  unescot: 'UNESCO Thesaurus',
  'unesco-thesaurus': 'UNESCO Thesaurus',
  reo: 'Ngā Upoko Tukutuku',
  nznb: 'New Zealand national bibliography',
  naf: 'Library of Congress name authorities',
  local: 'Local headings',
})

export const schemeName = (code: string): string => schemes.get(code) ?? (code ? code.toUpperCase() : 'Other headings')

/** Short names of the vocabularies, as librarians write them. */
const marks = mapOf<string>({
  scisshl: 'SCIS',
  scot: 'ScOT',
  scisgenre: 'SCIS genre',
  lcsh: 'LCSH',
  lcshac: 'LC children’s',
  mesh: 'MeSH',
  unescot: 'UNESCO',
  'unesco-thesaurus': 'UNESCO',
  reo: 'Ngā Upoko Tukutuku',
  naf: 'LC names',
  local: 'Local',
})

export const schemeMark = (code: string): string => marks.get(code) ?? (code ? code.toUpperCase() : 'Other')

/** A heading for display: MARC separates its subdivisions with two hyphens. */
export const headingText = (heading: string): string => heading.replaceAll(' -- ', ' — ')
