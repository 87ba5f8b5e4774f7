import { Problem } from '#kit/problem.ts'
import type { WaitQueue } from '#kit/server/load/wait-queue.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { type HeadingReference, type HeadingSource, headingProblem } from '../contract.ts'
import type { Authority, HeadingQuery } from './heading-query.ts'

/** A heading with the references of both sides: `narrower` includes headings that call this one broader. */
export type Heading = Omit<HeadingSource, 'recordCount' | 'schemes'>
export type HeadingResult = {
  /** Exact count. */
  total: number
  hits: { score: number; heading: Heading }[]
  ofAuthority: Record<Authority, number>
}

/** A line of the alphabetical index of subject headings; `seeFrom` is '' for the heading itself. */
export type IndexEntry = { seeFrom: string; recordId: string; heading: string; scheme: string }
export type TreeTerm = HeadingReference & { scheme: string; narrower: number }
export type Page<T> = { total: number; items: T[] }
export type Range = { from: number; size: number }

/** With its MARC authority record, ISO 2709 in UTF-8; from SKOS there is none. */
export type LoadedHeading = HeadingDocument & { marc?: Uint8Array }

/** `place` is a small number that identifies a heading within one state, in any order. */
export type StoredHeading = { place: number; document: HeadingDocument; marc: Uint8Array | undefined }
export type HeadingEntry = { place: number; document: HeadingDocument; heading: Heading }

/** A snapshot of all headings, unaffected by later loads, read piece by piece. */
export type HeadingsState = {
  generation: number
  /** By record number, sorted as UTF-8 bytes; only `ids` if given. */
  records(ids?: string[]): AsyncIterable<StoredHeading>
  /** In alphabetical order, with the references of both sides. */
  entries(isWanted?: (place: number) => boolean): AsyncIterable<HeadingEntry>
  close(): void
}

/** A heading as a bibliographic record has it, with its scheme (a source code) if the record names one. */
export type Used = { authority: Authority; heading: string; scheme?: string }

export type HeadingsReport = { loaded: number; updated: number; unchanged: number }
export type HeadingsStats = Record<Authority, number> & { headings: number; generation: number }

/** The features' access to the authority files. Embedded: adapters/headings/embedded. At scale: OpenSearch. */
export interface HeadingsPort {
  /** The queue of waiting queries; absent if none has to wait. */
  waitQueue?: WaitQueue
  search(query: HeadingQuery, signal?: AbortSignal): Promise<HeadingResult>
  /** The heading with this record number. */
  heading(recordId: string, signal?: AbortSignal): Promise<Heading | undefined>
  /** Lines of the index of subject headings by letter: `0` for figures and signs, `a` … `z`, `other` for other scripts. */
  letters(signal?: AbortSignal): Promise<{ letter: string; count: number }[]>
  index(letter: string, range: Range, signal?: AbortSignal): Promise<Page<IndexEntry>>
  /** Subject headings with narrower ones and no broader one. */
  topTerms(range: Range, signal?: AbortSignal): Promise<Page<TreeTerm>>
  narrowerTerms(recordId: string, range: Range, signal?: AbortSignal): Promise<Page<TreeTerm>>
  /**
   * Adds and replaces headings (same record number: replaced). All or nothing; searches continue meanwhile and see the
   * new state when it is complete.
   */
  write(headings: AsyncIterable<LoadedHeading> | Iterable<LoadedHeading>): Promise<HeadingsReport>
  remove(recordIds: string[]): Promise<number>
  stats(): Promise<HeadingsStats>
  /** For each heading asked for, the record numbers of those with the same spelling, ignoring capitals and accents. */
  named(used: Used[]): Promise<string[][]>
  state(): Promise<HeadingsState>
  close(): Promise<void>
}

/** The index cannot answer (gone, too slow): the caller gets 503 `search_unavailable`. The reason is for the log. */
export class HeadingsUnavailable extends Problem {
  constructor(reason: string) {
    const { code, status, messages } = headingProblem('search_unavailable')
    super(code, status, messages)
    this.message = reason
  }
}

/** Another load of the same headings is running. */
export class HeadingsBusy extends Error {}

/** Most references of one kind in a reply; a page of the tree shows all. */
export const maxReferences = 500
