import { Problem } from '#kit/problem.ts'
import type { WaitQueue } from '#kit/server/load/wait-queue.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { catalogueProblem } from '../contract.ts'
import type { CatalogueQuery, CatalogueResult, Clause } from '../query/server/query.ts'

export type RecordId = string

/** A bibliographic record as the catalogue keeps it: the document and the bytes that it came from. */
export type CatalogueRecord = {
  document: BibliographicDocument
  /** ISO 2709, as loaded. */
  marc: Uint8Array
  encoding: 'utf-8' | 'marc-8'
}

export type DocumentHit = { id: RecordId; score: number; document: BibliographicDocument }
export type DocumentResult = Omit<CatalogueResult, 'hits'> & { hits: DocumentHit[] }
export type LoadReport = { loaded: number; updated: number; unchanged: number }
export type CatalogueStats = { records: number; bytes: number; generation: number }
export type Title = { id: RecordId; title: string; responsibility: string }

/** What the features need of a catalogue. Embedded: adapters/catalogue/embedded. At scale: OpenSearch. */
export interface CataloguePort {
  /** The questions that wait for their turn; absent where nobody need wait, as in tests. */
  waitQueue?: WaitQueue
  /** Hits with documents, exact total and facets in one call. */
  search(query: CatalogueQuery, signal?: AbortSignal): Promise<DocumentResult>
  /** How many records there are for each clause, in the order asked: a page of headings with their counts in one call. */
  counts(clauses: Clause[], signal?: AbortSignal): Promise<number[]>
  /** By normalised identifier key (`identifierKey`), at most 4,000 in one call. Keys without a match are absent. */
  lookup(keys: string[]): Promise<Map<string, RecordId[]>>
  /**
   * The numbers that these records are found by and do not show (`searched.identifiers`), at most 4,000 records in one
   * call. Records without any are absent, as most are.
   */
  unshownNumbers(ids: RecordId[]): Promise<Map<RecordId, string[]>>
  /** Streams records with their MARC bytes in the order asked for; unknown ids are left out. */
  fetch(ids: RecordId[]): AsyncIterable<CatalogueRecord>
  /** The documents of the ids that exist, in the order asked for. At most 4,000 in one call. */
  documents(ids: RecordId[]): Promise<BibliographicDocument[]>
  /** Those of the ids, however many, that the catalogue has, in the order asked for. */
  known(ids: RecordId[]): Promise<RecordId[]>
  /** Titles with a word that starts like this, best first, at most 20. */
  suggest(prefix: string, signal?: AbortSignal): Promise<Title[]>
  /**
   * What each of these folded words may have been meant for, in the catalogue's own words, likeliest first, at most 5 (two
   * words where the space between them was left out). A word that the catalogue knows well is absent.
   */
  spellings(words: string[], signal?: AbortSignal): Promise<Map<string, string[]>>
  /**
   * Adds and replaces records (same id: replaced; same bytes: unchanged). All or nothing: a crash leaves the state
   * before the call. Searches go on meanwhile and see the new state at once when it is done.
   */
  write(records: AsyncIterable<CatalogueRecord> | Iterable<CatalogueRecord>): Promise<LoadReport>
  remove(ids: RecordId[]): Promise<number>
  /** All ids in the order of their number. */
  ids(): AsyncIterable<RecordId>
  /** Every record of one state, whatever is loaded meanwhile, in an order of the catalogue's own: for a copy of it all. */
  everyRecord(): AsyncIterable<CatalogueRecord>
  stats(): Promise<CatalogueStats>
  close(): Promise<void>
}

/** The index cannot answer (gone, too slow): 503 `search_unavailable` to whoever asked. The reason is for the log. */
export class CatalogueUnavailable extends Problem {
  constructor(reason: string) {
    const { code, status, messages } = catalogueProblem('search_unavailable')
    super(code, status, messages)
    this.message = reason
  }
}

/** Another program loads into the same catalogue: 503 `catalogue_busy` to whoever wanted to write. */
export class CatalogueBusy extends Problem {
  constructor(reason: string) {
    const { code, status } = catalogueProblem('catalogue_busy')
    super(code, status, [reason])
    this.message = reason
  }
}
