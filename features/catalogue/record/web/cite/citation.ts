import type { RecordView } from '../record-facts.tsx'
import { bodyOf, type Name, personOf } from './names.ts'
import { folded, type Part, statementParts } from './roles.ts'

export type CitedKind = 'book' | 'ebook' | 'serial' | 'web' | 'film' | 'sound' | 'score' | 'map' | 'other'

/** A record's data for the styles. Absent text is '', absent lists are []. */
export type Citation = {
  id: string
  kind: CitedKind
  /** The medium that the styles give in brackets: `DVD`, `Audiobook`. */
  medium: string
  authors: Name[]
  editors: Name[]
  translators: Name[]
  illustrators: Name[]
  directors: Name[]
  /** `Title: subtitle`, as catalogued: only the first word and names have capitals. */
  title: string
  english: boolean
  /** `2004`, for a serial `1998–2003` or `1998–`; '' if the record does not say. */
  year: string
  /** A number from 2 on, or words (`Rev. ed.`); '' for a first edition. */
  edition: number | string
  place: string
  publisher: string
  series: { name: string; volume: string }[]
  /** Only for online works. */
  url: string
  isbn: string
  issn: string
  language: string
}

const kinds: Record<string, CitedKind> = {
  Serial: 'serial',
  Newspaper: 'serial',
  'Online serial': 'serial',
  'E-book': 'ebook',
  'Online resource': 'web',
  DVD: 'film',
  'Blu-ray': 'film',
  Videocassette: 'film',
  Film: 'film',
  'Online video': 'film',
  Audiobook: 'sound',
  'E-audiobook': 'sound',
  'Music recording': 'sound',
  'Sound recording': 'sound',
  'Music score': 'score',
  Map: 'map',
}
const books = ['Book', 'Large print book', 'Braille book', 'Graphic novel']
const media: Record<string, string> = {
  'Music recording': 'Album',
  'Music score': 'Musical score',
  'Computer file': 'Computer software',
}
const online = ['E-book', 'Online resource', 'Online serial', 'Online video', 'E-audiobook']

export function citationOf(source: RecordView): Citation {
  const { scisType, title, url, series, isbn13, isbn, issn } = source
  const kind = kinds[scisType] ?? (books.includes(scisType) ? 'book' : 'other')
  const makers = makersOf(source)
  // For a film or a recording, "pictures" is a company, or means the photography.
  const illustrators = kind === 'book' || kind === 'ebook' ? makers.illustrators : []
  return {
    id: source.id,
    kind,
    medium: ['book', 'ebook', 'serial', 'web'].includes(kind) ? '' : (media[scisType] ?? scisType),
    ...makers,
    illustrators,
    title: titleOf(title.titlePrimary),
    english: source.language.length === 0 || source.language[0] === 'English',
    year:
      kind === 'serial'
        ? yearsOf(source.dateIssuedMarc)
        : source.publicationYear === null
          ? ''
          : String(source.publicationYear),
    edition: editionOf(source.edition),
    place: firstNamed(source.placeOfPublication),
    publisher: firstNamed(source.publisher),
    series: series.map(seriesOf),
    url: online.includes(scisType) ? (url[0]?.href ?? '') : '',
    isbn: isbn13[0] ?? isbn[0] ?? '',
    issn: issn[0] ?? '',
    language: source.language[0] ?? '',
  }
}

/**
 * Of several places or publishers the styles name the first; a distributor or manufacturer only if there is no other.
 */
function firstNamed(text: string): string {
  const named = text
    .split(/\s+[;:](?:\s+|$)/)
    .map(plain)
    .filter((each) => each !== '')
  const sells = /^(?:(?:exclusive(?:ly)?|manufactured|marketed|distributed|distribut\w+|and)\b[\s,]*)+(?:by\s+)?/i
  return named.find((each) => !sells.test(each)) ?? (named[0] ?? '').replace(sells, '')
}

/** A serial's years: `1998–2003`, `1998–`; unknown digits are not guessed. */
const yearsOf = (dates: string): string => {
  const [first = '', last] = dates.split('-')
  if (!/^\d{4}$/.test(first)) return ''
  return last === undefined ? first : `${first}–${/^\d{4}$/.test(last) ? last : ''}`
}

