import { facetNames } from '#features/catalogue/facets.ts'
import type { AnalysedRecords, NumberLists, StringLists } from './analysed-records.ts'
import { ByteWriter, NumberList } from './byte-writer.ts'
import type { Segment } from './segment.ts'
import { facetColumn, identifierTables, idTables, sortColumn } from './segment-columns.ts'
import { SkipWriter } from './skips.ts'
import { stemTableOf } from './stem-table.ts'
import { sortText, tableOf } from './string-table.ts'

/** Numbers a facet's value; the dictionary grows with each new one. */
export type NumberValue = (facet: number, value: string) => number

export type BuiltSegment = { segment: Segment; postings: Uint8Array; positions: Uint8Array }

/** Collects analysed records and turns them into one segment. */
export class SegmentBuilder {
  count = 0
  private readonly numberValue: NumberValue
  private readonly terms = new Map<string, number>()
  private readonly words: string[] = []
  /** One entry for every word in its order: term, field << 16 | position. Those of a doc end at `tokenEnds[doc]`. */
  private readonly tokenTerms = new NumberList(1 << 16)
  private readonly tokenPlaces = new NumberList(1 << 16)
  private readonly tokenEnds = new NumberList()
  private readonly ids: string[] = []
  private readonly titles: string[] = []
  private readonly authors: string[] = []
  private readonly years = new NumberList()
  private readonly dates = new NumberList()
  private readonly wholeTitles = new NumberList()
  private readonly shortTitles = new NumberList()
  private readonly titleWords = new NumberList()
  private readonly otherTitleStarts = new NumberList()
  private readonly otherTitles = new NumberList()
  private readonly rows = new NumberList()
  private readonly identifiers = new Map<string, number[]>()
  private readonly facetStarts = facetNames.map(() => new NumberList())
  private readonly facetValues = facetNames.map(() => new NumberList())
  /** The batch that the last record was of. */
  private batch: Batch | undefined

  constructor(numberValue: NumberValue) {
    this.numberValue = numberValue
  }

  /** Adds record number `at`. Returns its number in this segment. */
  add(records: AnalysedRecords, at: number, row: number): number {
    if (this.batch?.records !== records) this.batch = batchOf(records)
    const { terms, values } = this.batch
    const doc = this.count++
    for (let i = startOf(records.words, at); i < records.words.ends[at]!; i++) {
      this.tokenTerms.push(terms.at(i, this.termOf))
      this.tokenPlaces.push(records.places[i]!)
    }
    this.tokenEnds.push(this.tokenTerms.length)
    this.ids.push(records.ids[at]!)
    this.rows.push(row)
    this.titles.push(records.titles[at]!)
    this.authors.push(records.authors[at]!)
    this.years.push(records.year[at]!)
    this.dates.push(records.date[at]!)
    this.wholeTitles.push(records.wholeTitle[at]!)
    this.shortTitles.push(records.shortTitle[at]!)
    this.titleWords.push(records.titleWords[at]!)
    this.otherTitleStarts.push(this.otherTitles.length)
    const { otherTitles, identifiers, facets } = records
    for (let i = startOf(otherTitles, at); i < otherTitles.ends[at]!; i++) this.otherTitles.push(otherTitles.values[i]!)
    for (let i = startOf(identifiers, at); i < identifiers.ends[at]!; i++)
      this.addIdentifier(doc, identifiers.distinct[identifiers.values[i]!]!)
    facets.forEach((lists, facet) => {
      const numbers = this.facetValues[facet]!
      this.facetStarts[facet]!.push(numbers.length)
      const numberOf = (value: string) => this.numberValue(facet, value)
      for (let i = startOf(lists, at); i < lists.ends[at]!; i++) numbers.push(values[facet]!.at(i, numberOf))
    })
    return doc
  }

  private readonly termOf = (word: string): number => {
    const known = this.terms.get(word)
    if (known !== undefined) return known
    this.terms.set(word, this.words.length)
    this.words.push(word)
    return this.words.length - 1
  }

  private addIdentifier(doc: number, key: string) {
    const docs = this.identifiers.get(key)
    if (docs) docs.push(doc)
    else this.identifiers.set(key, [doc])
  }

