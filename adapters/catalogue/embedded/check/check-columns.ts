import { facetNames } from '#features/catalogue/facets.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import { type PartName, partOf } from '../index/segment.ts'
import { stemTableOf } from '../index/stem-table.ts'
import { compareEntries, type StringTable, sizeOf, slotsOf, textAt } from '../index/string-table.ts'
import { isDeleted } from '../snapshot.ts'
import type { CheckedSegment } from './check-stored.ts'
import type { Findings } from './findings.ts'

type Numbers = Uint8Array | Uint16Array | Uint32Array

const isAscending = (numbers: Numbers) => {
  for (let i = 1; i < numbers.length; i++) if (numbers[i]! < numbers[i - 1]!) return false
  return numbers.length === 0 || numbers[0] === 0
}
const isBelow = (numbers: Numbers, limit: number) => numbers.every((each) => each < limit)
const isSame = (a: Numbers, b: Numbers) => a.length === b.length && a.every((each, i) => each === b[i])
const isSorted = (table: StringTable) => {
  for (let i = 1; i < sizeOf(table); i++) if (compareEntries(table, i - 1, table, i) >= 0) return false
  return true
}

const startsOf: PartName[] = [
  'terms.starts',
  'postingsAt',
  'positionsAt',
  'skipStarts',
  'stems.starts',
  'stemStarts',
  'ids.starts',
  'titles.starts',
  'authors.starts',
  'identifiers.starts',
  'identifierStarts',
  'otherTitleStarts',
  ...facetNames.map((name): PartName => `facet.${name}.starts`),
]

/** Checks the parts of a segment against each other. Returns whether they are safe to read. */
export function checkColumns(
  { id, segment, deleted }: CheckedSegment,
  { dictionary, nextRow }: { dictionary: FacetDictionary; nextRow: number },
  findings: Findings,
): boolean {
  let isSound = true
  const expect = (holds: boolean, part: string) => {
    if (holds) return
    isSound = false
    findings.note('inconsistent', `Segment ${id}: the part “${part}” contradicts the others`)
  }
  const { count } = segment
  for (const name of startsOf) expect(isAscending(partOf(segment, name)), name)
  if (!isSound) return false
  for (const table of ['terms', 'stems', 'ids', 'titles', 'authors', 'identifiers'] as const)
    expect(isSorted(segment[table]), `${table}.bytes`)
  expect(isBelow(segment.idDocs, count), 'idDocs')
  expect(isBelow(segment.idOrder, Math.max(1, sizeOf(segment.ids))), 'idOrder')
  expect(isBelow(segment.identifierDocs, count), 'identifierDocs')
  expect(isBelow(segment.skipDocs, count), 'skipDocs')
  expect(isBelow(segment.titleOrder, sizeOf(segment.titles) + 1), 'titleOrder')
  expect(isBelow(segment.authorOrder, sizeOf(segment.authors) + 1), 'authorOrder')
  expect(isBelow(segment.rows, nextRow), 'rows')
  expect(isSame(segment.idSlots, slotsOf(segment.ids)), 'idSlots')
  expect(isSame(segment.identifierSlots, slotsOf(segment.identifiers)), 'identifierSlots')
  segment.facets.forEach(({ starts, values }, facet) => {
    // If no record has more than one value, 0 means none.
    const known = dictionary.values[facet]!.length + (starts.length === 0 ? 1 : 0)
    expect(isBelow(values, known), `facet.${facetNames[facet]}.values`)
  })
  const stems = stemTableOf(Array.from({ length: sizeOf(segment.terms) }, (_, term) => textAt(segment.terms, term)))
  expect(isSame(segment.stems.bytes, stems.stems.bytes), 'stems.bytes')
  expect(isSame(segment.stems.starts, stems.stems.starts), 'stems.starts')
  expect(isSame(segment.stemStarts, stems.stemStarts), 'stemStarts')
  expect(isSame(segment.stemTerms, stems.stemTerms), 'stemTerms')
  if (!isSound) return false
  // A record replaced within its own load has no place among the ids.
  expect(
    segment.idDocs.every((doc, place) => segment.idOrder[doc] === place),
    'idDocs',
  )
  expect(
    segment.idOrder.every((place, doc) => segment.idDocs[place] === doc || (deleted && isDeleted(deleted, doc))),
    'idOrder',
  )
  return isSound
}