/** Without cataloguers' additions: `[S.l.]` and `[s.n.]` become '', other brackets are removed. */
const plain = (text: string): string =>
  /^\[?(?:s\.?\s?l\.?|s\.?\s?n\.?|(?:place of publication|publisher) not identified)\]?$/i.test(text.trim())
    ? ''
    : text.replace(/[[\]]/g, '').trim()

/** Cataloguers put a blank before a colon and a parallel title after an equals sign. */
const titleOf = (title: string): string =>
  title
    .replace(/\s+=\s.*$/, '')
    .replace(/\s*\[(?:electronic resource|videorecording|sound recording|text|map|music|picture)\]/gi, '')
    .replace(/\s+([:;,.])/g, '$1')
    .replace(/[\s/:;,=]+$/, '')
    .trim()

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

function editionOf(edition: string): number | string {
  const text = edition.replace(/[[\]]/g, '').trim()
  if (text === '') return ''
  const given = /^(\d+)\s*(?:st|nd|rd|th|e|\.)?\s*(?:ed\b|edn\b|edition\b|$)/i.exec(text)
  const word = ordinals.findIndex((each) => new RegExp(`^${each}\\s+ed`, 'i').test(text)) + 1
  const number = given ? Number(given[1]) : word
  if (given || word > 0) return number > 1 ? number : ''
  // No edition in the styles' sense: a first printing, or the edition of a country or a cover.
  if (/^first\b|\b(?:published|printing|impression|reprint\w*)\b/i.test(text)) return ''
  return text.replace(/[\s.,;:/]+$/, '').replace(/\bed(?:ition)?$/i, 'ed.')
}

/** `Forest friends ; 2` → its name and the number in it. */
export function seriesOf(series: string): { name: string; volume: string } {
  const [name = '', volume = ''] = series.split(/\s*;\s*/)
  return {
    name: name.replace(/^[\s–—-]+|[\s,.]+$/g, ''),
    volume: volume.replace(/^(?:bk|book|no|number|vol|volume|v|pt|part|#)\.?\s*(?=\d)/i, '').replace(/[\s,.]+$/, ''),
  }
}

type Makers = Pick<Citation, 'authors' | 'editors' | 'translators' | 'illustrators' | 'directors'>

/** Contributors by role: from the main entry, and the words around each name in the statement of responsibility. */
function makersOf({ mainAuthor, contributor, title }: RecordView): Makers {
  const parts = statementParts(title.noteStmOfResponsibility)
  const found: { part: Part; name: Name; main: boolean }[] = []
  const person = (heading: string, main: boolean) => {
    const name = personOf(heading)
    const text = partOf(name, parts)
    // An illustrator who is the main entry made the whole book.
    const part = main && (text === undefined || text === 'illustrator' || text === 'other') ? 'author' : text
    found.push({ part: part ?? (parts.length === 0 ? 'author' : 'other'), name, main })
  }
  if (mainAuthor.namePersonalPrimary) person(mainAuthor.namePersonalPrimary, true)
  if (mainAuthor.nameCorporatePrimary)
    found.push({ part: 'author', name: bodyOf(mainAuthor.nameCorporatePrimary), main: true })
  for (const heading of contributor.namePersonalOther)
    if (heading !== mainAuthor.namePersonalPrimary) person(heading, false)
  const of = (part: Part) => distinct(found.filter((each) => each.part === part).map(({ name }) => name))
  return {
    authors: of('author'),
    editors: of('editor'),
    translators: of('translator'),
    illustrators: of('illustrator'),
    directors: of('director'),
  }
}

function partOf(name: Name, parts: { part: Part; text: string }[]): Part | undefined {
  const foldedName = folded('literal' in name ? name.literal : name.family)
  return parts.find(({ text }) =>
    new RegExp(`(?:^|[^\\p{L}])${escapeForPattern(foldedName)}(?:[^\\p{L}]|$)`, 'u').test(text),
  )?.part
}

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const distinct = (names: Name[]): Name[] => [...new Map(names.map((name) => [JSON.stringify(name), name])).values()]