  build(): BuiltSegment {
    const sorted = sortText([...this.words])
    const { starts, docs, places } = this.tokensByTerm(sorted)
    const postings = new ByteWriter(docs.length * 3)
    const positions = new ByteWriter(docs.length * 2)
    const skips = new SkipWriter()
    const frequency = new Uint32Array(sorted.length)
    const postingsAt = new Uint32Array(sorted.length + 1)
    const positionsAt = new Uint32Array(sorted.length + 1)
    for (let term = 0; term < sorted.length; term++) {
      frequency[term] = encodeTerm(docs, places, starts[term]!, starts[term + 1]!, postings, positions, skips)
      skips.endTerm()
      postingsAt[term + 1] = postings.length
      positionsAt[term + 1] = positions.length
    }
    const segment: Segment = {
      count: this.count,
      terms: tableOf(sorted),
      frequency,
      postingsAt,
      positionsAt,
      ...skips.parts(),
      ...stemTableOf(sorted),
      ...idTables(this.ids),
      ...sortColumn('titles', 'titleOrder', this.titles),
      ...sortColumn('authors', 'authorOrder', this.authors),
      year: Uint16Array.from(this.years.view()),
      date: this.dates.view(),
      wholeTitle: this.wholeTitles.view(),
      shortTitle: this.shortTitles.view(),
      titleWords: Uint8Array.from(this.titleWords.view()),
      otherTitleStarts: Uint32Array.from([...this.otherTitleStarts.view(), this.otherTitles.length]),
      otherTitles: this.otherTitles.view(),
      rows: this.rows.view(),
      ...identifierTables(this.identifiers),
      facets: facetNames.map((_, facet) =>
        facetColumn(this.facetStarts[facet]!.view(), this.facetValues[facet]!.view()),
      ),
    }
    return { segment, postings: postings.view(), positions: positions.view() }
  }

  /** All words of all documents, sorted by word, then doc, then position. */
  private tokensByTerm(sorted: string[]) {
    const rank = new Uint32Array(sorted.length)
    for (let i = 0; i < sorted.length; i++) rank[this.terms.get(sorted[i]!)!] = i
    const total = this.tokenTerms.length
    const terms = this.tokenTerms.view()
    const starts = new Uint32Array(sorted.length + 1)
    for (let i = 0; i < total; i++) starts[rank[terms[i]!]! + 1]!++
    for (let i = 0; i < sorted.length; i++) starts[i + 1]! += starts[i]!
    const next = starts.slice()
    const docs = new Uint32Array(total)
    const places = new Uint32Array(total)
    for (let doc = 0, i = 0; doc < this.count; doc++)
      for (; i < this.tokenEnds.values[doc]!; i++) {
        const at = next[rank[terms[i]!]!]!++
        docs[at] = doc
        places[at] = this.tokenPlaces.values[i]!
      }
    return { starts, docs, places }
  }
}

const startOf = ({ ends }: NumberLists, at: number): number => (at === 0 ? 0 : ends[at - 1]!)

/** A batch's own numbers of words and facet values, as those of the segment and of the dictionary. */
type Batch = { records: AnalysedRecords; terms: Renumbered; values: Renumbered[] }

const batchOf = (records: AnalysedRecords): Batch => ({
  records,
  terms: new Renumbered(records.words),
  values: records.facets.map((lists) => new Renumbered(lists)),
})

/** Asks for the number of each string when it first comes: one of a record that is not added gets none. */
class Renumbered {
  private readonly lists: StringLists
  private readonly known: Int32Array

  constructor(lists: StringLists) {
    this.lists = lists
    this.known = new Int32Array(lists.distinct.length).fill(-1)
  }

  at(i: number, numberOf: (text: string) => number): number {
    const place = this.lists.values[i]!
    const before = this.known[place]!
    if (before !== -1) return before
    const number = numberOf(this.lists.distinct[place]!)
    this.known[place] = number
    return number
  }
}

/**
 * Postings: for each doc the delta from the previous one, then a byte with one bit per field. Positions: for each of
 * these fields the deltas, doubled; the lowest bit is set if another follows. Returns the doc count.
 */
function encodeTerm(
  docs: Uint32Array,
  places: Uint32Array,
  from: number,
  to: number,
  postings: ByteWriter,
  positions: ByteWriter,
  skips: SkipWriter,
): number {
  const firstPosting = postings.length
  const firstPosition = positions.length
  let count = 0
  let before = 0
  for (let at = from; at < to; ) {
    const doc = docs[at]!
    skips.before(count, before, postings.length - firstPosting, positions.length - firstPosition)
    let fields = 0
    let position = 0
    for (; at < to && docs[at] === doc; at++) {
      const place = places[at]!
      const bit = 1 << (place >>> 16)
      if ((fields & bit) === 0) position = 0
      fields |= bit
      const more = at + 1 < to && docs[at + 1] === doc && places[at + 1]! >>> 16 === place >>> 16
      positions.varint((((place & 0xffff) - position) << 1) | (more ? 1 : 0))
      position = place & 0xffff
    }
    postings.varint(doc - before)
    postings.byte(fields)
    before = doc
    count++
  }
  return count
}
