import type { DatabaseSync } from 'node:sqlite'
import type { Bucket, CatalogueHit, CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'
import type {
  ChangesQuery,
  FoundIds,
  ListedChange,
  RecordChange,
  TermRange,
} from '#features/catalogue/server/catalogue-port.ts'
import { type PackedRecords, packRows, type RecordRow } from '../../packed-records.ts'
import { beginningOf, maxTitles, oneAfterTheOther, suggestionQuery } from '../../suggestion-query.ts'
import { compareIds, idsAfter } from '../index/ids-in-order.ts'
import { afterLocalTerms, isLocalTerm } from '../index/local-terms.ts'
import {
  compareText,
  findHashed,
  findPrepared,
  findSorted,
  nearestTexts,
  prefixRange,
  prepareFind,
  textAt,
} from '../index/string-table.ts'
import { onOneState } from '../schema.ts'
import { isDeleted, type LiveSegment, type Snapshot, type SnapshotReader } from '../snapshot.ts'
import { openChanges } from './changes.ts'
import { countClauses } from './count-clauses.ts'
import { wordsLike } from './patterns.ts'
import { runSearch } from './run-search.ts'
import { startRun } from './search-run.ts'
import { spellingsOf } from './spellings.ts'

export type SearchAnswer = {
  total: number
  works?: number
  hits: (CatalogueHit & { document: string })[]
  facets: Record<string, Bucket[]>
}

/** The calls of a search worker. Documents travel as JSON text, which is cheaper than copying objects. */
export type Answers = {
  search(query: CatalogueQuery): SearchAnswer
  find(query: CatalogueQuery): FoundIds
  findRecords(query: CatalogueQuery): { total: number; packed: PackedRecords }
  suggest(prefix: string): SearchAnswer
  /** Word and spelling alternate; a word with several spellings is repeated. */
  spellings(words: string[], inContext: boolean): string[]
  terms(range: TermRange): string[]
  wordsLike(pattern: string, limit: number): string[]
  counts(clauses: Clause[]): number[]
  /** Takes distinct keys. Key and id alternate; a key with several ids is repeated. */
  lookup(keys: string[]): string[]
  /** Id and JSON text of its numbers alternate. */
  hiddenNumbers(ids: string[]): string[]
  documents(ids: string[]): string[]
  records(ids: string[]): PackedRecords
  known(ids: string[]): string[]
  /** The next `limit` ids in numeric order. */
  idsAfter(after: string | undefined, limit: number): string[]
  changes(query: ChangesQuery): ListedChange[]
  changesOf(ids: string[]): RecordChange[]
  stats(): { records: number; generation: number }
}

/** `goOn` throws if the answer is no longer wanted. */
export function openAnswers(
  db: DatabaseSync,
  reader: Pick<SnapshotReader, 'read' | 'take'>,
  goOn: () => void,
): Answers {
  const documentOf = db.prepare('select document from record where row = ?')
  const hiddenNumbersOfRow = db.prepare(
    "select json_extract(document, '$.searched.identifiers') as numbers from record where row = ?",
  )
  const recordOf = db.prepare('select document, marc, encoding from record where row = ?')

  const changes = openChanges(db)

  const hitOf = ({ live, doc, score = 1, editions }: Place & { score?: number; editions?: number }) => ({
    id: idOf({ live, doc }),
    score,
    ...(editions !== undefined && { editions }),
    document: (documentOf.get(live.segment.rows[doc]!) as { document: string }).document,
  })
  const search = (snapshot: Snapshot, query: CatalogueQuery): SearchAnswer => {
    const { first, ...found } = runSearch(startRun(snapshot, reader.read, goOn), query)
    return { ...found, hits: first.map(hitOf) }
  }
  const find = (query: CatalogueQuery) =>
    runSearch(startRun(reader.take(), reader.read, goOn), { ...query, facets: [] })
  const rowsOf = <T>(ids: string[], read: (row: number) => T): T[] => {
    const { segments } = reader.take()
    return ids.flatMap((id) => {
      const found = findRecord(segments, id)
      return found ? [read(found.live.segment.rows[found.doc]!)] : []
    })
  }

  return {
    search: (query) => onOneState(db, () => search(reader.take(), query)),
    find: (query) =>
      onOneState(db, () => {
        const { total, first } = find(query)
        return { total, ids: first.map(idOf) }
      }),
    findRecords: (query) =>
      onOneState(db, () => {
        const { total, first } = find(query)
        const rows = first.map(({ live, doc }) => recordOf.get(live.segment.rows[doc]!) as RecordRow)
        return { total, packed: packRows(rows) }
      }),
    suggest: (prefix) =>
      onOneState(db, () => {
        const snapshot = reader.take()
        const beginning = beginningOf(prefix)
        const begin = beginning === '' ? [] : titlesThatBegin(snapshot.segments, beginning, maxTitles)
        if (begin.length === maxTitles) return { total: begin.length, hits: begin.map(hitOf), facets: {} }
        const isCommon = (word: string) => commonIn(snapshot, word)
        const query = suggestionQuery(prefix, isCommon)
        if (!query) return { total: 0, hits: [], facets: {} }
        const { hits, ...answer } = search(snapshot, query)
        return { ...answer, hits: oneAfterTheOther(begin.map(hitOf), hits).slice(0, maxTitles) }
      }),
    spellings: (words, inContext) =>
      onOneState(db, () => {
        const segments = reader.take().segments.map(({ segment }) => segment)
        return words.flatMap((word) => spellingsOf(segments, word, inContext, goOn).flatMap((each) => [word, each]))
      }),
    terms: ({ of, from, backwards, limit }) =>
      onOneState(db, () => {
        const tables = reader
          .take()
          .segments.map(({ segment }) => (of === 'words' ? segment.terms : segment.identifiers))
        if (of === 'identifiers') return nearestTexts(tables, from, backwards, limit)
        const start = from < afterLocalTerms ? afterLocalTerms : from
        return nearestTexts(tables, start, backwards, limit).filter((term) => !isLocalTerm(term))
      }),
    wordsLike: (pattern, limit) =>
      onOneState(db, () => {
        const segments = reader.take().segments.map(({ segment }) => segment)
        return wordsLike(segments, pattern, limit, goOn)
      }),
    counts: (clauses) => onOneState(db, () => countClauses(startRun(reader.take(), reader.read, goOn), clauses)),
    lookup: (keys) => onOneState(db, () => lookup(reader.take().segments, keys)),
    hiddenNumbers: (ids) =>
      onOneState(db, () => {
        const { segments } = reader.take()
        return ids.flatMap((id) => {
          const found = findRecord(segments, id)
          if (!found) return []
          const { numbers } = hiddenNumbersOfRow.get(found.live.segment.rows[found.doc]!) as { numbers: string | null }
          return numbers === null || numbers === '[]' ? [] : [id, numbers]
        })
      }),
    documents: (ids) =>
      onOneState(db, () => rowsOf(ids, (row) => (documentOf.get(row) as { document: string }).document)),
    records: (ids) => onOneState(db, () => packRows(rowsOf(ids, (row) => recordOf.get(row) as RecordRow))),
    known: (ids) =>
      onOneState(db, () => {
        const { segments } = reader.take()
        return ids.filter((id) => findRecord(segments, id))
      }),
    idsAfter: (after, limit) => onOneState(db, () => idsAfter(reader.take().segments, after, limit)),
    changes: (query) => onOneState(db, () => changes.page(startRun(reader.take(), reader.read, goOn), query)),
    changesOf: (ids) =>
      onOneState(db, () => {
        const { segments } = reader.take()
        return changes.of(ids, (id) => {
          const found = findRecord(segments, id)
          return found?.live.segment.rows[found.doc]
        })
      }),
    stats: () =>
      onOneState(db, () => {
        const { records, generation } = reader.take()
        return { records, generation }
      }),
  }
}

const idOf = ({ live: { segment }, doc }: Place) => textAt(segment.ids, segment.idOrder[doc]!)

/** True for a word in at least 1/20 of the records. */
function commonIn({ segments, records }: Snapshot, word: string): boolean {
  const frequency = segments.reduce((sum, { segment }) => {
    const term = findSorted(segment.terms, word)
    return term < 0 ? sum : sum + segment.frequency[term]!
  }, 0)
  return frequency > records / 20
}

type Place = { live: LiveSegment; doc: number }

/** The position of a record that has not been replaced or removed. */
export function findRecord(segments: LiveSegment[], id: string): Place | undefined {
  for (const live of segments) {
    const place = findHashed(live.segment.ids, live.segment.idSlots, id)
    if (place < 0) continue
    const doc = live.segment.idDocs[place]!
    if (!(live.deleted && isDeleted(live.deleted, doc))) return { live, doc }
  }
  return undefined
}

function lookup(segments: LiveSegment[], keys: string[]): string[] {
  const found: string[] = []
  for (const key of keys) {
    const ids: string[] = []
    prepareFind(key)
    for (const { segment, deleted } of segments) {
      const place = findPrepared(segment.identifiers, segment.identifierSlots)
      if (place < 0) continue
      for (let at = segment.identifierStarts[place]!; at < segment.identifierStarts[place + 1]!; at++) {
        const doc = segment.identifierDocs[at]!
        if (!(deleted && isDeleted(deleted, doc))) ids.push(textAt(segment.ids, segment.idOrder[doc]!))
      }
    }
    if (ids.length > 1) ids.sort(compareIds)
    for (const id of ids) found.push(key, id)
  }
  return found
}

type Found = Place & { key: string }

/**
 * Records whose sort title has this prefix, one per title, shortest titles first. Reads the sorted titles, so it costs
 * the same for any number of matches.
 */
function titlesThatBegin(segments: LiveSegment[], beginning: string, most: number): Found[] {
  const found = new Map<string, Found>()
  for (const live of segments) {
    const { titles, titleOrder, count } = live.segment
    const places = shortest(titles.starts, prefixRange(titles, beginning), most)
    if (places.length === 0) continue
    /** Each title's number + 1, until a record with it is found. */
    const wanted = new Uint8Array(titles.starts.length)
    places.forEach((place, i) => {
      wanted[place] = i + 1
    })
    for (let doc = 0, left = places.length; doc < count && left > 0; doc++) {
      const place = titleOrder[doc]! - 1
      if (place < 0 || wanted[place] === 0 || (live.deleted && isDeleted(live.deleted, doc))) continue
      wanted[place] = 0
      left--
      const key = textAt(titles, place)
      if (!found.has(key)) found.set(key, { live, doc, key })
    }
  }
  return [...found.values()].sort((a, b) => a.key.length - b.key.length || compareText(a.key, b.key)).slice(0, most)
}

function shortest(starts: Uint32Array, [from, to]: [number, number], most: number): number[] {
  const length = (place: number) => starts[place + 1]! - starts[place]!
  const kept: number[] = []
  for (let place = from; place < to; place++) {
    if (kept.length === most && length(place) >= length(kept[most - 1]!)) continue
    let at = kept.length
    while (at > 0 && length(kept[at - 1]!) > length(place)) at--
    kept.splice(at, 0, place)
    if (kept.length > most) kept.pop()
  }
  return kept
}
