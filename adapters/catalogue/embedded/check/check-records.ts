import { facetNames } from '#features/catalogue/facets.ts'
import type { RecordRow } from '../../packed-records.ts'
import { analyseRecords } from '../index/analysed-records.ts'
import type { FacetDictionary } from '../index/facet-dictionary.ts'
import type { FacetColumn, Segment } from '../index/segment.ts'
import { SegmentBuilder } from '../index/segment-builder.ts'
import { findHashed, sizeOf, textAt } from '../index/string-table.ts'
import { isDeleted } from '../snapshot.ts'
import type { CheckedSegment } from './check-stored.ts'
import { sumWords, type WordSums } from './check-words.ts'
import type { Expected } from './expected-records.ts'
import type { Findings } from './findings.ts'
import { readRow } from './row-damage.ts'

/** `words`: undefined if the streams cannot be trusted. */
export type ComparedSegment = CheckedSegment & { words: WordSums | undefined }

/** Compares records with their index entries, which it recomputes from the documents. */
export class RecordComparison {
  private readonly segments: ComparedSegment[]
  private readonly dictionary: FacetDictionary
  private readonly findings: Findings
  /** Whether some segments could not be read: a missing entry may be in one of them. */
  private readonly isPart: boolean
  /** Whether any record was unreadable or differs from what was loaded. */
  hasDamage = false
  private readonly seen: Uint8Array[]
  private readonly identifiersOf: Uint32Array[]

  constructor(segments: ComparedSegment[], dictionary: FacetDictionary, isPart: boolean, findings: Findings) {
    this.segments = segments
    this.dictionary = dictionary
    this.isPart = isPart
    this.findings = findings
    this.seen = segments.map(({ segment }) => new Uint8Array(segment.count))
    this.identifiersOf = segments.map(({ segment }) => {
      const counts = new Uint32Array(segment.count)
      for (const doc of segment.identifierDocs) counts[doc]!++
      return counts
    })
  }

  compare(rows: (RecordRow & { row: number })[], expected: Expected) {
    const builder = new SegmentBuilder((facet, value) => this.dictionary.numberOf(facet, value) ?? 0xfffffffe)
    const read = rows.flatMap((each) => {
      const seen = readRow(each, expected.digestOf(each.row))
      if ('lost' in seen || seen.changed) this.hasDamage = true
      if ('lost' in seen) {
        this.findings.note('that cannot be read', seen.lost)
        this.skip(each.row)
        return []
      }
      if (seen.changed) this.findings.note('with other content than the index was made of', seen.document.id)
      return [{ row: each.row, document: seen.document }]
    })
    const analysed = analyseRecords(read.map(({ document }) => document))
    read.forEach(({ row }, at) => {
      builder.add(analysed, at, row)
    })
    const { segment: made, ...streams } = builder.build()
    const nextOf = (bytes: Uint8Array) => {
      let at = 0
      return (length: number) => {
        at += length
        return bytes.subarray(at - length, at)
      }
    }
    const next = { postings: nextOf(streams.postings), positions: nextOf(streams.positions) }
    const words = sumWords(made, next, () => {})
    const identifiers = keysByDoc(made)
    read.forEach(({ row, document: { id } }, doc) => {
      const place = this.placeOf({ id, row })
      if (place) this.compareOne({ id, doc }, place, { made, words, identifiers: identifiers[doc]! })
    })
  }

  /** An unreadable record is reported once. */
  private skip(row: number) {
    this.segments.forEach(({ segment }, index) => {
      const doc = segment.rows.indexOf(row)
      if (doc >= 0) this.seen[index]![doc] = 1
    })
  }

