import type { DatabaseSync } from 'node:sqlite'
import { facetNames } from '#features/catalogue/facets.ts'
import { isDeleted } from '../snapshot.ts'
import { ByteWriter, NumberList } from './byte-writer.ts'
import { ChunkWriter, openStream } from './chunks.ts'
import type { Segment } from './segment.ts'
import { facetColumn } from './segment-columns.ts'
import { SkipWriter } from './skips.ts'
import { stemTableOf } from './stem-table.ts'
import { mergeTables, type StringTable, sizeOf, slotsOf, textAt } from './string-table.ts'

export type MergeSource = { id: number; segment: Segment; deleted: Uint8Array | undefined; hashes: Uint8Array }

const gone = 0xffffffff

/** Merges several segments into one without the deleted records; its streams are stored under the new id. */
export function mergeSegments(
  db: DatabaseSync,
  sources: MergeSource[],
  newId: number,
): { segment: Segment; hashes: Uint8Array } {
  let count = 0
  const newDocs = sources.map(({ segment, deleted }) => {
    const map = new Uint32Array(segment.count)
    for (let doc = 0; doc < segment.count; doc++) map[doc] = deleted && isDeleted(deleted, doc) ? gone : count++
    return map
  })
  const column = <T extends Uint8Array | Uint16Array | Uint32Array>(target: T, of: (segment: Segment) => T): T => {
    sources.forEach(({ segment }, index) => {
      const source = of(segment)
      const map = newDocs[index]!
      for (let doc = 0; doc < map.length; doc++) if (map[doc] !== gone) target[map[doc]!] = source[doc]!
    })
    return target
  }
  const hashes = new Uint8Array(count * 16)
  sources.forEach((source, index) => {
    newDocs[index]!.forEach((to, doc) => {
      if (to !== gone) hashes.set(source.hashes.subarray(doc * 16, doc * 16 + 16), to * 16)
    })
  })
  const segment: Segment = {
    count,
    ...mergeTerms(db, sources, newDocs, newId),
    ...mergeIds(sources, newDocs, count),
    ...mergeSortKeys(sources, newDocs, count),
    year: column(new Uint16Array(count), ({ year }) => year),
    date: column(new Uint32Array(count), ({ date }) => date),
    wholeTitle: column(new Uint32Array(count), ({ wholeTitle }) => wholeTitle),
    shortTitle: column(new Uint32Array(count), ({ shortTitle }) => shortTitle),
    titleWords: column(new Uint8Array(count), ({ titleWords }) => titleWords),
    ...mergeOtherTitles(sources, newDocs),
    rows: column(new Uint32Array(count), ({ rows }) => rows),
    ...mergeIdentifiers(sources, newDocs),
    facets: facetNames.map((_, facet) => mergeFacet(sources, newDocs, facet)),
  }
  return { segment, hashes }
}

function mergeTerms(db: DatabaseSync, sources: MergeSource[], newDocs: Uint32Array[], newId: number) {
  const streams = sources.map(({ id }) => ({
    postings: openStream(db, id, 'postings'),
    positions: openStream(db, id, 'positions'),
  }))
  const outPostings = new ChunkWriter(db, newId, 'postings')
  const outPositions = new ChunkWriter(db, newId, 'positions')
  const skips = new SkipWriter()
  const frequency = new NumberList()
  const postingsAt = new NumberList()
  const positionsAt = new NumberList()
  postingsAt.push(0)
  positionsAt.push(0)
  let postingsLength = 0
  let positionsLength = 0
  const postings = new ByteWriter()
  const positions = new ByteWriter()
  const terms = mergeTables(
    sources.map(({ segment }) => segment.terms),
    (places) => {
      postings.length = 0
      positions.length = 0
      let records = 0
      let before = 0
      places.forEach((term, index) => {
        if (term < 0) return
        const { segment, deleted } = sources[index]!
        const map = newDocs[index]!
        const from = streams[index]!.postings(segment.postingsAt[term + 1]! - segment.postingsAt[term]!)
        const places = streams[index]!.positions(segment.positionsAt[term + 1]! - segment.positionsAt[term]!)
        const firstPlace = positions.length
        if (!deleted) positions.append(places)
        let doc = 0
        let place = 0
        for (let at = 0; at < from.length; ) {
          let byte = from[at++]!
          let delta = byte & 127
          for (let shift = 7; byte > 127; shift += 7) {
            byte = from[at++]!
            delta |= (byte & 127) << shift
          }
          doc += delta
          const fields = from[at++]!
          const to = map[doc]!
          const start = place
          place = skipPlaces(places, place, fields)
          if (to === gone) continue
          skips.before(records, before, postings.length, deleted ? positions.length : firstPlace + start)
          if (deleted) positions.append(places.subarray(start, place))
          postings.varint(to - before)
          postings.byte(fields)
          before = to
          records++
        }
      })
      if (records === 0) return false
      skips.endTerm()
      outPostings.write(postings.view())
      outPositions.write(positions.view())
      frequency.push(records)
      postingsLength += postings.length
      positionsLength += positions.length
      postingsAt.push(postingsLength)
      positionsAt.push(positionsLength)
      return true
    },
  )
  outPostings.end()
  outPositions.end()
  const words = Array.from({ length: sizeOf(terms) }, (_, place) => textAt(terms, place))
  return {
    terms,
    frequency: frequency.view(),
    postingsAt: postingsAt.view(),
    positionsAt: positionsAt.view(),
    ...skips.parts(),
    ...stemTableOf(words),
  }
}

