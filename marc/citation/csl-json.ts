import { mapOf } from '#kit/map-of.ts'
import type { BibliographicDocument, HostItem } from '../crosswalk/document.ts'
import { isSerialHost } from '../crosswalk/host-item.ts'
import { isRomanised, languageTag } from '../crosswalk/languages.ts'
import { partsOf } from '../crosswalk/makers.ts'
import { printedIssn } from '../isbn.ts'
import type { CslItem, CslName, CslType } from './csl.ts'
import { editionOf, firstNamed, issuedIn, issuedOf, pagesOf } from './imprint.ts'
import { makersByRole } from './makers.ts'
import { nameOf } from './names.ts'
import { placeInHost } from './place-in-host.ts'
import { seriesOf } from './series.ts'

/** The members that a citation uses. A search hit has only the required ones. */
export type CitedDocument = Pick<
  BibliographicDocument,
  | 'id'
  | 'title'
  | 'isbn'
  | 'isbn13'
  | 'issn'
  | 'dateIssued'
  | 'dateIssuedMarc'
  | 'publicationYear'
  | 'mainAuthor'
  | 'contributor'
  | 'series'
  | 'subjects'
  | 'language'
  | 'publisher'
  | 'placeOfPublication'
  | 'edition'
  | 'deweyFull'
  | 'deweyAbridged'
  | 'physical'
  | 'description'
  | 'url'
> & {
  scisType: string
  notes?: string[]
  host?: HostItem | null
  facts?: BibliographicDocument['facts']
} & Partial<Pick<BibliographicDocument, 'doi' | 'makers' | 'parallelTitles' | 'titleInScript' | 'inScript'>>

type Kind = Pick<CslItem, 'type' | 'genre' | 'medium'>

const kind = (type: CslType, genre?: string, medium?: string): Kind => ({
  type,
  ...(genre && { genre }),
  ...(medium && { medium }),
})
/** By resource type (`scisType`); the others are a `document` whose genre is the resource type. */
const kinds = mapOf<Kind>({
  Book: kind('book'),
  'Large print book': kind('book'),
  'Braille book': kind('book'),
  'Graphic novel': kind('book'),
  'E-book': kind('book', '', 'E-book'),
  Serial: kind('periodical'),
  Newspaper: kind('periodical'),
  'Online serial': kind('periodical'),
  Article: kind('article'),
  'Online resource': kind('webpage'),
  'Computer file': kind('software', 'Computer software'),
  'Data set': kind('dataset', 'Data set'),
  DVD: kind('motion_picture', 'Film', 'DVD'),
  'Blu-ray': kind('motion_picture', 'Film', 'Blu-ray'),
  Videocassette: kind('motion_picture', 'Film', 'Videocassette'),
  Film: kind('motion_picture', 'Film'),
  'Online video': kind('motion_picture', 'Online video'),
  Audiobook: kind('song', 'Audiobook'),
  'E-audiobook': kind('song', 'E-audiobook'),
  'Music recording': kind('song', 'Album'),
  'Sound recording': kind('song', 'Sound recording'),
  'Music score': kind('musical_score', 'Musical score'),
  Map: kind('map', 'Map'),
  Picture: kind('graphic', 'Picture'),
  Manuscript: kind('manuscript', 'Manuscript'),
})
const online = ['E-book', 'Online resource', 'Online serial', 'Online video', 'E-audiobook']

/** One record as CSL-JSON, in the order of the members of `CslItem`. */
export function cslJsonOf(source: CitedDocument): CslItem {
  const { scisType, url, isbn13, isbn, issn } = source
  const part = partOf(source)
  const whole = kinds.get(scisType) ?? kind('document', scisType)
  const what = part && isText(whole) ? kind(part.isInSerial ? 'article-journal' : 'chapter') : whole
  const makers = makersByRole(source)
  const { romanised, original } = titlesOf(source)
  const title = titleOf(properOf(romanised, source))
  const language = languageTag(source.language[0] ?? '')
  const [series] = source.series.map(seriesOf).filter(({ name }) => name !== '')
  return withoutEmpty({
    id: source.id,
    type: what.type,
    title: title || '[Untitled]',
    'title-short': title.includes(': ') ? title.slice(0, title.indexOf(': ')) : '',
    'original-title': titleOf(properOf(original, source)),
    author: makers.author,
    editor: makers.editor,
    translator: makers.translator,
    'container-author': part?.maker,
    // For a film or a recording, "pictures" is a company, or means the photography.
    illustrator: whole.type === 'book' ? makers.illustrator : [],
    director: makers.director,
    narrator: what.type === 'song' ? makers.narrator : [],
    'container-title': part?.title,
    'container-title-short': part?.shortTitle,
    volume: part?.volume,
    issue: part?.issue,
    page: part?.page,
    'collection-title': series?.name,
    'collection-number': series?.volume,
    edition: editionOf(source.edition || (part?.edition ?? '')),
    issued: issuedOf(source, what.type === 'periodical') ?? part?.issued,
    publisher: firstNamed(source.publisher || (part?.publisher ?? '')),
    'publisher-place': firstNamed(source.placeOfPublication || (part?.place ?? '')),
    ISBN: isbn13[0] ?? isbn[0] ?? part?.isbn,
    ISSN: printedIssn(issn[0] ?? part?.issn ?? ''),
    DOI: source.doi,
    URL: online.includes(scisType) ? url[0]?.href : '',
    'number-of-pages': part ? '' : pagesOf(source.physical),
    language,
    medium: what.medium,
    genre: what.genre,
    abstract: source.description,
    keyword: source.subjects.join('; '),
    'call-number': source.deweyFull || source.deweyAbridged,
    note: source.notes?.join('\n'),
    custom: language === 'en' ? undefined : translated(source),
  })
}

