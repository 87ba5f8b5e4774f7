import { useQuery } from '@tanstack/react-query'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'

/** Pages of 50 lines. A school has about ten orders a year; beyond this the oldest are omitted. */
const maxPages = 20

async function everyPage<Line>(
  read: (page: number) => Promise<{ response: Line[]; totalCount: number }>,
): Promise<Line[]> {
  const lines: Line[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { response, totalCount } = await read(page)
    lines.push(...response)
    if (response.length === 0 || lines.length >= totalCount) break
  }
  return lines
}

function useEveryPage<Line>(key: string, read: (page: number, signal: AbortSignal) => Promise<Page<Line>>) {
  const { data, error, refetch } = useQuery<Line[], Problem>({
    queryKey: [key, 'every page'],
    queryFn: ({ signal }) => everyPage((page) => read(page, signal)),
  })
  return { lines: data, problem: error, again: () => void refetch() }
}
type Page<Line> = { response: Line[]; totalCount: number }

/** All card payment attempts of the caller's school, newest first. */
export const usePayments = () =>
  useEveryPage(paymentsApi.listPayments.path, (page, signal) => call(paymentsApi.listPayments, { page }, { signal }))

/** All orders of the caller's school, newest first. */
export const useOrders = () =>
  useEveryPage(ordersApi.listOrders.path, (page, signal) => call(ordersApi.listOrders, { page }, { signal }))
