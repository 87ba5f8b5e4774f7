import type { App } from '#app/app.ts'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import { allOf } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { hasWords, type Place } from './places.ts'

/**
 * The program's part in a term: words matching a pattern, a page of the records matching a clause, and where to
 * report records that cannot be read.
 */
export type Reads = {
  wordsLike: (pattern: string, limit: number) => Promise<string[]>
  candidates: (clause: Clause, from: number, size: number) => Promise<{ total: number; records: Candidate[] }>
  unreadable: (ids: RecordId[], failure: string) => unknown
}
type Candidate = { id: RecordId; marc: Uint8Array }

type Needs = { catalogue: Pick<CataloguePort, 'findRecords' | 'wordsLike'>; log: Pick<App['log'], 'error'> }

export const readsOf = ({ catalogue, log }: Needs, signal?: AbortSignal): Reads => ({
  wordsLike: (pattern, limit) => catalogue.wordsLike(pattern, limit, signal),
  candidates: async (clause, from, size) => {
    const page = {
      clause,
      choices: [],
      sort: [{ key: 'titleSort' as const, descending: false }],
      from,
      size,
      facets: [],
    }
    const { total, records } = await catalogue.findRecords(page, signal)
    return { total, records: records.map(({ document, marc }) => ({ id: document.id, marc })) }
  },
  unreadable: (ids, failure) => log.error({ ids, failure }, 'query: records that cannot be read'),
})

/**
 * `isStaff`: it also finds records by their local notes. `left`: what the terms of one query may still cost: words,
 * records read, and words compared with the whole index.
 */
export type Lookup = { reads: Reads; isStaff: boolean; left: { words: number; records: number; openWords: number } }

/** Maximum words of one query. OpenSearch refuses fewer if each word has several stems and fields. */
export const maxWords = 128

/** The index has no places, so the records that have the words are read: at most this many for a query. */
export const maxCandidates = 2_000
export const startLookup = (reads: Reads, { isStaff }: Pick<Lookup, 'isStaff'>): Lookup => ({
  reads,
  isStaff,
  left: { words: maxWords, records: maxCandidates, openWords: 8 },
})

const perCall = 250

/**
 * Those of the candidates that have the words in place; undefined if there are too many to read. A record that cannot be
 * read is left out and reported.
 */
export async function findInPlace(
  { reads, left }: Lookup,
  candidates: Clause,
  wanted: { fields: SearchField[]; words: string[]; place: Place },
): Promise<Clause | undefined> {
  const ids: RecordId[] = []
  const unreadable: RecordId[] = []
  let failure = ''
  for (let from = 0, total = 1; from < total; from += perCall) {
    const page = await reads.candidates(candidates, from, perCall)
    if (from === 0) left.records -= page.total
    if (left.records < 0) return undefined
    total = page.total
    for (const { id, marc } of page.records)
      try {
        if (hasWords(decodeRecord(marc).record, wanted)) ids.push(id)
      } catch (error) {
        unreadable.push(id)
        failure = String(error)
      }
  }
  if (unreadable.length > 0) await reads.unreadable(unreadable, failure)
  return ids.length === 0 ? { kind: 'none' } : allOf([candidates, { kind: 'unscored', clause: { kind: 'ids', ids } }])
}
