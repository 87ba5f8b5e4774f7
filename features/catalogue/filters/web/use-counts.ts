import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Bucket, catalogueApi } from '#features/catalogue/contract.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { type QueryJson, totalQueryOf } from '../../web/search-query.ts'
import type { SearchState } from '../../web/search-state.ts'

/** The buckets of an aggregation that the results page has not counted; the previous ones while the next are loading. */
export function useCounts(state: SearchState, aggregation: QueryJson, enabled = true): Bucket[] | undefined {
  const query = { ...totalQueryOf(state), aggs: { counted: aggregation } }
  const { data } = useQuery({
    ...queryOf(catalogueApi.search, { bodybuilderquery: JSON.stringify(query) }),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data?.aggregations.counted?.buckets
}
