import { doiIn } from '../doi.ts'
import { isbn10Of, isbn13Of } from '../isbn.ts'
import { linkedTag } from '../linked-tag.ts'
import { onlyTitleOf } from '../only-title.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { areasOf } from './coordinates.ts'
import { linksOf, subjectsOf } from './crosswalk-headings.ts'
import { type Step, steps, tidy } from './crosswalk-steps.ts'
import { type CrosswalkRow, crosswalkTable, type Gathered, linkedTo } from './crosswalk-table.ts'
import type { BibliographicDocument, FurtherFact } from './document.ts'
import {
  audienceOf,
  enteredOn,
  type FixedFields,
  isFictionByForm,
  placeOf,
  publicationDates,
  readFixedFields,
} from './fixed-fields.ts'
import { fieldsShownElsewhere, furtherFacts } from './further-facts.ts'
import { genreGroupsOf } from './genre-groups.ts'
import { hostOf, isSerialHost } from './host-item.ts'
import { itemTypeOf } from './item-type.ts'
import { isRomanised, languageName } from './languages.ts'
import { makersOf } from './makers.ts'
import { inOtherScript, linkedFields } from './other-script.ts'
import { sortKey, titleSortKey } from './sort-key.ts'
import { workOfEdition } from './work-of-edition.ts'

type ListName = Gathered | 'seriesSearched' | 'titleLinked'

/** Each list has a slot number: an array of fixed slots is far faster than an object that grows members. */
const slots = new Map<string, number>()
for (const name of [...crosswalkTable.map(({ to }) => to), 'seriesSearched', 'titleLinked'])
  if (!slots.has(name)) slots.set(name, slots.size)
const slotOf = (name: ListName): number => slots.get(name)!

/** The values that the table found, by the list's slot. */
type Lists = (string[] | undefined)[]

type Compiled = { slot: number; codes: string; step: Step; only: CrosswalkRow['only'] }

const rowsByTag = new Map<string, Compiled[]>()
for (const row of crosswalkTable as readonly (CrosswalkRow & { to: Gathered })[])
  for (const tag of row.tags.split(' ')) {
    const rows = rowsByTag.get(tag) ?? []
    rows.push({ slot: slotOf(row.to), codes: row.codes, step: steps[row.clean], only: row.only })
    rowsByTag.set(tag, rows)
  }

/** Runs a record through the table once. */
function gather(record: MarcRecord): Lists {
  const lists: Lists = new Array(slots.size).fill(undefined)
  for (const field of record.fields) {
    if ('value' in field) continue
    if (field.tag === '880') gatherLinked(field, lists)
    const rows = rowsByTag.get(field.tag)
    if (rows === undefined) continue
    for (const { slot, codes, step, only } of rows)
      if (only === undefined || only(field)) step(field, codes, listAt(lists, slot))
  }
  return lists
}

function gatherLinked(field: DataField, lists: Lists): void {
  const tag = linkedTag(field)
  const text = field.subfields
    .filter(({ code }) => code >= 'a')
    .map(({ value }) => value)
    .join(' ')
  const tidied = tidy(text)
  if (tag === '245') {
    steps.title(field, 'abnp', listAt(lists, at.titleLinked))
    const isLonger = field.subfields.some(({ code }) => 'bnp'.includes(code))
    if (isLonger) steps.isbd(field, 'a', listAt(lists, at.otherTitles))
  }
  if (tidied !== '') listAt(lists, slotOf(linkedTo(tag))).push(tidied)
}

function listAt(lists: Lists, slot: number): string[] {
  const known = lists[slot]
  if (known) return known
  const list: string[] = []
  lists[slot] = list
  return list
}

/** Slots of the lists that the table fills. */
const at = {
  audience: slotOf('audience'),
  callNumbers: slotOf('callNumbers'),
  carrier: slotOf('carrier'),
  contents: slotOf('contents'),
  contentType: slotOf('contentType'),
  description: slotOf('description'),
  deweyAbridged: slotOf('deweyAbridged'),
  deweyFull: slotOf('deweyFull'),
  edition: slotOf('edition'),
  genre: slotOf('genre'),
  image: slotOf('image'),
  isbn: slotOf('isbn'),
  issn: slotOf('issn'),
  languages: slotOf('languages'),
  learningArea: slotOf('learningArea'),
  localNotes: slotOf('localNotes'),
  mainCorporate: slotOf('mainCorporate'),
  mainPersonal: slotOf('mainPersonal'),
  noteStmOfResponsibility: slotOf('noteStmOfResponsibility'),
  notes: slotOf('notes'),
  notesShown: slotOf('notesShown'),
  otherAuthors: slotOf('otherAuthors'),
  otherCorporate: slotOf('otherCorporate'),
  otherIdentifier: slotOf('otherIdentifier'),
  otherNumbers: slotOf('otherNumbers'),
  otherPersonal: slotOf('otherPersonal'),
  otherTitles: slotOf('otherTitles'),
  performers: slotOf('performers'),
  physical: slotOf('physical'),
  place: slotOf('place'),
  placeFormerly: slotOf('placeFormerly'),
  published: slotOf('published'),
  publishedFormerly: slotOf('publishedFormerly'),
  publisher: slotOf('publisher'),
  publisherFormerly: slotOf('publisherFormerly'),
  readingLevel: slotOf('readingLevel'),
  series: slotOf('series'),
  seriesSearched: slotOf('seriesSearched'),
  seriesTraced: slotOf('seriesTraced'),
  titleLinked: slotOf('titleLinked'),
  titleProper: slotOf('titleProper'),
  titlePrimary: slotOf('titlePrimary'),
  variantTitles: slotOf('variantTitles'),
}

