import { Problem } from '#kit/problem.ts'
import type { WaitQueue } from '#kit/server/load/wait-queue.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { catalogueProblem } from '../contract.ts'
import type { ChangeFacet, ChangeValues } from '../facets.ts'
import type { CatalogueHit, CatalogueQuery, CatalogueResult, Clause } from '../query/server/query.ts'
import type { WordVariants } from '../query/server/variants.ts'

export type RecordId = string

/** A bibliographic record as the catalogue stores it: the document and its original bytes. */
export type CatalogueRecord = {
  document: BibliographicDocument
  /** ISO 2709, as loaded. */
  marc: Uint8Array
  encoding: 'utf-8' | 'marc-8'
}

export type DocumentHit = CatalogueHit & { document: BibliographicDocument }
export type DocumentResult = Omit<CatalogueResult, 'hits'> & { hits: DocumentHit[] }
export type FoundIds = Pick<DocumentResult, 'total'> & { ids: RecordId[] }
export type FoundRecords = Pick<DocumentResult, 'total'> & { records: CatalogueRecord[] }
export type LoadReport = { loaded: number; updated: number; unchanged: number }
export type CatalogueStats = { records: number; bytes: number; generation: number }
export type TermRange = { of: 'words' | 'identifiers'; from: string; backwards: boolean; limit: number }
export type Title = { id: RecordId; title: string; responsibility: string }

/** The last change of a record: added, replaced or removed. */
export type RecordChange = {
  id: RecordId
  /** When it became visible, Unix time in seconds. */
  changedAt: number
  /** Values that the record had when it was removed; absent if the catalogue has it. */
  removed?: ChangeValues
}

export type ChangesQuery = {
  /** Inclusive bounds, Unix time in seconds. */
  from?: number
  until?: number
  /** The cursor of a change; it never expires. */
  after?: string
  limit: number
  /** Only each such change and the last one, by which the list can be divided without reading it. Not with `values`. */
  every?: number
  /** Only records with one of these values. */
  values?: { field: ChangeFacet; values: string[] }
}

export type ListedChange = RecordChange & { cursor: string }

/** The features' access to the catalogue. Embedded: adapters/catalogue/embedded. At scale: OpenSearch. */
export interface CataloguePort {
  /** The queue of waiting queries; absent if none has to wait, as in tests. */
  waitQueue?: WaitQueue
  /** Equal forms of words, those of the loaded table included. Absent: the built-in ones. */
  variants?(): WordVariants
  /** Hits with documents, exact total and facets in one call. Of the queries, only this one heeds `byWork`. */
  search(query: CatalogueQuery, signal?: AbortSignal): Promise<DocumentResult>
  /** The ids of those hits and the exact total, for callers that need no documents: faster, as none is read. */
  find(query: CatalogueQuery, signal?: AbortSignal): Promise<FoundIds>
  /** The records of those hits, MARC included: one call instead of `find` and `fetch`. At most 250. */
  findRecords(query: CatalogueQuery, signal?: AbortSignal): Promise<FoundRecords>
  /** The number of records for each clause, in order: a page of headings with their counts in one call. */
  counts(clauses: Clause[], signal?: AbortSignal): Promise<number[]>
  /** By normalised identifier key (`identifierKey`), at most 4,000 in one call. Keys without a match are absent. */
  lookup(keys: string[]): Promise<Map<string, RecordId[]>>
  /**
   * Numbers that find these records but are not shown (`searched.identifiers`), at most 4,000 records in one call.
   * Records without any are absent, as most are.
   */
  hiddenNumbers(ids: RecordId[]): Promise<Map<RecordId, string[]>>
  /** Streams records with their MARC bytes in the requested order; unknown ids are left out. */
  fetch(ids: RecordId[]): AsyncIterable<CatalogueRecord>
  /** The documents of the existing ids, in the requested order. At most 4,000 in one call. */
  documents(ids: RecordId[]): Promise<BibliographicDocument[]>
  /** The ids, of any number, that the catalogue has, in the requested order. */
  known(ids: RecordId[]): Promise<RecordId[]>
  /** Titles with a word that starts with the prefix, best first, at most 20. */
  suggest(prefix: string, signal?: AbortSignal): Promise<Title[]>
  /**
   * Likely corrections of each folded word, from the catalogue's own words, likeliest first, at most 5 (two words if
   * the space between them was left out). A word that the catalogue knows well is absent; `inContext`: it is not, as the
   * other words of its search decide, and at most 12 have one letter more, less or other.
   */
  spellings(words: string[], options?: { inContext?: boolean }, signal?: AbortSignal): Promise<Map<string, string[]>>
  /**
   * The index's folded words or identifier keys from `from` on, it included, in UTF-8 order; backwards: those before it,
   * nearest first. At most `limit`, up to 1,000. May list terms whose records have been removed.
   */
  terms(range: TermRange, signal?: AbortSignal): Promise<string[]>
  /**
   * The index's folded words that a pattern with `*` and `?` fits, in no order: `limit` of them if there are more, up to
   * 1,000. May list words whose records have been removed.
   */
  wordsLike(pattern: string, limit: number, signal?: AbortSignal): Promise<string[]>
  /**
   * Adds and replaces records (same id: replaced; same bytes: unchanged). All or nothing: a crash leaves the state
   * before the call. Searches continue meanwhile and see the new state at once when it is complete.
   */
  write(records: AsyncIterable<CatalogueRecord> | Iterable<CatalogueRecord>): Promise<LoadReport>
  remove(ids: RecordId[]): Promise<number>
  /** All ids in the order of their number. */
  ids(): AsyncIterable<RecordId>
  /** Every record of one snapshot, unaffected by later loads, in the catalogue's internal order: for a full copy. */
  everyRecord(): AsyncIterable<CatalogueRecord>
  /**
   * The last change of each record, removed ones included, oldest first. A record that changes between two pages moves
   * to the end, so a reader who continues after a cursor misses nothing.
   */
  changes(query: ChangesQuery): Promise<ListedChange[]>
  /** The last change of these records, at most 4,000 in one call. Ids that the catalogue never had are absent. */
  changesOf(ids: RecordId[]): Promise<Map<RecordId, RecordChange>>
  stats(): Promise<CatalogueStats>
  close(): Promise<void>
}

/** The index cannot answer (gone, too slow): the caller gets 503 `search_unavailable`. The reason is for the log. */
export class CatalogueUnavailable extends Problem {
  constructor(reason: string) {
    const { code, status, messages } = catalogueProblem('search_unavailable')
    super(code, status, messages)
    this.message = reason
  }
}

/** Another program is loading into the same catalogue: the writer gets 503 `catalogue_busy`. */
export class CatalogueBusy extends Problem {
  constructor(reason: string) {
    const { code, status } = catalogueProblem('catalogue_busy')
    super(code, status, [reason])
    this.message = reason
  }
}
