import type { collectionsApi } from '#features/downloads/collections/contract.ts'
import { normalised } from '#kit/normalised.ts'
import type { Answer } from '#kit/web/call.ts'

export type CollectionView = Answer<typeof collectionsApi.listCollections>['response'][number]

export const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const plain = (text: string) => normalised(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Collections with every typed word in their name, description or category, ignoring case and accents. */
export function findCollections(collections: readonly CollectionView[], typed: string): readonly CollectionView[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return collections
  return collections.filter(({ name, description, categoryName }) => {
    const text = plain(`${name} ${description} ${categoryName}`)
    return words.every((word) => text.includes(word))
  })
}
