import { useQueries } from '@tanstack/react-query'
import { collectionsApi } from '#features/collections/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { queryOf } from '#kit/web/use-api.ts'
import type { ShownCollection } from './collection-order.ts'

/** The collections of these categories one after the other, with all below them. */
export function useCollections(categoryIds: readonly string[]): {
  collections: ShownCollection[] | undefined
  problem: Problem | undefined
  again: () => void
} {
  return useQueries({
    queries: categoryIds.map((categoryId) => queryOf(collectionsApi.listCollections, { categoryId })),
    combine: (replies) => ({
      collections: replies.every(({ data }) => data) ? replies.flatMap(({ data }) => data!.response) : undefined,
      problem: replies.find(({ error }) => error)?.error as Problem | undefined,
      again: () => {
        for (const { error, refetch } of replies) if (error) void refetch()
      },
    }),
  })
}