/** The search document of a MARC 21 bibliographic record. `id` is 001, or '' if the record has none. */
export function toDocument(read: MarcRecord): BibliographicDocument {
  const { pairs, alone } = linkedFields(read)
  const record = alone.length === 0 ? read : { ...read, fields: [...read.fields, ...alone] }
  const lists = gather(record)
  const fixed = readFixedFields(record)
  const onlyTitle = onlyTitleOf(record)
  const title = onlyTitle?.title ?? first(lists[at.titlePrimary])
  const mainPersonal = first(lists[at.mainPersonal])
  const mainCorporate = first(lists[at.mainCorporate])
  const authors = unique(
    lists[at.mainPersonal],
    lists[at.mainCorporate],
    lists[at.otherPersonal],
    lists[at.otherCorporate],
  )
  const dateIssued = first(lists[at.published]) || first(lists[at.publishedFormerly])
  const dates = publicationDates(fixed, dateIssued)
  const genre = unique(lists[at.genre])
  const subjectHeadings = subjectsOf(record)
  const isbn = unique(lists[at.isbn])
  const deweyFull = classNumber(lists[at.deweyFull])
  const audience = audienceOf(fixed)
  const host = hostOf(record, fixed)
  const facts = furtherFacts(record, fieldsShownElsewhere(record, host !== null))
  const document: BibliographicDocument = {
    id: controlValue(record, '001'),
    title: { titlePrimary: title, noteStmOfResponsibility: first(lists[at.noteStmOfResponsibility]) },
    scisType: itemTypeOf(fixed, {
      words: lowered(lists[at.carrier]).join(' '),
      contentTypes: lowered(lists[at.contentType]),
      genres: lowered(genre),
      isInSerial: host !== null && isSerialHost(host),
    }),
    isbn,
    isbn10: unique(isbn.map((number) => (number.length === 10 ? number : isbn10Of(number))).filter(isPresent)),
    isbn13: unique(isbn.map((number) => (number.length === 13 ? number : isbn13Of(number)))),
    issn: unique(lists[at.issn]),
    otherIdentifier: unique(lists[at.otherIdentifier]),
    doi: doiIn(record),
    dateIssued,
    dateIssuedMarc: dates.years,
    yearPartlyKnown: dates.partlyKnown,
    publicationYear: dates.year,
    authors,
    mainAuthor: { namePersonalPrimary: mainPersonal, nameCorporatePrimary: mainCorporate },
    contributor: {
      namePersonalOther: unique(lists[at.otherPersonal]),
      nameCorporateOther: unique(lists[at.otherCorporate]),
      notePerformers: lists[at.performers]?.join(' ') ?? '',
    },
    makers: makersOf(record),
    series: unique(lists[at.series], lists[at.seriesTraced]),
    genreScis: genre.length === 0 ? genre : unique(genre, genre.flatMap(genreGroupsOf)),
    subjects: unique(subjectHeadings.map(({ heading }) => heading)),
    subjectHeadings,
    targetAudienceText: lists[at.audience]?.length ? unique(lists[at.audience]) : audience === '' ? [] : [audience],
    readingLevel: unique(lists[at.readingLevel]),
    scisLearningArea: unique(lists[at.learningArea]),
    placeOfPublicationMarcCountry: placeOf(fixed),
    language: unique([languageName(fixed.general.slice(35, 38))].filter(isPresent), lists[at.languages]),
    issuance: fixed.isSerial ? 'serial' : 'nonSerial',
    publisher: first(lists[at.publisher]) || first(lists[at.publisherFormerly]),
    placeOfPublication: first(lists[at.place]) || first(lists[at.placeFormerly]),
    edition: first(lists[at.edition]),
    deweyFull,
    deweyAbridged: classNumber(lists[at.deweyAbridged]),
    physical: lists[at.physical]?.join(' ; ') ?? '',
    description: lists[at.description]?.join('\n') ?? '',
    contents: lists[at.contents]?.join('\n') ?? '',
    variantTitles: unique(lists[at.variantTitles]).filter((each) => each !== title),
    parallelTitles: parallelTitlesOf(record),
    notes: unique(lists[at.notesShown]),
    facts,
    areas: areasOf(record),
    url: linksOf(record),
    host,
    titleInScript: titleInScript(title, lists),
    inScript: pairs.length === 0 ? [] : inOtherScript(pairs, fixed.general),
    imageFileName: first(lists[at.image]),
    voyagerCreateDate: enteredOn(fixed),
    fiction: isFiction(fixed, genre, lists[at.callNumbers] ?? []),
    titleSort: titleSortKey(title, onlyTitle?.nonFiling ?? secondIndicator(record, '245')),
    authorSort: sortKey(mainPersonal || mainCorporate || (authors[0] ?? '')),
    work: '',
    searched: searchedOnly(lists, facts),
  }
  document.work = workOfEdition(record, document)
  return document
}

