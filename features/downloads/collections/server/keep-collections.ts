import type { Db } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { normalised } from '#kit/normalised.ts'

/** A collection as it should become. */
export type NewCollection = {
  /** The names of its categories, from the top level down. */
  path: string[]
  name: string
  /** undefined: unchanged. */
  description?: string | undefined
  /** In the collection's order. */
  recordIds: RecordId[]
}
export type CollectionCounts = { categories: number; added: number; changed: number; unchanged: number }

/**
 * Creates the collections and their categories; replaces a collection with the same name in the same category. New ones
 * come after existing ones. Needs a transaction.
 */
export async function keepCollections(tx: Db, collections: NewCollection[], now: Date): Promise<CollectionCounts> {
  const counts: CollectionCounts = { categories: 0, added: 0, changed: 0, unchanged: 0 }
  for (const each of collections) {
    let categoryId: string | null = null
    for (const name of each.path) {
      const found = await categoryNamed(tx, categoryId, name)
      counts.categories += found ? 0 : 1
      categoryId = found ?? (await addCategory(tx, categoryId, name))
    }
    if (categoryId !== null) counts[await keepCollection(tx, categoryId, each, now)]++
  }
  return counts
}

/** Names are compared without capitals and extra spaces. */
export const nameKey = (name: string): string =>
  normalised(name, 'NFKC').replace(/\s+/gu, ' ').trim().toLocaleLowerCase('en')

async function categoryNamed(db: Db, parentId: string | null, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('collectionCategory')
    .select('id')
    .where('parentId', 'is not distinct from', parentId)
    .where('nameKey', '=', nameKey(name))
    .executeTakeFirst()
  return row?.id
}

async function addCategory(db: Db, parentId: string | null, name: string): Promise<string> {
  const beside = await db
    .selectFrom('collectionCategory')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('parentId', 'is not distinct from', parentId)
    .executeTakeFirstOrThrow()
  const id = await freeId(db, 'collectionCategory', name)
  await db
    .insertInto('collectionCategory')
    .values({ id, parentId, name, nameKey: nameKey(name), position: (beside.last ?? 0) + 1 })
    .execute()
  return id
}

async function keepCollection(
  db: Db,
  categoryId: string,
  { name, description, recordIds }: NewCollection,
  now: Date,
): Promise<'added' | 'changed' | 'unchanged'> {
  const ids = JSON.stringify([...new Set(recordIds)])
  const before = await db
    .selectFrom('collection')
    .select(['id', 'name', 'description', 'recordIds'])
    .where('categoryId', '=', categoryId)
    .where('nameKey', '=', nameKey(name))
    .executeTakeFirst()
  if (before) {
    const after = { name, description: description ?? before.description, recordIds: ids }
    const isSame =
      before.name === name && before.description === after.description && JSON.stringify(before.recordIds) === ids
    if (isSame) return 'unchanged'
    await db
      .updateTable('collection')
      .set({ ...after, updatedAt: now })
      .where('id', '=', before.id)
      .execute()
    return 'changed'
  }
  const beside = await db
    .selectFrom('collection')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('categoryId', '=', categoryId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('collection')
    .values({
      id: await freeId(db, 'collection', name),
      categoryId,
      name,
      nameKey: nameKey(name),
      description: description ?? '',
      position: (beside.last ?? 0) + 1,
      recordIds: ids,
      updatedAt: now,
    })
    .execute()
  return 'added'
}

/** The name as a slug, `te-ao-maori`; with a number if the slug is taken. */
async function freeId(db: Db, table: 'collection' | 'collectionCategory', name: string): Promise<string> {
  const plain =
    normalised(name, 'NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80) || 'collection'
  for (let number = 1; ; number++) {
    const id = number === 1 ? plain : `${plain}-${number}`
    const taken = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!taken) return id
  }
}