/** Some libraries catalogue in the script of the book, with the romanised form in 880. */
function titlesOf({ title: { titlePrimary }, titleInScript = '', inScript = [] }: CitedDocument) {
  const twin = inScript.find(({ of }) => of === titlePrimary)?.text ?? ''
  return twin !== '' && isRomanised(twin) && !isRomanised(titlePrimary)
    ? { romanised: twin, original: titlePrimary }
    : { romanised: titlePrimary, original: titleInScript }
}

function translated({ facts = [] }: CitedDocument): CslItem['custom'] {
  const title = titleOf(facts.find(({ label }) => label === 'Translated title')?.text ?? '')
  return title === '' ? undefined : { 'translated-title': title }
}

const isText = ({ type }: Kind) => ['article', 'book', 'periodical', 'webpage'].includes(type)

/** The facts that an article or a chapter takes from its journal or book. */
function partOf({ host, physical, scisType }: CitedDocument) {
  const title = titleOf(host?.title ?? '')
  if (!host || title === '') return undefined
  const { volume, issue, page, year } = placeInHost(host, physical)
  const isInSerial =
    scisType === 'Article' || isSerialHost(host) || (host.level === '' && host.isbn === '' && issue !== '')
  // `Sydney : Allen & Unwin, 2008`
  const [, place = '', publisher = '', printed = ''] =
    /^(?:(.*?)\s*:\s+)?(.*?)(?:(?:^|,\s*)(?=[^,]*\d{4})([^,]*))?$/.exec(host.imprint) ?? []
  return {
    ...{ isInSerial, title, volume, issue, page },
    shortTitle: titleOf(host.shortTitle),
    // A reference to an article omits its journal's publisher and editor.
    ...(!isInSerial && { publisher, place, edition: host.edition, isbn: host.isbn }),
    ...(!isInSerial && host.maker !== '' && { maker: [nameOf(makerOf(host))] }),
    ...(isInSerial && { issn: host.issn }),
    issued: issuedIn(year || printed),
  }
}

const makerOf = ({ maker, makerKind }: HostItem) => ({
  ...{ heading: maker, kind: makerKind ?? ('person' as const), parts: partsOf(maker) },
})

/** Without the title in another language. */
const properOf = (title: string, { parallelTitles = [] }: CitedDocument): string => {
  const parallel = parallelTitles.find((each) => title.endsWith(each)) ?? ''
  return title.slice(0, title.length - parallel.length)
}

/** Cataloguers put a blank before a colon. */
const titleOf = (title: string): string =>
  oneLine(title)
    .replace(/\s*\[(?:electronic resource|videorecording|sound recording|text|map|music|picture)\]/gi, '')
    .replace(/\s+([:;,.])/g, '$1')
    .replace(/[\s/:;,=]+$/, '')
    .trim()

type Draft = { [Member in keyof CslItem]: CslItem[Member] | '' | undefined } & Pick<CslItem, 'id' | 'type' | 'title'>

/** Omits what is absent; control characters, line breaks and runs of blanks become one blank. */
function withoutEmpty(draft: Draft): CslItem {
  const kept = Object.entries(draft)
    .map(([member, value]) => [member, cleaned(value)] as const)
    .filter(([member, value]) => member === 'id' || (value !== undefined && value !== '' && !isEmptyList(value)))
  return Object.fromEntries(kept) as CslItem
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const cleaned = (value: Draft[keyof Draft]) => {
  if (typeof value === 'string') return oneLine(value)
  return Array.isArray(value) ? value.map(cleanedName).filter((name) => name !== undefined) : value
}

/** Without parts that are blank; a person without one of both names has a single name. */
function cleanedName(name: CslName): CslName | undefined {
  const parts = Object.entries(name).map(([part, text]) => [part, oneLine(text)] as const)
  const person = Object.fromEntries(parts.filter(([, text]) => text !== ''))
  if (person.family && person.given) return person as CslName
  const literal = person.literal ?? person.family ?? person.given
  return literal ? { literal } : undefined
}

/** Two blanks and a hyphen within a value are a tag to some readers of RIS. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
