import type { App } from '#app/app.ts'
import type { CollectionRow } from './category-tree.ts'

export type RecordCounts = (collections: Pick<CollectionRow, 'id' | 'updatedAt'>[]) => Promise<Map<string, number>>

/** How many records of a collection are in the catalogue, counted once for each state of both. */
export function openRecordCounts({ db, catalogue }: Pick<App, 'db' | 'catalogue'>): RecordCounts {
  let cache = { generation: -1, counts: new Map<string, { asOf: number; count: number }>() }
  return async (collections) => {
    const { generation } = await catalogue.stats()
    if (cache.generation !== generation) cache = { generation, counts: new Map() }
    const { counts } = cache
    const found = new Map<string, number>()
    for (const { id, updatedAt } of collections) {
      let known = counts.get(id)
      if (known?.asOf !== updatedAt.getTime()) {
        // Sequentially: a collection may have a hundred thousand records.
        known = { asOf: updatedAt.getTime(), count: await count(id) }
        counts.set(id, known)
      }
      found.set(id, known.count)
    }
    return found
  }

  async function count(id: string): Promise<number> {
    const row = await db.selectFrom('collection').select('recordIds').where('id', '=', id).executeTakeFirst()
    if (!row || row.recordIds.length === 0) return 0
    const [number = 0] = await catalogue.counts([{ kind: 'ids', ids: row.recordIds }])
    return number
  }
}
