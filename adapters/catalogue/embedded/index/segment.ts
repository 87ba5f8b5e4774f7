import type { FacetField, SearchField } from '#features/catalogue/query/server/query.ts'
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

type Values = Uint8Array | Uint16Array | Uint32Array
type TableName = { [K in keyof Segment]: Segment[K] extends StringTable ? K : never }[keyof Segment]
type ColumnName = { [K in keyof Segment]: Segment[K] extends Values ? K : never }[keyof Segment]
type FacetPart = `facet.${(typeof facetNames)[number]}.${keyof FacetColumn}`
export type PartName = `${TableName}.${keyof StringTable}` | ColumnName | FacetPart

/** The parts beside a part: their numbers of entries and their last ones, and how many records there are. */
type Given = { entries(part: PartName): number; last(part: PartName): number; count: number }
/** Whether a part of so many entries goes with the others. */
type Fits = (own: number, given: Given) => boolean
/** `width`: bytes of an entry. `forLoads`: a load needs it of each segment, to know which records that has. */
type Part = { width: 1 | 2 | 4; fits: Fits; forLoads?: true }

const perRecord: Fits = (own, { count }) => own === count
const perString =
  (table: TableName): Fits =>
  (own, { entries }) =>
    own === entries(`${table}.starts`) - 1
/** Where something begins for each string, and where the last ends. */
const startPerString =
  (table: TableName): Fits =>
  (own, { entries }) =>
    own === entries(`${table}.starts`)
/** So many as the last of the starts says. */
const upTo =
  (starts: PartName): Fits =>
  (own, { last }) =>
    own === last(starts)
const sameAs =
  (part: PartName): Fits =>
  (own, { entries }) =>
    own === entries(part)
const slotsFor =
  (table: TableName): Fits =>
  (own, { entries }) =>
    own >= entries(`${table}.starts`) && (own & (own - 1)) === 0

const ofTable = <T extends TableName>(table: T) =>
  ({
    [`${table}.bytes`]: { width: 1, fits: upTo(`${table}.starts`) },
    [`${table}.starts`]: { width: 4, fits: (own: number) => own > 0 },
  }) as { [K in `${T}.${keyof StringTable}`]: Part }

const ofFacet = (name: (typeof facetNames)[number]): [string, Part][] => [
  [`facet.${name}.starts`, { width: 4, fits: (own, { count }) => own === 0 || own === count + 1 }],
  [
    `facet.${name}.values`,
    {
      width: 4,
      fits: (own, { entries, last, count }) =>
        own === (entries(`facet.${name}.starts`) === 0 ? count : last(`facet.${name}.starts`)),
    },
  ],
]

/** Everything that is stored of a segment beside its streams; all that writes, reads or checks a part goes by this. */
export const segmentParts: { [K in PartName]: Part } = {
  ...ofTable('terms'),
  frequency: { width: 4, fits: perString('terms') },
  postingsAt: { width: 4, fits: startPerString('terms') },
  positionsAt: { width: 4, fits: startPerString('terms') },
  skipStarts: { width: 4, fits: startPerString('terms') },
  skipDocs: { width: 4, fits: upTo('skipStarts') },
  skipPostings: { width: 4, fits: sameAs('skipDocs') },
  skipPositions: { width: 4, fits: sameAs('skipDocs') },
  ...ofTable('stems'),
  stemStarts: { width: 4, fits: startPerString('stems') },
  stemTerms: { width: 4, fits: upTo('stemStarts') },
  'ids.bytes': { width: 1, fits: upTo('ids.starts'), forLoads: true },
  'ids.starts': { width: 4, fits: (own) => own > 0, forLoads: true },
  idDocs: { width: 4, fits: perString('ids'), forLoads: true },
  idOrder: { width: 4, fits: perRecord },
  idSlots: { width: 4, fits: slotsFor('ids'), forLoads: true },
  ...ofTable('titles'),
  titleOrder: { width: 4, fits: perRecord },
  ...ofTable('authors'),
  authorOrder: { width: 4, fits: perRecord },
  year: { width: 2, fits: perRecord },
  date: { width: 4, fits: perRecord },
  wholeTitle: { width: 4, fits: perRecord },
  shortTitle: { width: 4, fits: perRecord },
  titleWords: { width: 1, fits: perRecord },
  rows: { width: 4, fits: perRecord, forLoads: true },
  ...ofTable('identifiers'),
  identifierSlots: { width: 4, fits: slotsFor('identifiers') },
  identifierStarts: { width: 4, fits: startPerString('identifiers') },
  identifierDocs: { width: 4, fits: upTo('identifierStarts') },
  ...(Object.fromEntries(facetNames.flatMap(ofFacet)) as { [K in FacetPart]: Part }),
}
export const partNames = Object.keys(segmentParts) as PartName[]
export const loadPartNames = partNames.filter((name) => segmentParts[name].forLoads)

/** The parts by name: what is stored, and what one thread hands to another. */
export type SegmentParts = { [K in PartName]: SharedArrayBuffer }

/** Where a part lies: the object that has it, and its name there. */
function placeOf(segment: { facets: object[] }, name: PartName) {
  const [head, tail, end] = name.split('.') as [string, string?, string?]
  const tables = segment as unknown as Record<string, object>
  if (end) return { holder: segment.facets[facetNames.indexOf(tail as FacetField)] as Record<string, Values>, key: end }
  if (tail) {
    tables[head] ??= {}
    return { holder: tables[head] as Record<string, Values>, key: tail }
  }
  return { holder: tables as Record<string, Values>, key: head }
}

export function partOf(segment: Segment, name: PartName): Values {
  const { holder, key } = placeOf(segment, name)
  return holder[key]!
}

function valuesIn(buffer: SharedArrayBuffer, name: PartName): Values {
  if (name.endsWith('.bytes')) return Buffer.from(buffer)
  const { width } = segmentParts[name]
  return width === 4 ? new Uint32Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint8Array(buffer)
}

/** A segment over memory that threads share; of some parts alone, what they are. */
export function segmentOf<T extends Partial<Segment> = Segment>(parts: Partial<SegmentParts>): T {
  const made = { count: (parts.rows?.byteLength ?? 0) / segmentParts.rows.width, facets: facetNames.map(() => ({})) }
  for (const [name, buffer] of Object.entries(parts) as [PartName, SharedArrayBuffer][]) {
    const { holder, key } = placeOf(made, name)
    holder[key] = valuesIn(buffer, name)
  }
  // A copy, because an object that has grown name by name is slow to read, and searches read it a great deal.
  return { ...made } as unknown as T
}
