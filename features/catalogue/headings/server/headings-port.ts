import { Problem } from '#kit/problem.ts'
import type { WaitQueue } from '#kit/server/load/wait-queue.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { type HeadingReference, type HeadingSource, headingProblem } from '../contract.ts'
import type { Authority, HeadingQuery } from './heading-query.ts'

/** A heading with the references of both sides: narrower is also what calls this one broader. */
export type Heading = Omit<HeadingSource, 'recordCount'>
export type HeadingResult = {
  /** Exact. */
  total: number
  hits: { score: number; heading: Heading }[]
  ofAuthority: Record<Authority, number>
}

/** A line of the alphabetical index of subject headings; `seeFrom` is '' for the heading itself. */
export type IndexEntry = { seeFrom: string; recordId: string; heading: string; scheme: string }
export type TreeTerm = HeadingReference & { scheme: string; narrower: number }
export type Page<T> = { total: number; items: T[] }
export type Range = { from: number; size: number }

/** With the MARC authority record that it came from, ISO 2709 in UTF-8; from SKOS there is none. */
export type LoadedHeading = HeadingDocument & { marc?: Uint8Array }

/** `place` is a small number that is a heading's own in one state, whichever the order. */
export type StoredHeading = { place: number; document: HeadingDocument; marc: Uint8Array | undefined }
export type HeadingEntry = { place: number; document: HeadingDocument; heading: Heading }

/** One state of all headings, whatever is loaded meanwhile, read piece by piece. */
export type HeadingsState = {
  generation: number
  /** By record number, as its UTF-8 bytes are sorted; only these where `ids` are given. */
  records(ids?: string[]): AsyncIterable<StoredHeading>
  /** In alphabetical order, with the references of both sides. */
  entries(isWanted?: (place: number) => boolean): AsyncIterable<HeadingEntry>
  close(): void
}

/** A heading as a bibliographic record has it; of its scheme (a source code), if that has it. */
export type Used = { authority: Authority; heading: string; scheme?: string }

export type HeadingsReport = { loaded: number; updated: number; unchanged: number }
export type HeadingsStats = Record<Authority, number> & { headings: number; generation: number }

/** What the features need of the authority files. Embedded: adapters/headings/embedded. At scale: OpenSearch. */
export interface HeadingsPort {
  /** The questions that wait for their turn; absent where nobody need wait. */
  waitQueue?: WaitQueue
  search(query: HeadingQuery, signal?: AbortSignal): Promise<HeadingResult>
  /** The heading of a record number. */
  heading(recordId: string, signal?: AbortSignal): Promise<Heading | undefined>
  /** Lines of the index of subject headings by letter: `0` for figures and signs, `a` … `z`, `other` for other scripts. */
  letters(signal?: AbortSignal): Promise<{ letter: string; count: number }[]>
  index(letter: string, range: Range, signal?: AbortSignal): Promise<Page<IndexEntry>>
  /** Subject headings with narrower ones and nothing broader. */
  topTerms(range: Range, signal?: AbortSignal): Promise<Page<TreeTerm>>
  narrowerTerms(recordId: string, range: Range, signal?: AbortSignal): Promise<Page<TreeTerm>>
  /**
   * Adds and replaces headings (same record number: replaced). All or nothing; searches go on meanwhile and see the new
   * state when it is done.
   */
  write(headings: AsyncIterable<LoadedHeading> | Iterable<LoadedHeading>): Promise<HeadingsReport>
  remove(recordIds: string[]): Promise<number>
  stats(): Promise<HeadingsStats>
  /** The record numbers of the headings that are spelt like this, capitals and accents aside, for each asked in turn. */
  named(used: Used[]): Promise<string[][]>
  state(): Promise<HeadingsState>
  close(): Promise<void>
}

/** The index cannot answer (gone, too slow): 503 `search_unavailable` to whoever asked. The reason is for the log. */
export class HeadingsUnavailable extends Problem {
  constructor(reason: string) {
    const { code, status, messages } = headingProblem('search_unavailable')
    super(code, status, messages)
    this.message = reason
  }
}

/** Another load of the same headings is running. */
export class HeadingsBusy extends Error {}

/** References of one kind that come with a heading; a page of the tree shows all. */
export const maxReferences = 500
