import type { DataField } from '../record.ts'
import { levelKind, type steps } from './crosswalk-steps.ts'
import { isOfThis, isOfWork } from './makers.ts'

/** One row: the target member, the fields and subfields it comes from, and how it is cleaned. */
type Row = {
  to: string
  tags: string
  codes: string
  clean: keyof typeof steps
  only?: (field: DataField) => boolean
}

const publication = (field: DataField) => field.ind2 === '1'
const abridged = (field: DataField) => field.ind1 === '1'
const isLevel = (field: DataField) => levelKind(field) !== ''
const full = (field: DataField) => field.ind1 === '0' || field.ind1 === ' '

/**
 * From MARC 21 Format for Bibliographic Data to the search document. Rows with the same `to` add up in the record's
 * order.
 */
export const crosswalkTable = [
  { to: 'titlePrimary', tags: '245', codes: 'abnp', clean: 'title' },
  { to: 'titleProper', tags: '245', codes: 'a', clean: 'isbd' },
  { to: 'noteStmOfResponsibility', tags: '245', codes: 'c', clean: 'isbd' },
  { to: 'otherTitles', tags: '130 210 212 222 240 242 246 247 730 740', codes: 'abfnp', clean: 'isbd' },
  { to: 'otherTitles', tags: '700 710 711', codes: 'tnp', clean: 'titlePart' },
  { to: 'otherTitles', tags: '505', codes: 't', clean: 'each' },
  { to: 'otherTitles', tags: '773 780 785 787', codes: 't', clean: 'each' },
  { to: 'mainPersonal', tags: '100', codes: 'abcdq', clean: 'isbd' },
  { to: 'mainCorporate', tags: '110', codes: 'abcdgn', clean: 'name' },
  { to: 'mainCorporate', tags: '111', codes: 'acdegnq', clean: 'name' },
  { to: 'otherPersonal', tags: '700', codes: 'abcdq', clean: 'isbd', only: isOfThis },
  { to: 'otherCorporate', tags: '710', codes: 'abcdgn', clean: 'name', only: isOfThis },
  { to: 'otherCorporate', tags: '711', codes: 'acdegnq', clean: 'name', only: isOfThis },
  { to: 'otherAuthors', tags: '700', codes: 'abcdq', clean: 'isbd', only: isOfWork },
  { to: 'otherAuthors', tags: '710', codes: 'abcdgn', clean: 'name', only: isOfWork },
  { to: 'otherAuthors', tags: '711', codes: 'acdegnq', clean: 'name', only: isOfWork },
  { to: 'performers', tags: '511', codes: 'a', clean: 'text' },
  { to: 'otherAuthors', tags: '720', codes: 'a', clean: 'isbd' },
  { to: 'otherAuthors', tags: '800', codes: 'abcdq', clean: 'isbd' },
  { to: 'otherAuthors', tags: '810 811', codes: 'abcdn', clean: 'isbd' },
  { to: 'isbn', tags: '020', codes: 'a', clean: 'isbn' },
  { to: 'otherNumbers', tags: '020', codes: 'a', clean: 'wrongIsbn' },
  { to: 'otherNumbers', tags: '020', codes: 'z', clean: 'number' },
  { to: 'issn', tags: '022', codes: 'a', clean: 'issn' },
  { to: 'otherNumbers', tags: '022', codes: 'lyz', clean: 'number' },
  { to: 'otherNumbers', tags: '010', codes: 'a', clean: 'text' },
  { to: 'otherNumbers', tags: '015 027 088', codes: 'az', clean: 'each' },
  { to: 'otherNumbers', tags: '024', codes: 'z', clean: 'each' },
  { to: 'otherIdentifier', tags: '024 028 035', codes: 'a', clean: 'each' },
  { to: 'published', tags: '264', codes: 'c', clean: 'date', only: publication },
  { to: 'publishedFormerly', tags: '260', codes: 'c', clean: 'date' },
  { to: 'publisher', tags: '264', codes: 'b', clean: 'isbd', only: publication },
  { to: 'publisherFormerly', tags: '260', codes: 'b', clean: 'isbd' },
  { to: 'place', tags: '264', codes: 'a', clean: 'place', only: publication },
  { to: 'placeFormerly', tags: '260', codes: 'a', clean: 'place' },
  { to: 'edition', tags: '250', codes: 'ab', clean: 'text' },
  { to: 'series', tags: '490', codes: 'av', clean: 'isbd' },
  { to: 'series', tags: '440', codes: 'anpv', clean: 'isbd' },
  { to: 'seriesTraced', tags: '800 810 811', codes: 'fklmnoprstv', clean: 'titlePart' },
  { to: 'seriesTraced', tags: '830', codes: 'anpv', clean: 'isbd' },
  { to: 'genre', tags: '655', codes: 'a', clean: 'each' },
  { to: 'audience', tags: '521', codes: 'a', clean: 'isbd', only: (field) => !isLevel(field) },
  { to: 'readingLevel', tags: '521', codes: 'a', clean: 'readingLevel', only: isLevel },
  { to: 'readingLevel', tags: '526', codes: 'acd', clean: 'programLevel' },
  { to: 'learningArea', tags: '658', codes: 'abc', clean: 'each' },
  { to: 'languages', tags: '041', codes: 'ad', clean: 'languages' },
  { to: 'deweyFull', tags: '082 083', codes: 'a', clean: 'dewey', only: full },
  { to: 'deweyAbridged', tags: '082 083', codes: 'a', clean: 'dewey', only: abridged },
  { to: 'callNumbers', tags: '082', codes: 'a', clean: 'each' },
  { to: 'callNumbers', tags: '050 090 092 099', codes: 'a', clean: 'each' },
  { to: 'callNumbers', tags: '852', codes: 'kh', clean: 'text' },
  { to: 'physical', tags: '300', codes: 'abcef', clean: 'text' },
  { to: 'description', tags: '520', codes: 'abc', clean: 'text' },
  { to: 'contents', tags: '505', codes: 'agrtu', clean: 'text' },
  { to: 'variantTitles', tags: '212 246 247 740', codes: 'abnp', clean: 'isbd' },
  { to: 'notesShown', tags: '500 501 504 508 515 545 550 580 586', codes: 'a', clean: 'text' },
  { to: 'notesShown', tags: '502 518 530 538 546', codes: 'abcdgiopu', clean: 'text' },
  { to: 'notes', tags: '500 501 508 511 515 545 550 580 586', codes: 'a', clean: 'text' },
  { to: 'notes', tags: '502 518 530 538 546', codes: 'abcdgiop', clean: 'text' },
  {
    to: 'localNotes',
    tags: '590 591 592 593 594 595 596 597 598 599',
    codes: 'abcdefghijklmnopqrstuvwxyz',
    clean: 'text',
  },
  { to: 'image', tags: '956', codes: 'f', clean: 'text' },
  { to: 'carrier', tags: '245', codes: 'h', clean: 'text' },
  { to: 'contentType', tags: '336', codes: 'ab', clean: 'each' },
  { to: 'carrier', tags: '250 300 336 337 338 347 538 655', codes: 'ab', clean: 'text' },
] as const satisfies Row[]

export type CrosswalkRow = Row
export type Gathered = (typeof crosswalkTable)[number]['to']

/** Fields in another script (880) are searched with the field they belong to ($6). */
export const linkedTo = (tag: string): 'otherTitles' | 'otherAuthors' | 'seriesSearched' | 'localNotes' | 'notes' => {
  if (tag.startsWith('59')) return 'localNotes'
  if (/^(?:130|21|22|24|73|74)/.test(tag)) return 'otherTitles'
  if (/^(?:1|70|71|72)/.test(tag)) return 'otherAuthors'
  return /^(?:4|8[0-3])/.test(tag) ? 'seriesSearched' : 'notes'
}
