/** Names of the schemes by code (MARC subject heading and term source codes). */
const schemes: Record<string, string> = {
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
}

export const schemeName = (code: string): string =>
  Object.hasOwn(schemes, code) ? schemes[code]! : code ? code.toUpperCase() : 'Other headings'

/** A heading for display: MARC separates its subdivisions with two hyphens. */
export const headingText = (heading: string): string => heading.replaceAll(' -- ', ' — ')
