import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { type Answer, call } from './call.ts'

/**
 * The cache of replies. Without a network, calls fail as they do when the service is away: left to wait, they would keep
 * another search's reply on the screen. Once the network is back, the displayed reads that failed or are old run again.
 */
export const newCache = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 15 * 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        // The server's decisions are final; only an unreachable or failing server is retried, once.
        retry: (failures, error) =>
          failures < 1 && navigator.onLine && (!(error instanceof Problem) || [0, 502, 503].includes(error.status)),
      },
      mutations: { networkMode: 'always' },
    },
  })

type Query<E extends Endpoint> = {
  queryKey: [string, RawInput<E>]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer<E>>
}

/** Milliseconds; a function decides by the latest reply. */
export type RefetchEvery<E extends Endpoint> =
  | number
  | false
  | ((query: { state: { data?: Answer<E> | undefined } }) => number | false)

/** Key and function of a read, for prefetching and for the cache. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: RawInput<E>): Query<E> => ({
  queryKey: [endpoint.path, input],
  queryFn: ({ signal }) => call(endpoint, input, { signal, isRead: true }),
})

/** Suspends while loading and throws on failure, so a screen only describes the loaded state. */
export function useReply<E extends Endpoint>(endpoint: E, input: RawInput<E>): Answer<E> {
  return useSuspenseQuery(queryOf(endpoint, input)).data
}

/**
 * Keeps the former reply (`stale`) while the next one loads. `reply` is undefined only before the first.
 * `refetchEvery` polls.
 */
export function useLatestReply<E extends Endpoint>(
  endpoint: E,
  input: RawInput<E>,
  options: { enabled?: boolean; refetchEvery?: RefetchEvery<E> } = {},
) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery<Answer<E>, Problem>({
    ...queryOf(endpoint, input),
    placeholderData: keepPreviousData as never,
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchEvery ?? false,
  })
  return { reply: data, problem: error, stale: isPlaceholderData, loading: isFetching, again: () => void refetch() }
}

/**
 * An action: `run` rejects with a Problem, `problem` is the last one. Afterwards the replies of `refreshes` are
 * refetched.
 */
export function useAction<E extends Endpoint>(endpoint: E, { refreshes = [] }: { refreshes?: Endpoint[] } = {}) {
  const cache = useQueryClient()
  const mutation = useMutation<Answer<E>, Problem, RawInput<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: () => Promise.all(refreshes.map((each) => cache.invalidateQueries({ queryKey: [each.path] }))),
  })
  return { run: mutation.mutateAsync, busy: mutation.isPending, problem: mutation.error, reset: mutation.reset }
}
