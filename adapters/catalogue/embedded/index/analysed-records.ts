import { facetNames } from '#features/catalogue/facets.ts'
import { facetValues, identifierKeysOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { titleKeysOf } from '#features/catalogue/query/server/title-keys.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { dayNumber } from '../../day-number.ts'
import { NumberList } from './byte-writer.ts'
import { localTerm } from './local-terms.ts'
import { textFields } from './segment.ts'
import { hashText } from './string-table.ts'
import { titleHash } from './title-hash.ts'

/** Further words in one field of one record are not indexed. */
const maxPositions = 0xfff0

/** The numbers of record `i` are those from `ends[i - 1]`, or 0, to `ends[i]`. */
export type NumberLists = { ends: Uint32Array; values: Uint32Array }

/** The same for strings: the numbers are places in `distinct`. */
export type StringLists = NumberLists & { distinct: string[] }

/** All that an index has of some records, apart from any segment: any thread can make it, and appending it is quick. */
export type AnalysedRecords = {
  ids: string[]
  /** Sort keys. */
  titles: string[]
  authors: string[]
  /** See `Segment`. */
  year: Uint32Array
  date: Uint32Array
  wholeTitle: Uint32Array
  shortTitle: Uint32Array
  titleWords: Uint32Array
  otherTitles: NumberLists
  /** Every word in its order; `places`, one for each: field << 16 | position. */
  words: StringLists
  places: Uint32Array
  identifiers: StringLists
  /** In the order of `facetNames`. */
  facets: StringLists[]
}

const columns = ['year', 'date', 'wholeTitle', 'shortTitle', 'titleWords'] as const

export function analyseRecords(documents: readonly BibliographicDocument[]): AnalysedRecords {
  const otherTitles = new ListsWriter()
  const words = new StringListsWriter()
  const places = new NumberList()
  const identifiers = new StringListsWriter()
  const facets = facetNames.map(() => new StringListsWriter())
  const ofColumn = Object.fromEntries(columns.map((name) => [name, new Uint32Array(documents.length)])) as Record<
    (typeof columns)[number],
    Uint32Array
  >
  documents.forEach((document, i) => {
    textFields.forEach((field, bit) => {
      addText(words, places, bit, searchFields[field].text(document), field === 'localNotes')
    })
    words.end()
    const { whole, short, proper, other } = titleKeysOf(document)
    ofColumn.year[i] = document.publicationYear ?? 0
    ofColumn.date[i] = dayNumber(document.voyagerCreateDate)
    ofColumn.wholeTitle[i] = hashText(whole)
    ofColumn.shortTitle[i] = hashText(short)
    ofColumn.titleWords[i] = Math.min(255, wordsIn(whole))
    for (const title of proper) otherTitles.push(titleHash(title, 'proper'))
    for (const title of other) otherTitles.push(titleHash(title, 'other'))
    otherTitles.end()
    for (const key of identifierKeysOf(document)) identifiers.add(key)
    identifiers.end()
    facetNames.forEach((name, facet) => {
      for (const value of new Set(facetValues[name](document))) if (value !== '') facets[facet]!.add(value)
      facets[facet]!.end()
    })
  })
  return {
    ids: documents.map(({ id }) => id),
    titles: documents.map(({ titleSort }) => titleSort),
    authors: documents.map(({ authorSort }) => authorSort),
    ...ofColumn,
    otherTitles: otherTitles.lists(),
    words: words.lists(),
    places: places.view().slice(),
    identifiers: identifiers.lists(),
    facets: facets.map((each) => each.lists()),
  }
}

function addText(words: StringListsWriter, places: NumberList, field: number, texts: string[], isLocal: boolean) {
  let position = 0
  for (const text of texts) {
    if (text === '') continue
    for (const word of analyse(text)) {
      if (position >= maxPositions) return
      words.add(isLocal ? localTerm(word) : word)
      places.push((field << 16) | position)
      position++
    }
    // The gap keeps a phrase from matching across two values.
    position++
  }
}

const wordsIn = (text: string): number => (text === '' ? 0 : text.split(' ').length)

class ListsWriter {
  private readonly ends = new NumberList()
  private readonly values = new NumberList()

  push(value: number) {
    this.values.push(value)
  }

  /** Ends the list of one record. */
  end() {
    this.ends.push(this.values.length)
  }

  lists(): NumberLists {
    return { ends: this.ends.view().slice(), values: this.values.view().slice() }
  }
}

class StringListsWriter {
  private readonly numbers = new ListsWriter()
  private readonly known = new Map<string, number>()
  private readonly distinct: string[] = []

  add(text: string) {
    let place = this.known.get(text)
    if (place === undefined) {
      place = this.distinct.length
      this.known.set(text, place)
      this.distinct.push(text)
    }
    this.numbers.push(place)
  }

  end() {
    this.numbers.end()
  }

  lists(): StringLists {
    return { ...this.numbers.lists(), distinct: this.distinct }
  }
}