/** Skips the positions of one doc; in each of its fields an even number ends the list. */
function skipPlaces(places: Uint8Array, start: number, fields: number): number {
  let at = start
  for (let rest = fields; rest !== 0; rest &= rest - 1) {
    for (let more = true; more; ) {
      more = (places[at]! & 1) === 1
      while (places[at++]! > 127);
    }
  }
  return at
}

function mergeIds(sources: MergeSource[], newDocs: Uint32Array[], count: number) {
  const idDocs = new Uint32Array(count)
  const idOrder = new Uint32Array(count)
  let place = 0
  const ids = mergeTables(
    sources.map(({ segment }) => segment.ids),
    (places) => {
      for (let index = 0; index < places.length; index++) {
        if (places[index]! < 0) continue
        const doc = newDocs[index]![sources[index]!.segment.idDocs[places[index]!]!]!
        if (doc === gone) continue
        idDocs[place] = doc
        idOrder[doc] = place++
        return true
      }
      return false
    },
  )
  // Failing the load is better than an index in which records hide each other.
  if (place !== count) throw new Error(`The index is damaged: ${count} records with ${place} ids.`)
  return { ids, idDocs, idOrder, idSlots: slotsOf(ids) }
}

function mergeSortKeys(sources: MergeSource[], newDocs: Uint32Array[], count: number) {
  const merge = (tableOf: (segment: Segment) => StringTable, orderOf: (segment: Segment) => Uint32Array) => {
    const newPlaces = sources.map(({ segment }) => new Uint32Array(sizeOf(tableOf(segment)) + 1))
    let next = 0
    const table = mergeTables(
      sources.map(({ segment }) => tableOf(segment)),
      (places) => {
        next++
        places.forEach((place, index) => {
          if (place >= 0) newPlaces[index]![place + 1] = next
        })
        return true
      },
    )
    const order = new Uint32Array(count)
    sources.forEach(({ segment }, index) => {
      const before = orderOf(segment)
      newDocs[index]!.forEach((to, doc) => {
        if (to !== gone) order[to] = newPlaces[index]![before[doc]!]!
      })
    })
    return { table, order }
  }
  const titles = merge(
    ({ titles }) => titles,
    ({ titleOrder }) => titleOrder,
  )
  const authors = merge(
    ({ authors }) => authors,
    ({ authorOrder }) => authorOrder,
  )
  return { titles: titles.table, titleOrder: titles.order, authors: authors.table, authorOrder: authors.order }
}

function mergeIdentifiers(sources: MergeSource[], newDocs: Uint32Array[]) {
  const starts = new NumberList()
  const docs = new NumberList()
  starts.push(0)
  const identifiers = mergeTables(
    sources.map(({ segment }) => segment.identifiers),
    (places) => {
      const before = docs.length
      places.forEach((place, index) => {
        if (place < 0) return
        const { identifierStarts, identifierDocs } = sources[index]!.segment
        for (let at = identifierStarts[place]!; at < identifierStarts[place + 1]!; at++) {
          const to = newDocs[index]![identifierDocs[at]!]!
          if (to !== gone) docs.push(to)
        }
      })
      if (docs.length === before) return false
      starts.push(docs.length)
      return true
    },
  )
  return {
    identifiers,
    identifierSlots: slotsOf(identifiers),
    identifierStarts: starts.view(),
    identifierDocs: docs.view(),
  }
}

function mergeOtherTitles(sources: MergeSource[], newDocs: Uint32Array[]) {
  const { starts, values } = mergeLists(sources, newDocs, ({ otherTitleStarts, otherTitles }, doc, push) => {
    for (let at = otherTitleStarts[doc]!; at < otherTitleStarts[doc + 1]!; at++) push(otherTitles[at]!)
  })
  return { otherTitleStarts: starts, otherTitles: values }
}

function mergeFacet(sources: MergeSource[], newDocs: Uint32Array[], facet: number) {
  const { starts, values } = mergeLists(sources, newDocs, ({ facets }, doc, push) => {
    const column = facets[facet]!
    if (column.starts.length > 0)
      for (let at = column.starts[doc]!; at < column.starts[doc + 1]!; at++) push(column.values[at]!)
    else if (column.values[doc] !== 0) push(column.values[doc]! - 1)
  })
  return facetColumn(starts.subarray(0, -1), values)
}

/** The values of every record that stays, one list after the other; `starts` has one entry more than records. */
function mergeLists(
  sources: MergeSource[],
  newDocs: Uint32Array[],
  pushAll: (segment: Segment, doc: number, push: (value: number) => void) => void,
) {
  const starts = new NumberList()
  const values = new NumberList()
  const push = (value: number) => values.push(value)
  sources.forEach(({ segment }, index) => {
    newDocs[index]!.forEach((to, doc) => {
      if (to === gone) return
      starts.push(values.length)
      pushAll(segment, doc, push)
    })
  })
  starts.push(values.length)
  return { starts: starts.view(), values: values.view() }
}
