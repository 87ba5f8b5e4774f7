import type { ItemText, ResourceType } from '#features/requests/rules.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import { identifierKey } from '#marc/identifier.ts'
import { printedIssn } from '#marc/isbn.ts'
import type { DataField, MarcField, MarcRecord } from '#marc/record.ts'
import { fixedFields, leaderOf, mediaFields } from './stub-types.ts'

/** One school's details of an item to catalogue. */
export type ItemDetails = Record<ItemText, string> & {
  itemNumber: string
  resourceType: ResourceType
  /** The captions of its pictures. */
  captions: string[]
}

/**
 * A MARC 21 record for the cataloguer to start from. With several schools the first one that gives a detail wins;
 * numbers, addresses and notes come from all, each once. Its 001 is the first item's, so that loading the finished
 * record again does not duplicate it.
 */
export function stubOf(details: readonly ItemDetails[], clock: Clock): MarcRecord {
  const now = clock()
  const { itemNumber, resourceType } = details[0]!
  const first = (name: ItemText) => oneLine(details.find((each) => each[name] !== '')?.[name] ?? '')
  const all = (name: ItemText) => unique(details.map((each) => oneLine(each[name])))
  const names = namesIn(first('authors'))
  const [main, ...others] = creatorFields(names)
  const year = /^[1-9]\d{3}$/.test(first('publicationDate')) ? first('publicationDate') : ''
  const fields: (MarcField | undefined)[] = [
    { tag: '001', value: itemNumber },
    { tag: '005', value: `${now.toISOString().replace(/[-:T]/g, '').slice(0, 14)}.0` },
    ...fixedFields(resourceType, { today: businessDay(clock, now), year }),
    ...all('standardNumber').map(numberField),
    data('040', ' ', ' ', [
      ['b', 'eng'],
      ['e', 'rda'],
    ]),
    main,
    titleField(first('title'), first('subtitles'), names, main !== undefined),
    publicationField(first('publicationPlace'), first('publisher'), first('publicationDate')),
    extentField(resourceType, first('pages')),
    ...mediaFields(resourceType),
    ...first('series')
      .split(/(?<!\s);\s*/)
      .map(seriesField),
    ...unique(details.flatMap(({ additionalInfo }) => paragraphs(additionalInfo))).map((note) =>
      data('500', ' ', ' ', [['a', note]]),
    ),
    ...unique(details.flatMap(({ captions }) => captions.map(oneLine))).map((caption) =>
      data('500', ' ', ' ', [['a', `From a picture: ${caption}`]]),
    ),
    ...others,
    ...all('url').map((url) => data('856', '4', '0', [['u', url]])),
  ]
  return { leader: leaderOf(resourceType), fields: fields.filter((field) => field !== undefined) }
}

/** The stub's title if no school gave one. */
export const titleUnknown = '[Title not given]'

/** Omits subfields without a value, and fields without subfields. */
function data(
  tag: string,
  ind1: string,
  ind2: string,
  subfields: [code: string, value: string][],
): DataField | undefined {
  const filled = subfields.filter(([, value]) => value !== '')
  if (filled.length === 0) return undefined
  return { tag, ind1, ind2, subfields: filled.map(([code, value]) => ({ code, value })) }
}

/** 245: the first indicator shows whether there is a 1XX; the second counts the letters of an article. */
function titleField(title: string, subtitle: string, names: string[], hasMain: boolean): DataField {
  const article = /^(?:the|an|a(?!\s+(?:is|to)\b))\s+(?=\S)/i.exec(title)?.[0].length ?? 0
  const subfields = [
    { code: 'a', value: title === '' ? titleUnknown : title },
    ...(subtitle === '' ? [] : [{ code: 'b', value: subtitle }]),
    ...(names.length === 0 ? [] : [{ code: 'c', value: names.join(', ') }]),
  ]
  // ISBD: punctuation belongs to the end of the preceding subfield.
  for (const [place, subfield] of subfields.entries()) {
    const next = subfields[place + 1]
    if (next) subfield.value += next.code === 'b' ? ' :' : ' /'
    else if (!/[.?!]$/.test(subfield.value)) subfield.value += '.'
  }
  return { tag: '245', ind1: hasMain ? '1' : '0', ind2: String(article), subfields }
}

