import type { Selectable } from 'kysely'
import type { Db } from '#app/app.ts'
import type { CollectionTables } from './tables.ts'

export type Category = Selectable<CollectionTables['collectionCategory']>
/** A collection without its records. */
export type CollectionRow = Omit<Selectable<CollectionTables['collection']>, 'recordIds'>

export type CategoryTree = {
  byId: ReadonlyMap<string, Category>
  /** Categories directly below this one (null: the top level), in the provider's order. */
  below(categoryId: string | null): Category[]
  /** The category itself, then all below it, each before its own subcategories. */
  withAllBelow(categoryId: string): Category[]
  /** The names from the top level down to it. */
  pathOf(categoryId: string): string[]
  collectionsIn(categoryId: string): CollectionRow[]
}

/** The whole tree: it has some hundred categories at most. */
export async function readTree(db: Db): Promise<CategoryTree> {
  const categories = await db
    .selectFrom('collectionCategory')
    .selectAll()
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const collections = await db
    .selectFrom('collection')
    .select(['id', 'categoryId', 'name', 'nameKey', 'description', 'position', 'updatedAt'])
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const byId = new Map(categories.map((category) => [category.id, category]))
  const byParent = Map.groupBy(categories, ({ parentId }) => parentId)
  const byCategory = Map.groupBy(collections, ({ categoryId }) => categoryId)
  const below = (categoryId: string | null) => byParent.get(categoryId) ?? []
  const withAllBelow = (categoryId: string): Category[] => {
    const category = byId.get(categoryId)
    return category ? [category, ...below(categoryId).flatMap(({ id }) => withAllBelow(id))] : []
  }
  const pathOf = (categoryId: string): string[] => {
    const category = byId.get(categoryId)
    if (!category) return []
    return [...(category.parentId === null ? [] : pathOf(category.parentId)), category.name]
  }
  return { byId, below, withAllBelow, pathOf, collectionsIn: (categoryId) => byCategory.get(categoryId) ?? [] }
}
