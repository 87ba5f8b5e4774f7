import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import { allOf } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { hasWords, type Place } from './places.ts'

/** The catalogue calls that a term needs: words matching a pattern, and a page of the records matching a clause. */
export type Reads = {
  wordsLike: (pattern: string, limit: number) => Promise<string[]>
  candidates: (clause: Clause, from: number, size: number) => Promise<{ total: number; records: Candidate[] }>
}
type Candidate = { id: RecordId; marc: Uint8Array }

export const readsOf = (catalogue: Pick<CataloguePort, 'findRecords' | 'wordsLike'>, signal?: AbortSignal): Reads => ({
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
})

/** `left`: what the terms of one query may still cost: records read, and words compared with the whole index. */
export type Lookup = { reads: Reads; left: { records: number; openWords: number } }

/** The index has no places, so the records that have the words are read: at most this many for a query. */
export const maxCandidates = 2_000
export const startLookup = (reads: Reads): Lookup => ({ reads, left: { records: maxCandidates, openWords: 8 } })

const perCall = 250

/** Those of the candidates that have the words in place; undefined if there are too many to read. */
export async function findInPlace(
  { reads, left }: Lookup,
  candidates: Clause,
  wanted: { fields: SearchField[]; words: string[]; place: Place },
): Promise<Clause | undefined> {
  const ids: RecordId[] = []
  for (let from = 0, total = 1; from < total; from += perCall) {
    const page = await reads.candidates(candidates, from, perCall)
    if (from === 0) left.records -= page.total
    if (left.records < 0) return undefined
    total = page.total
    for (const { id, marc } of page.records) if (hasWords(decodeRecord(marc).record, wanted)) ids.push(id)
  }
  return ids.length === 0 ? { kind: 'none' } : allOf([candidates, { kind: 'unscored', clause: { kind: 'ids', ids } }])
}