function publicationField(place: string, publisher: string, date: string): DataField | undefined {
  const end = date === '' ? '' : ','
  return data('264', ' ', '1', [
    ['a', place === '' ? '' : `${place}${publisher === '' ? end : ' :'}`],
    ['b', publisher === '' ? '' : `${publisher}${end}`],
    ['c', date],
  ])
}

/** `The series ; 4` is volume 4. */
function seriesField(written: string): DataField | undefined {
  const [, series = written, volume = ''] = /^(.*\S)\s+;\s*(.+)$/.exec(written) ?? []
  return data('490', '0', ' ', [
    ['a', volume === '' ? series.trim() : `${series} ;`],
    ['v', volume],
  ])
}

/** 300: a bare number means pages. */
function extentField(type: ResourceType, pages: string): DataField | undefined {
  const extent = /^\d+$/.test(pages) ? `${pages} pages` : pages
  if (extent === '') return undefined
  const online = type === 'E_BOOK' || type === 'ONLINE_RESOURCE'
  return data('300', ' ', ' ', [['a', online ? `1 online resource (${extent})` : extent]])
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
const paragraphs = (text: string) => text.split(/\n+/).map(oneLine)
const unique = (values: string[]) => [...new Set(values)].filter((value) => value !== '')

/** 020, 022 or 024, by the kind of number. A wrong check digit goes to $z, for checking. */
function numberField(written: string): DataField {
  const { key, kind, problem } = identifierKey(written)
  const [tag, ind1] = places[kind]
  const bare = written.replace(/[\s-]/g, '')
  const value =
    problem !== undefined || kind === 'record' ? written : kind === 'issn' ? printedIssn(key) : bareOf(bare, key)
  return { tag, ind1, ind2: ' ', subfields: [{ code: problem === 'bad_check_digit' ? 'z' : 'a', value }] }
}

/** Keeps an ISBN-10 as printed in the book. */
const bareOf = (bare: string, key: string) => (/^[\dXx]{10,13}$/.test(bare) ? bare.toUpperCase() : key)

const places = {
  isbn13: ['020', ' '],
  isbn10: ['020', ' '],
  issn: ['022', ' '],
  /** 024 first indicator: 2 ISMN, 3 EAN, 8 unspecified. */
  ismn: ['024', '2'],
  ean: ['024', '3'],
  record: ['024', '8'],
} as const

/** Words that occur only in names of organisations. */
const organisation =
  /\b(?:association|australia|band|board|choir|bureau|centre|center|college|commission|committee|company|corporation|council|department|ensemble|foundation|friends|government|group|inc|institute|library|limited|ltd|ministry|museum|network|orchestra|organi[sz]ation|press|productions|project|publishing|school|society|studios?|team|trust|university)\b\.?/i

/** `Ann Lee; Bo Day`, `Ann Lee and Bo Day` and `Ann Lee, Bo Day` are two; `Lee, Ann` is one. */
const namesIn = (authors: string): string[] =>
  authors
    .split(/[;\n]/)
    .flatMap((part) => (organisation.test(part) ? [part] : part.split(/\s+(?:&|and)\s+/)))
    .flatMap((part) => {
      const names = part.split(',')
      return names.every((name) => name.trim().includes(' ')) ? names : [part]
    })
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '')

/** 100 or 110 for the first, 700 or 710 for the others. A name of two or three words is inverted, family name first. */
const creatorFields = (names: string[]): DataField[] =>
  names.map((name, place) => {
    const isOrganisation = organisation.test(name) || /\d/.test(name) || isLongName(name)
    const tag = `${place === 0 ? '1' : '7'}${isOrganisation ? '10' : '00'}`
    const heading = isOrganisation ? name : familyFirst(name)
    const ind1 = isOrganisation ? '2' : heading.includes(',') ? '1' : '0'
    return { tag, ind1, ind2: ' ', subfields: [{ code: 'a', value: heading }] }
  })

/** At least four words, none an initial or a particle: `River Country Field Naturalists`. */
function isLongName(name: string): boolean {
  const words = name.split(' ')
  return words.length > 3 && !name.includes(',') && words.every((word) => /^\p{Lu}[\p{L}\p{M}’'-]{2,}$/u.test(word))
}

function familyFirst(name: string): string {
  const words = name.split(' ')
  const plain = /^[\p{Lu}][\p{L}\p{M}.’'-]*$/u
  if (name.includes(',') || words.length < 2 || words.length > 3 || !words.every((word) => plain.test(word)))
    return name
  return `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`
}
