import type { DatabaseSync } from 'node:sqlite'
import type { FacetField, SearchField } from '#features/catalogue/server/query.ts'
import type { StringTable } from './string-table.ts'

/** Fields whose words have postings, by the number of their bit. Identifiers have a table of their own. */
export const textFields = ['title', 'author', 'series', 'subject', 'genre', 'notes'] as const satisfies SearchField[]

export const facetNames = [
  'scisType',
  'targetAudienceText',
  'placeOfPublicationMarcCountry',
  'genreScis',
  'subjects',
  'scisLearningArea',
  'language',
  'issuance',
  'fiction',
] as const satisfies FacetField[]

/**
 * The values of one facet. Where no record has more than one, `starts` is empty and `values[doc]` is the value's number
 * in the dictionary + 1, or 0; else those of `doc` lie from `starts[doc]` to `starts[doc + 1]`, without the + 1.
 */
export type FacetColumn = { starts: Uint32Array; values: Uint32Array }

/** An immutable index over `count` records, which it numbers from 0 in the order of their loading. */
export type Segment = {
  count: number
  /** Sorted words, in how many records each stands, and where its postings and positions begin. */
  terms: StringTable
  frequency: Uint32Array
  postingsAt: Uint32Array
  positionsAt: Uint32Array
  /** Where a reader can come in: those of a term from `skipStarts[term]` on, see `stretchesFor`. */
  skipStarts: Uint32Array
  skipDocs: Uint32Array
  skipPostings: Uint32Array
  skipPositions: Uint32Array
  /** Stems that several words share, or that differ from their word: `stemTerms` from `stemStarts[i]` on. */
  stems: StringTable
  stemStarts: Uint32Array
  stemTerms: Uint32Array
  /** The different ids in order, the doc of each, and the place of each doc's id. */
  ids: StringTable
  idDocs: Uint32Array
  idOrder: Uint32Array
  idSlots: Uint32Array
  /** Distinct sort keys in order; `titleOrder[doc]` is the place + 1, or 0 where the key is empty. */
  titles: StringTable
  titleOrder: Uint32Array
  authors: StringTable
  authorOrder: Uint32Array
  /** 0 where the record does not say. Dates as the number YYYYMMDD. */
  year: Uint16Array
  date: Uint32Array
  /** Hash of the words of the whole title, and of the title without its article; number of words, at most 255. */
  wholeTitle: Uint32Array
  shortTitle: Uint32Array
  titleWords: Uint8Array
  /** Row in the table of records. */
  rows: Uint32Array
  identifiers: StringTable
  identifierSlots: Uint32Array
  identifierStarts: Uint32Array
  identifierDocs: Uint32Array
  facets: FacetColumn[]
}

type Part = Uint8Array | Uint16Array | Uint32Array
type Width = 1 | 2 | 4

const widths: [name: string, width: Width][] = [
  ['terms.bytes', 1],
  ['terms.starts', 4],
  ['frequency', 4],
  ['postingsAt', 4],
  ['positionsAt', 4],
  ['skipStarts', 4],
  ['skipDocs', 4],
  ['skipPostings', 4],
  ['skipPositions', 4],
  ['stems.bytes', 1],
  ['stems.starts', 4],
  ['stemStarts', 4],
  ['stemTerms', 4],
  ['ids.bytes', 1],
  ['ids.starts', 4],
  ['idDocs', 4],
  ['idOrder', 4],
  ['idSlots', 4],
  ['titles.bytes', 1],
  ['titles.starts', 4],
  ['titleOrder', 4],
  ['authors.bytes', 1],
  ['authors.starts', 4],
  ['authorOrder', 4],
  ['year', 2],
  ['date', 4],
  ['wholeTitle', 4],
  ['shortTitle', 4],
  ['titleWords', 1],
  ['rows', 4],
  ['identifiers.bytes', 1],
  ['identifiers.starts', 4],
  ['identifierSlots', 4],
  ['identifierStarts', 4],
  ['identifierDocs', 4],
  ...facetNames.flatMap((name): [string, Width][] => [
    [`facet.${name}.starts`, 4],
    [`facet.${name}.values`, 4],
  ]),
]

