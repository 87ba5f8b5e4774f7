import { type FacetField, facetNames } from '#features/catalogue/facets.ts'
import type { SearchField } from '#features/catalogue/query/server/query.ts'
import type { StringTable } from './string-table.ts'

/** Fields whose words have postings, in bit order. Identifiers have their own table. */
export const textFields = [
  'title',
  'author',
  'series',
  'subject',
  'genre',
  'notes',
  'localNotes',
] as const satisfies SearchField[]

/**
 * The values of one facet. If no record has more than one, `starts` is empty and `values[doc]` is the value's number in
 * the dictionary + 1, or 0; otherwise those of `doc` lie from `starts[doc]` to `starts[doc + 1]`, without the + 1.
 */
export type FacetColumn = { starts: Uint32Array; values: Uint32Array }

/** An immutable index over `count` records, numbered from 0 in load order. */
export type Segment = {
  count: number
  /** Sorted words, the number of records with each, and the start of its postings and positions. */
  terms: StringTable
  frequency: Uint32Array
  postingsAt: Uint32Array
  positionsAt: Uint32Array
  /** Skip entries: those of a term begin at `skipStarts[term]`, see `stretchesFor`. */
  skipStarts: Uint32Array
  skipDocs: Uint32Array
  skipPostings: Uint32Array
  skipPositions: Uint32Array
  /** Stems shared by several words, or different from their word: `stemTerms` from `stemStarts[i]` on. */
  stems: StringTable
  stemStarts: Uint32Array
  stemTerms: Uint32Array
  /** The distinct ids in order, the doc of each, and the place of each doc's id. */
  ids: StringTable
  idDocs: Uint32Array
  idOrder: Uint32Array
  idSlots: Uint32Array
  /** Distinct sort keys in order; `titleOrder[doc]` is the place + 1, or 0 for an empty key. */
  titles: StringTable
  titleOrder: Uint32Array
  authors: StringTable
  authorOrder: Uint32Array
  /** 0 if unknown. Dates as the number YYYYMMDD. */
  year: Uint16Array
  date: Uint32Array
  /** Hash of the words of the whole title, and of the title without its article; number of words, at most 255. */
  wholeTitle: Uint32Array
  shortTitle: Uint32Array
  titleWords: Uint8Array
  /**
   * Hashes of further titles, see `titleKeysOf`: those of `doc` from `otherTitleStarts[doc]` on. The last bit is 0 for the
   * title proper, 1 for another title.
   */
  otherTitleStarts: Uint32Array
  otherTitles: Uint32Array
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
type FacetPart = `facet.${FacetField}.${keyof FacetColumn}`
export type PartName = `${TableName}.${keyof StringTable}` | ColumnName | FacetPart

/** Input of the check of a part: the other parts' lengths and last entries, and the record count. */
type Given = { entries(part: PartName): number; last(part: PartName): number; count: number }
/** Whether a part of this length is consistent with the others. */
type Fits = (own: number, given: Given) => boolean
/** `width`: bytes per entry. `forLoads`: every load reads it, to know which records the segment has. */
type Part = { width: 1 | 2 | 4; fits: Fits; forLoads?: true }

const perRecord: Fits = (own, { count }) => own === count
const perString =
  (table: TableName): Fits =>
  (own, { entries }) =>
    own === entries(`${table}.starts`) - 1
/** The start of each string's entries, and the end of the last. */
const startPerString =
  (table: TableName): Fits =>
  (own, { entries }) =>
    own === entries(`${table}.starts`)
/** As many entries as the last start says. */
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

const ofFacet = (name: FacetField): [string, Part][] => [
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

/** Every stored part of a segment except its streams; whatever writes, reads or checks a part uses this table. */
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
  otherTitleStarts: { width: 4, fits: (own, { count }) => own === count + 1 },
  otherTitles: { width: 4, fits: upTo('otherTitleStarts') },
  rows: { width: 4, fits: perRecord, forLoads: true },
  ...ofTable('identifiers'),
  identifierSlots: { width: 4, fits: slotsFor('identifiers') },
  identifierStarts: { width: 4, fits: startPerString('identifiers') },
  identifierDocs: { width: 4, fits: upTo('identifierStarts') },
  ...(Object.fromEntries(facetNames.flatMap(ofFacet)) as { [K in FacetPart]: Part }),
}
export const partNames = Object.keys(segmentParts) as PartName[]
export const loadPartNames = partNames.filter((name) => segmentParts[name].forLoads)

/** The parts by name, as stored and as passed between threads. */
export type SegmentParts = { [K in PartName]: SharedArrayBuffer }

/** The object that holds a part, and its name there. */
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

/** A segment over shared memory; from only some parts, a partial one. */
export function segmentOf<T extends Partial<Segment> = Segment>(parts: Partial<SegmentParts>): T {
  const made = { count: (parts.rows?.byteLength ?? 0) / segmentParts.rows.width, facets: facetNames.map(() => ({})) }
  for (const [name, buffer] of Object.entries(parts) as [PartName, SharedArrayBuffer][]) {
    const { holder, key } = placeOf(made, name)
    holder[key] = valuesIn(buffer, name)
  }
  // Copied because an object built property by property is slow to read, and searches read it heavily.
  return { ...made } as unknown as T
}
