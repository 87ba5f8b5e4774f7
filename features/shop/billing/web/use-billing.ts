import { useQuery } from '@tanstack/react-query'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { everyLine } from '#ui/table/columns.ts'

function useEveryLine<Line extends { id: string }>(
  key: string,
  read: (page: number, signal: AbortSignal) => Promise<Page<Line>>,
) {
  const { data, error, refetch } = useQuery<Line[], Problem>({
    queryKey: [key, 'every page'],
    queryFn: ({ signal }) =>
      everyLine(
        (page) => read(page, signal),
        ({ id }) => id,
      ),
  })
  return { lines: data, problem: error, again: () => void refetch() }
}
type Page<Line> = { response: Line[]; totalCount: number }

/** All card payment attempts of the caller's school, newest first. */
export const usePayments = () =>
  useEveryLine(paymentsApi.listPayments.path, (page, signal) => call(paymentsApi.listPayments, { page }, { signal }))

/** All orders of the caller's school, newest first. */
export const useOrders = () =>
  useEveryLine(ordersApi.listOrders.path, (page, signal) => call(ordersApi.listOrders, { page }, { signal }))
