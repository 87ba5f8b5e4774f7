import { useQueries } from '@tanstack/react-query'
import { catalogueApi } from '#features/catalogue/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { pageQuery, pageSize, type ShownRecord } from './use-record.ts'

/** The documents of neighbours, which may stand in two of those fifties; undefined until all have come. */
export function useRecords(ids: readonly string[], start: number, count: number) {
  const first = start - (start % pageSize)
  const pages = Array.from({ length: Math.floor((start + count - 1 - first) / pageSize) + 1 }, (_, i) =>
    pageQuery(ids, first + i * pageSize),
  )
  const read = useQueries({ queries: pages.map((query) => queryOf(catalogueApi.search, query)) })
  const problem = read.find(({ error }) => error)?.error as Problem | undefined
  const again = () => {
    for (const { error, refetch } of read) if (error) void refetch()
  }
  if (read.some(({ data }) => !data)) return { records: undefined, problem, again }
  const records = new Map<string, ShownRecord>()
  for (const { data } of read) for (const { _id, _source } of data!.hits.hits) records.set(_id, _source)
  return { records, problem: undefined, again }
}
