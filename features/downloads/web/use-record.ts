import { useQueryClient } from '@tanstack/react-query'
import { catalogueApi } from '#features/catalogue/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'

/** A search gives at most 100 hits in one reply. */
export const pageSize = 50

export type RecordView = Answer<typeof catalogueApi.search>['hits']['hits'][number]['_source']

/** `gone`: the catalogue no longer has it. */
type RecordReading =
  | { is: 'there'; record: RecordView }
  | { is: 'waiting' }
  | { is: 'gone' }
  | { is: 'failed'; problem: Problem; again: () => void }

/** The document of one of many ids: rows of the same fifty share one call, made when the first of them is rendered. */
export function useRecord(ids: readonly string[], index: number): RecordReading {
  const { reply, problem, stale, again } = useLatestReply(catalogueApi.search, pageQuery(ids, index))
  if (reply) {
    const hit = reply.hits.hits.find(({ _id }) => _id === ids[index])
    if (hit) return { is: 'there', record: hit._source }
    // Until the page of a changed list has loaded, the previous one is used.
    if (!stale) return { is: 'gone' }
  }
  return problem ? { is: 'failed', problem, again } : { is: 'waiting' }
}

/** The query for the page of fifty that contains the id. */
export function pageQuery(ids: readonly string[], index: number) {
  const start = index - (index % pageSize)
  const page = ids.slice(start, start + pageSize)
  return { bodybuilderquery: { query: { terms: { _id: page } }, size: page.length } }
}

/** Reads the documents of all ids, by the calls that their rows share; removed ones are left out. */
export function useAllRecords(ids: readonly string[]): () => Promise<Map<string, RecordView>> {
  const cache = useQueryClient()
  return async () => {
    const records = new Map<string, RecordView>()
    for (let start = 0; start < ids.length; start += pageSize) {
      const { hits } = await cache.fetchQuery({
        ...queryOf(catalogueApi.search, pageQuery(ids, start)),
        staleTime: Number.POSITIVE_INFINITY,
      })
      for (const { _id, _source } of hits.hits) records.set(_id, _source)
    }
    return records
  }
}
