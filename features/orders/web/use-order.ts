import { useQuery } from '@tanstack/react-query'
import { ordersApi } from '#features/orders/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { Answer } from '#kit/web/call.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'

type Details = Answer<typeof ordersApi.orderDetails>

/** Read anew at every visit: its time runs, and it may have been ordered elsewhere meanwhile. */
export function useOrder(cmsId: string) {
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery<Details, Problem>({
    ...queryOf(ordersApi.orderDetails, { id: cmsId }),
    staleTime: 0,
    gcTime: 0,
  })
  const late = useTooLong(!data && !error, cmsId)
  return { reply: data, problem: error, late, readAt: dataUpdatedAt, looking: isFetching, again: () => void refetch() }
}
