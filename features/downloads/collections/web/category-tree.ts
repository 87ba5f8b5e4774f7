import { useQuery } from '@tanstack/react-query'
import { type CollectionCategory, collectionsApi } from '#features/downloads/collections/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'

export type CategoryNode = CollectionCategory & { below: CategoryNode[] }

/** All categories, level by level: there are some hundred at most, and each level takes one round of calls. */
async function readCategories(signal: AbortSignal): Promise<CategoryNode[]> {
  const withBelow = async (categories: CollectionCategory[]): Promise<CategoryNode[]> =>
    Promise.all(
      categories.map(async (category) => ({
        ...category,
        below:
          category.categories === 0
            ? []
            : await withBelow(
                (await call(collectionsApi.categoriesBelow, { categoryId: category.id }, { signal })).response,
              ),
      })),
    )
  return withBelow((await call(collectionsApi.firstCategories, {}, { signal })).response)
}

export function useCategories() {
  const { data, error, refetch } = useQuery<CategoryNode[], Problem>({
    queryKey: [collectionsApi.firstCategories.path, 'whole tree'],
    queryFn: ({ signal }) => readCategories(signal),
  })
  return { categories: data, problem: error, again: () => void refetch() }
}

/** From the top level down to the category; empty if the category does not exist. */
export function pathTo(categories: readonly CategoryNode[], id: string): CategoryNode[] {
  for (const category of categories) {
    if (category.id === id) return [category]
    const below = pathTo(category.below, id)
    if (below.length > 0) return [category, ...below]
  }
  return []
}

/** For an address with only a name: the first category with this name, ignoring case. */
export const categoryCalled = (categories: readonly CategoryNode[], name: string): CategoryNode | undefined => {
  const folded = name.trim().toLowerCase()
  return flattened(categories).find(({ category }) => category.name.toLowerCase() === folded)?.category
}

/** Each with its depth, in reading order. */
export const flattened = (
  categories: readonly CategoryNode[],
  depth = 0,
): { category: CategoryNode; depth: number }[] =>
  categories.flatMap((category) => [{ category, depth }, ...flattened(category.below, depth + 1)])

/** The specification's address of a category. */
export const categoryAddress = (category?: Pick<CollectionCategory, 'id' | 'name'>): string =>
  category
    ? `/collections?${new URLSearchParams({ categoryId: category.id, categoryName: category.name })}`
    : '/collections'