/** The parts by name: what is stored, and what one thread hands to another. */
export type SegmentParts = Record<string, SharedArrayBuffer>

export function partsOf(segment: Segment): Record<string, Part> {
  const parts: Record<string, Part> = {}
  for (const [name] of widths) {
    const [head, tail, end] = name.split('.') as [string, string?, string?]
    if (head === 'facet')
      parts[name] = segment.facets[facetNames.indexOf(tail as FacetField)]![end as 'starts' | 'values']
    else if (tail) parts[name] = (segment[head as keyof Segment] as StringTable)[tail as keyof StringTable]
    else parts[name] = segment[head as keyof Segment] as Part
  }
  return parts
}

/** A segment over memory that threads share. */
export function segmentOf(parts: SegmentParts): Segment {
  const bytes = (name: string) => Buffer.from(parts[name]!)
  const words = (name: string) => new Uint32Array(parts[name]!)
  const table = (name: string): StringTable => ({ bytes: bytes(`${name}.bytes`), starts: words(`${name}.starts`) })
  const rows = words('rows')
  return {
    count: rows.length,
    terms: table('terms'),
    frequency: words('frequency'),
    postingsAt: words('postingsAt'),
    positionsAt: words('positionsAt'),
    skipStarts: words('skipStarts'),
    skipDocs: words('skipDocs'),
    skipPostings: words('skipPostings'),
    skipPositions: words('skipPositions'),
    stems: table('stems'),
    stemStarts: words('stemStarts'),
    stemTerms: words('stemTerms'),
    ids: table('ids'),
    idDocs: words('idDocs'),
    idOrder: words('idOrder'),
    idSlots: words('idSlots'),
    titles: table('titles'),
    titleOrder: words('titleOrder'),
    authors: table('authors'),
    authorOrder: words('authorOrder'),
    year: new Uint16Array(parts.year!),
    date: words('date'),
    wholeTitle: words('wholeTitle'),
    shortTitle: words('shortTitle'),
    titleWords: new Uint8Array(parts.titleWords!),
    rows,
    identifiers: table('identifiers'),
    identifierSlots: words('identifierSlots'),
    identifierStarts: words('identifierStarts'),
    identifierDocs: words('identifierDocs'),
    facets: facetNames.map((name) => ({
      starts: words(`facet.${name}.starts`),
      values: words(`facet.${name}.values`),
    })),
  }
}

/** All parts of a segment, or those that are named. */
export function readParts(db: DatabaseSync, id: number, names?: string[]): SegmentParts {
  const parts: SegmentParts = {}
  const wanted = names ?? widths.map(([name]) => name)
  const rows = db
    .prepare('select name, bytes from segment_part where segment = ? and name in (select value from json_each(?))')
    .iterate(id, JSON.stringify(wanted))
  for (const { name, bytes } of rows as Iterable<{ name: string; bytes: Uint8Array }>) {
    const shared = new SharedArrayBuffer(bytes.byteLength)
    new Uint8Array(shared).set(bytes)
    parts[name] = shared
  }
  return parts
}

/** Stores the parts of a segment that nobody sees yet; `hashes` are what a load compares records by. */
export function storeSegment(db: DatabaseSync, id: number, segment: Segment, hashes: Uint8Array) {
  const insert = db.prepare('insert into segment_part values (?, ?, ?)')
  for (const [name, part] of Object.entries(partsOf(segment)))
    insert.run(id, name, new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
  db.prepare('insert into segment_hash values (?, ?)').run(id, hashes)
  db.prepare('insert into segment values (?, 0, ?, null, 0)').run(id, segment.count)
}
