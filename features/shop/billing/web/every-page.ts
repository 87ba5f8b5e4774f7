import { useQuery } from '@tanstack/react-query'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'

/** Of 50 lines each. A school has some ten orders a year; beyond this many pages its oldest ones are left out. */
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

/** All that the caller's own school has tried to pay by card, the newest first. */
export const usePayments = () =>
  useEveryPage(paymentsApi.listPayments.path, (page, signal) => call(paymentsApi.listPayments, { page }, { signal }))

/** All that it has ordered, the newest first. */
export const useOrders = () =>
  useEveryPage(ordersApi.listOrders.path, (page, signal) => call(ordersApi.listOrders, { page }, { signal }))
