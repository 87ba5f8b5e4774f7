import { openRecordPath } from '#features/catalogue/rules.ts'
import { fieldOfSubject } from '#marc/crosswalk/crosswalk-headings.ts'
import type { BibliographicDocument, Maker } from '#marc/crosswalk/document.ts'
import type { ItemType } from '#marc/crosswalk/item-types.ts'
import { makersIn } from '#marc/crosswalk/makers.ts'
import type { DataField, MarcField, MarcRecord } from '#marc/record.ts'
import { coverPath, hasPicture, titleOf, yearOf } from '../rules.ts'

/** Leader/06 of each material; `online`: by its carrier; `at`: positions of 008 that distinguish it. */
type Coding = { kind: string; online?: true; at?: Record<number, string> }
const codings: Record<ItemType, Coding> = {
  Book: { kind: 'a' },
  'Large print book': { kind: 'a', at: { 23: 'd' } },
  'Braille book': { kind: 'a', at: { 23: 'f' } },
  'Graphic novel': { kind: 'a', at: { 24: '6' } },
  'E-book': { kind: 'a', online: true, at: { 23: 'o' } },
  Serial: { kind: 'a' },
  Newspaper: { kind: 'a', at: { 21: 'n' } },
  Article: { kind: 'a' },
  'Online serial': { kind: 'a', online: true, at: { 23: 'o' } },
  'Online resource': { kind: 'm', online: true, at: { 23: 'o' } },
  'Computer file': { kind: 'm' },
  'Data set': { kind: 'm', at: { 26: 'a' } },
  Font: { kind: 'm', at: { 26: 'f' } },
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
 * year, type, subjects, and links to its page and its cover. `whole`: the record itself, which says of what kind each
 * subject and subdivision is.
 */
export function reducedMarc(document: BibliographicDocument, publicUrl: string, whole?: MarcRecord): MarcRecord {
  const { id, title, scisType, issuance, subjectHeadings } = document
  const { kind, online } = codings[scisType]
  const level = scisType === 'Article' ? 'b' : issuance === 'serial' ? 's' : 'm'
  const year = yearOf(document)
  const makers = makersIn(document)
  const main = makers.filter(({ isMain }) => isMain)
  const fields: (MarcField | false)[] = [
    { tag: '001', value: id },
    { tag: '008', value: fixedField(document) },
    ...main.map(entry),
    field('245', main.length > 0 ? '1' : '0', '0', [
      ['a', titleOf(document)],
      ['c', title.noteStmOfResponsibility],
    ]),
    year !== '' && field('264', ' ', '1', [['c', year]]),
    !!online &&
      field('338', ' ', ' ', [
        ['a', 'online resource'],
        ['2', 'rdacarrier'],
      ]),
    ...subjectHeadings.map((subject) => subjectField(subject, whole && fieldOfSubject(whole, subject))),
    field('655', ' ', '4', [['a', scisType]]),
    ...makers.filter(({ isMain }) => !isMain).map(entry),
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

function subjectField(
  { heading, scheme }: BibliographicDocument['subjectHeadings'][number],
  found: DataField | undefined,
): DataField {
  const [main = '', ...subdivisions] = heading.split(' -- ')
  const parts: [string, string][] = found
    ? found.subfields.map(({ code, value }) => [code, value])
    : [['a', main], ...subdivisions.map((each): [string, string] => ['x', each])]
  const { tag, ind1 } = found ?? { tag: '650', ind1: ' ' }
  return scheme === '' ? field(tag, ind1, '4', parts) : field(tag, ind1, '7', [...parts, ['2', scheme]])
}

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

/** The last two digits of the tag and the first indicator of each kind of name. */
const kinds: Record<Maker['kind'], [tag: string, ind1: string]> = {
  person: ['00', '1'],
  forename: ['00', '0'],
  family: ['00', '3'],
  body: ['10', '2'],
  meeting: ['11', '2'],
}

function entry(maker: Maker): DataField {
  const [tag, ind1] = kinds[maker.kind]
  const roles = maker.roles.map((role): [string, string] => {
    if (/^[a-z]{3}$/.test(role)) return ['4', role]
    return [maker.kind === 'meeting' ? 'j' : 'e', role]
  })
  const parts = maker.parts.map(({ code, value }): [string, string] => [code, value])
  return field((maker.isMain ? '1' : '7') + tag, ind1, ' ', [...parts, ...roles])
}
