import type { App, Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { type Collection, type CollectionCategory, collectionProblem } from '../contract.ts'
import { type Category, type CategoryTree, readTree } from './category-tree.ts'
import type { ReadContents } from './collection-contents.ts'

type Listed<T> = { response: T[] }

export async function firstCategories(db: Db): Promise<Listed<CollectionCategory>> {
  const tree = await readTree(db)
  return { response: tree.below(null).map((category) => asReply(tree, category)) }
}

export async function categoriesBelow(db: Db, categoryId: string): Promise<Listed<CollectionCategory>> {
  const tree = await readTree(db)
  return { response: tree.below(categoryId).map((category) => asReply(tree, category)) }
}

/** In category order: a category's own collections before those of the categories below it. */
export async function listCollections(
  { db, contents }: { db: Db; contents: ReadContents },
  categoryId: string,
): Promise<Listed<Collection>> {
  const tree = await readTree(db)
  const categories = tree.withAllBelow(categoryId)
  if (categories.length === 0) throw collectionProblem('category_not_found')
  const rows = categories.flatMap((category) =>
    tree.collectionsIn(category.id).map((row) => ({ ...row, categoryName: category.name })),
  )
  const found = await contents(rows)
  return {
    response: rows.map(({ updatedAt, ...row }) => ({
      ...row,
      recordCount: found.get(row.id)!.count,
      covers: found.get(row.id)!.covers,
      updatedDate: updatedAt.toISOString(),
    })),
  }
}

/** The record ids of a collection, in its order, including removed records; null if the collection does not exist. */
export async function collectionRecords(
  { db }: Pick<App, 'db'>,
  id: string,
): Promise<{ name: string; ids: RecordId[] } | null> {
  const row = await db.selectFrom('collection').select(['name', 'recordIds']).where('id', '=', id).executeTakeFirst()
  return row ? { name: row.name, ids: row.recordIds } : null
}

const asReply = (tree: CategoryTree, { id, name, parentId }: Category): CollectionCategory => ({
  id,
  name,
  parentId: parentId ?? '',
  categories: tree.below(id).length,
  collections: tree.withAllBelow(id).reduce((sum, each) => sum + tree.collectionsIn(each.id).length, 0),
})
