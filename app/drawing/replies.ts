import type { QueryClient } from '@tanstack/react-query'

type Reply = [key: readonly unknown[], data: unknown]

/** The replies in a cache as JSON for a page; dates stay dates. */
export function writeReplies(cache: QueryClient): string {
  const replies: Reply[] = cache
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])
  return JSON.stringify(replies, function (this: Record<string, unknown>, name, value: unknown) {
    const original = this[name]
    return original instanceof Date ? { $date: value } : value
  })
}

/** Puts the replies of a page into the cache, as if the screen had just called for them. */
export function readReplies(text: string, cache: QueryClient): void {
  const replies = JSON.parse(text, (_, value) => (value?.$date ? new Date(value.$date) : value)) as Reply[]
  for (const [key, data] of replies) cache.setQueryData(key, data)
}
