import { quotesApi } from '#features/orders/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'

/** All quotes of the caller's own school, the newest first. */
export function useQuotes() {
  const { reply, problem, again } = useLatestReply(quotesApi.listQuotes, {})
  return { lines: reply?.response, problem, again }
}