  private placeOf({ id, row }: { id: string; row: number }): { index: number; doc: number } | undefined {
    const places = this.segments.flatMap(({ segment, deleted }, index) => {
      const place = findHashed(segment.ids, segment.idSlots, id)
      const doc = place < 0 ? -1 : segment.idDocs[place]!
      return doc < 0 || (deleted && isDeleted(deleted, doc)) ? [] : [{ index, doc }]
    })
    if (places.length > 1) this.findings.note('more than once in the index', id)
    const found = places.find(({ index, doc }) => this.segments[index]!.segment.rows[doc] === row)
    if (found) this.seen[found.index]![found.doc] = 1
    else if (places.length > 0) this.findings.note('found by their number in another row', id)
    else if (!this.isPart) this.findings.note('not found by their number', id)
    return found
  }

  private compareOne(
    { id, doc }: { id: string; doc: number },
    place: { index: number; doc: number },
    expected: { made: Segment; words: WordSums; identifiers: string[] },
  ) {
    const { segment, words } = this.segments[place.index]!
    const { made } = expected
    const note = (kind: string, example = id) => this.findings.note(kind, example)
    for (const key of expected.identifiers)
      if (!hasIdentifier(segment, key, place.doc)) note('not found by an identifier', `${id} by ${key}`)
    if (this.identifiersOf[place.index]![place.doc]! > expected.identifiers.length)
      note('found by an identifier that they do not have')
    facetNames.forEach((name, facet) => {
      const same = valuesAt(segment.facets[facet]!, place.doc).join() === valuesAt(made.facets[facet]!, doc).join()
      if (!same) note(`with other values of the facet “${name}”`)
    })
    const keyOf = (of: Segment, at: number, table: 'titles' | 'authors', order: 'titleOrder' | 'authorOrder') =>
      of[order][at] === 0 ? '' : textAt(of[table], of[order][at]! - 1)
    for (const [table, order] of [
      ['titles', 'titleOrder'],
      ['authors', 'authorOrder'],
    ] as const)
      if (keyOf(segment, place.doc, table, order) !== keyOf(made, doc, table, order))
        note(`sorted as another of the ${table}`)
    for (const column of ['year', 'date', 'wholeTitle', 'shortTitle', 'titleWords'] as const)
      if (segment[column][place.doc] !== made[column][doc]) note(`with another value of “${column}”`)
    if (otherTitlesAt(segment, place.doc) !== otherTitlesAt(made, doc)) note('with other titles')
    if (words && (words.one[place.doc] !== expected.words.one[doc] || words.two[place.doc] !== expected.words.two[doc]))
      note('not found by exactly their words')
  }

  /** Reports index entries that have no row. */
  end() {
    this.segments.forEach(({ segment, deleted }, index) => {
      for (let doc = 0; doc < segment.count; doc++)
        if (!this.seen[index]![doc] && !(deleted && isDeleted(deleted, doc)))
          this.findings.note('in the index without a record', textAt(segment.ids, segment.idOrder[doc]!))
    })
  }
}

const otherTitlesAt = ({ otherTitleStarts, otherTitles }: Segment, doc: number): string =>
  otherTitles.subarray(otherTitleStarts[doc], otherTitleStarts[doc + 1]).join()

function keysByDoc({ count, identifiers, identifierStarts, identifierDocs }: Segment): string[][] {
  const keys: string[][] = Array.from({ length: count }, () => [])
  for (let place = 0; place < sizeOf(identifiers); place++)
    for (let at = identifierStarts[place]!; at < identifierStarts[place + 1]!; at++)
      keys[identifierDocs[at]!]!.push(textAt(identifiers, place))
  return keys
}

function hasIdentifier(segment: Segment, key: string, doc: number): boolean {
  const place = findHashed(segment.identifiers, segment.identifierSlots, key)
  if (place < 0) return false
  const { identifierStarts, identifierDocs } = segment
  return identifierDocs.subarray(identifierStarts[place]!, identifierStarts[place + 1]!).includes(doc)
}

function valuesAt({ starts, values }: FacetColumn, doc: number): number[] {
  if (starts.length > 0) return [...values.subarray(starts[doc]!, starts[doc + 1]!)]
  return values[doc] === 0 ? [] : [values[doc]! - 1]
}
