import { catalogueApi, type HitSource } from '#features/catalogue/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'

/** At most 100 hits come in one reply of a search. */
const pageSize = 50

export type ShownRecord = Answer<typeof catalogueApi.search>['hits']['hits'][number]['_source']

/** `gone`: the catalogue no longer has it. */
export type RecordReading =
  | { is: 'there'; record: ShownRecord }
  | { is: 'waiting' }
  | { is: 'gone' }
  | { is: 'failed'; problem: Problem; again: () => void }

/** The document of one of many ids: rows of the same fifty share one call, made when the first of them is drawn. */
export function useRecord(ids: readonly string[], index: number): RecordReading {
  const start = index - (index % pageSize)
  const page = ids.slice(start, start + pageSize)
  const { reply, problem, again } = useLatestReply(catalogueApi.search, {
    bodybuilderquery: { query: { terms: { _id: page } }, size: page.length },
  })
  if (reply) {
    const hit = reply.hits.hits.find(({ _id }) => _id === ids[index])
    return hit ? { is: 'there', record: hit._source } : { is: 'gone' }
  }
  return problem ? { is: 'failed', problem, again } : { is: 'waiting' }
}

/** The numbers by which a record is known, ISBN-13 before ISBN-10. */
export function identifiersShown({ isbn13, isbn10, issn }: Pick<HitSource, 'isbn13' | 'isbn10' | 'issn'>): string[] {
  return [...new Set([...isbn13, ...issn, ...(isbn13.length === 0 ? isbn10 : [])])]
}