/** Titles among the facts are searched as titles. */
const searchedOnly = (lists: Lists, facts: FurtherFact[]): BibliographicDocument['searched'] => ({
  properTitle: first(lists[at.titleProper]),
  titles: unique(lists[at.otherTitles]),
  authors: unique(lists[at.otherAuthors]),
  series: unique(lists[at.seriesSearched]),
  notes: unique(
    lists[at.notes],
    facts.filter(({ find }) => find === '').map(({ text }) => text),
  ),
  identifiers: unique(lists[at.otherNumbers]),
  localNotes: unique(lists[at.localNotes]),
})

/** A record in the script of its title may have the romanised one in 880. */
const titleInScript = (title: string, lists: Lists): string =>
  isRomanised(title) ? (lists[at.titleLinked]?.find((linked) => !isRomanised(linked)) ?? '') : ''

/**
 * How a record's titles end if they continue in another language: ` = Coquillages`. ISBD's sign counts only between
 * two subfields of 245, since a title may have an equals sign of its own: `F = ma`.
 */
function parallelTitlesOf({ fields }: MarcRecord): string[] {
  const found = new Set<string>()
  for (const field of fields) {
    if ('value' in field || !isTitle(field) || !field.subfields.some(({ value }) => value.includes('='))) continue
    const from = field.subfields.findIndex(({ code, value }, at) => {
      const before = tidy(field.subfields[at - 1]?.value ?? '')
      return at > 0 && 'bnp'.includes(code) && (before.endsWith('=') || tidy(value).startsWith('='))
    })
    if (from < 0) continue
    const [whole, proper] = [field.subfields, field.subfields.slice(0, from)].map((subfields) => {
      const texts: string[] = []
      steps.title({ ...field, subfields }, 'abnp', texts)
      return texts[0] ?? ''
    }) as [string, string]
    if (proper !== '' && whole !== proper && whole.startsWith(proper)) found.add(whole.slice(proper.length))
  }
  return [...found]
}

const isTitle = (field: DataField) => field.tag === '245' || (field.tag === '880' && linkedTag(field) === '245')

const lowered = (list: string[] = []) => list.map((text) => text.toLowerCase())
const isPresent = (text: string) => text !== ''
const first = (list: string[] | undefined): string => list?.[0] ?? ''

/** 082 may hold a word (`[Fic]`, `E`) beside or instead of a number: a number is preferred. */
const classNumber = (list: string[] | undefined): string => list?.find((text) => /^\d/.test(text)) ?? first(list)

/** Comparing a few values one by one is faster than making a set. */
function unique(...lists: (readonly string[] | undefined)[]): string[] {
  let count = 0
  for (const list of lists) count += list?.length ?? 0
  if (count > 50) return [...new Set(lists.flatMap((list) => list ?? []))]
  const found: string[] = []
  for (const list of lists) if (list) for (const text of list) if (!found.includes(text)) found.push(text)
  return found
}

function controlValue(record: MarcRecord, tag: string): string {
  for (const field of record.fields) if (field.tag === tag && 'value' in field) return field.value.trim()
  return ''
}

function secondIndicator(record: MarcRecord, tag: string): string {
  for (const field of record.fields) if (field.tag === tag && 'ind2' in field) return field.ind2
  return ' '
}

/** Fiction by 008/33 in `1 d f h j m`; else by a 655 of a fiction genre; else by an F in 082 or the call number. */
function isFiction(fixed: FixedFields, genres: readonly string[], callNumbers: readonly string[]): boolean {
  return isFictionByForm(fixed) || genres.some(isFictionGenre) || callNumbers.some(saysFiction)
}

/** A group alone is not enough: `War photography` and `Sports films` also belong to groups. */
const isFictionGenre = (genre: string) =>
  genreGroupsOf(genre).length > 0 &&
  !/non-?fiction|photograph|\bfilms?\b|documentar|television|periodical|music|songs/i.test(genre)

/** `F`, `F ROW`, `[Fic]`, `FIC`, `JF`: shelf marks of school libraries. */
const saysFiction = (callNumber: string) => /^\[?(?:J|Y|YA|A)?\s?F(?:IC(?:TION)?)?\]?(?:[\s.]|$)/i.test(callNumber)
