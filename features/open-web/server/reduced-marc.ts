import { openRecordPath } from '#features/catalogue/rules.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { ItemType } from '#marc/crosswalk/item-types.ts'
import type { DataField, MarcField, MarcRecord } from '#marc/record.ts'
import { coverPath, hasPicture, titleOf, yearOf } from '../rules.ts'

/** Leader/06 of each material; `online`: by its carrier; `at`: positions of 008 that tell it apart. */
type Coding = { kind: string; online?: true; at?: Record<number, string> }
const codings: Record<ItemType, Coding> = {
  Book: { kind: 'a' },
  'Large print book': { kind: 'a', at: { 23: 'd' } },
  'Braille book': { kind: 'a', at: { 23: 'f' } },
  'Graphic novel': { kind: 'a', at: { 24: '6' } },
  'E-book': { kind: 'a', online: true, at: { 23: 'o' } },
  Serial: { kind: 'a' },
  Newspaper: { kind: 'a', at: { 21: 'n' } },
  'Online serial': { kind: 'a', online: true, at: { 23: 'o' } },
  'Online resource': { kind: 'm', online: true, at: { 23: 'o' } },
  'Computer file': { kind: 'm' },
  DVD: { kind: 'g', at: { 33: 'v' } },
  'Blu-ray': { kind: 'g', at: { 33: 'v' } },
  Videocassette: { kind: 'g', at: { 33: 'v' } },
  Film: { kind: 'g', at: { 33: 'm' } },
  'Online video': { kind: 'g', online: true, at: { 29: 'o', 33: 'v' } },
  Audiobook: { kind: 'i' },
  'E-audiobook': { kind: 'i', online: true, at: { 23: 'o' } },
  'Music recording': { kind: 'j' },
  'Sound recording': { kind: 'i', at: { 30: 'l' } },
  Map: { kind: 'e' },
  'Music score': { kind: 'c' },
  Picture: { kind: 'k' },
  Kit: { kind: 'o' },
  Game: { kind: 'r', at: { 33: 'g' } },
  Object: { kind: 'r' },
  Manuscript: { kind: 't' },
}

/**
 * The reduced record as MARC 21 (leader/17 `3`: abbreviated level), for strangers: number, names, title, responsibility,
 * year, type, subjects, and links to its page and its cover.
 */
export function reducedMarc(document: BibliographicDocument, publicUrl: string): MarcRecord {
  const { id, title, scisType, issuance, subjectHeadings } = document
  const { kind, online } = codings[scisType]
  const level = issuance === 'serial' ? 's' : 'm'
  const year = yearOf(document)
  const fields: (MarcField | false)[] = [
    { tag: '001', value: id },
    { tag: '008', value: fixedField(document) },
    ...mainEntry(document),
    field('245', mainEntry(document).length > 0 ? '1' : '0', '0', [
      ['a', titleOf(document)],
      ['c', title.noteStmOfResponsibility],
    ]),
    year !== '' && field('264', ' ', '1', [['c', year]]),
    !!online &&
      field('338', ' ', ' ', [
        ['a', 'online resource'],
        ['2', 'rdacarrier'],
      ]),
    ...subjectHeadings.map(({ heading, scheme }) => {
      const [main = '', ...subdivisions] = heading.split(' -- ')
      const parts: [string, string][] = [['a', main], ...subdivisions.map((each): [string, string] => ['x', each])]
      return scheme === '' ? field('650', ' ', '4', parts) : field('650', ' ', '7', [...parts, ['2', scheme]])
    }),
    field('655', ' ', '4', [['a', scisType]]),
    ...addedEntries(document),
    field('856', '4', '2', [
      ['3', 'Page of the record'],
      ['u', publicUrl + openRecordPath(id)],
    ]),
    // A designed cover pictures nothing of the work.
    hasPicture(document) &&
      field('856', '4', '2', [
        ['3', 'Cover'],
        ['u', publicUrl + coverPath(document, 512)],
      ]),
  ]
  return { leader: `00000n${kind}${level} a22000003u 4500`, fields: fields.filter((each) => each !== false) }
}

const field = (tag: string, ind1: string, ind2: string, parts: [code: string, value: string][]): DataField => ({
  tag,
  ind1,
  ind2,
  subfields: parts.filter(([, value]) => value !== '').map(([code, value]) => ({ code, value })),
})

/** `||||||s2004    |||…`: fill characters where the reduced record says nothing. */
function fixedField(document: BibliographicDocument): string {
  const { scisType, issuance } = document
  const [first, dash, last] = /^(\d[\du]{3})(-?)(\d[\du]{3})?$/.exec(yearOf(document))?.slice(1) ?? []
  const isSerial = issuance === 'serial'
  const type = first === undefined ? 'n' : isSerial ? (last === undefined ? 'c' : 'd') : 's'
  const until = last ?? (isSerial && dash ? '9999' : '    ')
  const positions = [...`||||||${type}${first ?? 'uuuu'}${until}`.padEnd(38, '|'), ' ', '|']
  for (const [at, code] of Object.entries(codings[scisType].at ?? {})) positions[Number(at)] = code
  return positions.join('')
}

const isPerson = (name: string) => name.includes(',')

/** `Twain, Mark, 1835-1910` has dates, which belong in $d. */
function nameParts(name: string): [code: string, value: string][] {
  const [, own, dates] =
    /^(.*\D), ((?:(?:approximately|active|born|died|ca\.|fl\.|b\.|d\.) )?\d{3,4}\b.*)$/.exec(name) ?? []
  return own && dates
    ? [
        ['a', `${own},`],
        ['d', dates],
      ]
    : [['a', name]]
}

function mainEntry({ mainAuthor }: BibliographicDocument): DataField[] {
  const { namePersonalPrimary: person, nameCorporatePrimary: body } = mainAuthor
  if (person) return [field('100', isPerson(person) ? '1' : '0', ' ', nameParts(person))]
  return body ? [field('110', '2', ' ', [['a', body]])] : []
}

/** An added name's kind is not in the document; a comma inverts a person's. */
function addedEntries({ mainAuthor, authors }: BibliographicDocument): DataField[] {
  const main = [mainAuthor.namePersonalPrimary || mainAuthor.nameCorporatePrimary]
  return authors
    .filter((name) => !main.includes(name))
    .map((name) => (isPerson(name) ? field('700', '1', ' ', nameParts(name)) : field('710', '2', ' ', [['a', name]])))
}
