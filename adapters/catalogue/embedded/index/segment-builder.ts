import { facetFields, facetNames } from '#features/catalogue/facets.ts'
import { identifiersOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { titleKeysOf } from '#features/catalogue/query/server/title-keys.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { identifierKey } from '#marc/identifier.ts'
import { dayNumber } from '../../day-number.ts'
import { ByteWriter, NumberList } from './byte-writer.ts'
import { localTerm } from './local-terms.ts'
import { type Segment, textFields } from './segment.ts'
import { facetColumn, identifierTables, idTables, sortColumn } from './segment-columns.ts'
import { SkipWriter } from './skips.ts'
import { stemTableOf } from './stem-table.ts'
import { hashText, sortText, tableOf } from './string-table.ts'
import { titleHash } from './title-hash.ts'

/** Further words in one field of one record are not indexed. */
const maxPositions = 0xfff0

/** Numbers a facet's value; the dictionary grows with each new one. */
export type NumberValue = (facet: number, value: string) => number

export type BuiltSegment = { segment: Segment; postings: Uint8Array; positions: Uint8Array }

/** Collects documents and turns them into one segment. */
export class SegmentBuilder {
  count = 0
  private readonly numberValue: NumberValue
  private readonly terms = new Map<string, number>()
  private readonly words: string[] = []
  /** One entry for every word in its order: term, doc, field << 16 | position. */
  private readonly tokenTerms = new NumberList(1 << 16)
  private readonly tokenDocs = new NumberList(1 << 16)
  private readonly tokenPlaces = new NumberList(1 << 16)
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

  constructor(numberValue: NumberValue) {
    this.numberValue = numberValue
  }

  /** Returns the document's number in this segment. */
  add(document: BibliographicDocument, row: number): number {
    const doc = this.count++
    for (let field = 0; field < textFields.length; field++) this.addText(doc, field, document)
    this.ids.push(document.id)
    this.rows.push(row)
    this.titles.push(document.titleSort)
    this.authors.push(document.authorSort)
    this.years.push(document.publicationYear ?? 0)
    this.dates.push(dayNumber(document.voyagerCreateDate))
    const { whole, short, proper, other } = titleKeysOf(document)
    this.wholeTitles.push(hashText(whole))
    this.shortTitles.push(hashText(short))
    this.titleWords.push(Math.min(255, wordsIn(whole)))
    this.otherTitleStarts.push(this.otherTitles.length)
    for (const title of proper) this.otherTitles.push(titleHash(title, 'proper'))
    for (const title of other) this.otherTitles.push(titleHash(title, 'other'))
    for (const identifier of identifiersOf(document)) this.addIdentifier(doc, identifierKey(identifier).key)
    for (let facet = 0; facet < facetNames.length; facet++) {
      this.facetStarts[facet]!.push(this.facetValues[facet]!.length)
      const values = new Set(facetFields[facetNames[facet]!].values(document))
      for (const value of values) if (value !== '') this.facetValues[facet]!.push(this.numberValue(facet, value))
    }
    return doc
  }

  private addText(doc: number, field: number, document: BibliographicDocument) {
    const isLocal = textFields[field] === 'localNotes'
    let position = 0
    for (const text of searchFields[textFields[field]!].text(document)) {
      if (text === '') continue
      for (const word of analyse(text)) {
        if (position >= maxPositions) return
        this.tokenTerms.push(this.termOf(isLocal ? localTerm(word) : word))
        this.tokenDocs.push(doc)
        this.tokenPlaces.push((field << 16) | position)
        position++
      }
      // The gap keeps a phrase from matching across two values.
      position++
    }
  }

  private termOf(word: string): number {
    const known = this.terms.get(word)
    if (known !== undefined) return known
    this.terms.set(word, this.words.length)
    this.words.push(word)
    return this.words.length - 1
  }

  private addIdentifier(doc: number, key: string) {
    if (key === '') return
    const docs = this.identifiers.get(key)
    if (!docs) this.identifiers.set(key, [doc])
    else if (docs.at(-1) !== doc) docs.push(doc)
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
    const starts = new Uint32Array(sorted.length + 1)
    for (let i = 0; i < total; i++) starts[rank[this.tokenTerms.values[i]!]! + 1]!++
    for (let i = 0; i < sorted.length; i++) starts[i + 1]! += starts[i]!
    const next = starts.slice()
    const docs = new Uint32Array(total)
    const places = new Uint32Array(total)
    for (let i = 0; i < total; i++) {
      const at = next[rank[this.tokenTerms.values[i]!]!]!++
      docs[at] = this.tokenDocs.values[i]!
      places[at] = this.tokenPlaces.values[i]!
    }
    return { starts, docs, places }
  }
}

const wordsIn = (text: string): number => (text === '' ? 0 : text.split(' ').length)

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
