import type { App } from '#app/app.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { coversShown } from '../contract.ts'
import type { CollectionRow } from './category-tree.ts'

/** A collection’s number of records in the catalogue, and the cover names of its first ones. */
export type CollectionContents = { count: number; covers: string[] }
export type ReadContents = (
  collections: Pick<CollectionRow, 'id' | 'updatedAt'>[],
) => Promise<Map<string, CollectionContents>>

type Unread = { contents: CollectionContents; ids: RecordId[] }

/** Records of a collection that one round asks for covers, and those asked at most. */
const perRound = 6
const mostAsked = 48
const perLook = 4000

/** Read once for each state of the catalogue and the collection. */
export function openContents({ db, catalogue }: Pick<App, 'db' | 'catalogue'>): ReadContents {
  let cache = { generation: -1, contents: new Map<string, CollectionContents & { asOf: number }>() }
  return async (collections) => {
    const { generation } = await catalogue.stats()
    if (cache.generation !== generation) cache = { generation, contents: new Map() }
    const known = cache.contents
    const stale = collections.filter(({ id, updatedAt }) => known.get(id)?.asOf !== updatedAt.getTime())
    const read: Unread[] = []
    for (const { id } of stale) read.push(await count(id)) // Sequentially: each may have a hundred thousand records.
    await addCovers(read)
    for (const [at, { id, updatedAt }] of stale.entries())
      known.set(id, { ...read[at]!.contents, asOf: updatedAt.getTime() })
    return new Map(collections.map(({ id }) => [id, known.get(id)!]))
  }

  async function count(id: string): Promise<Unread> {
    const row = await db.selectFrom('collection').select('recordIds').where('id', '=', id).executeTakeFirst()
    const ids = row?.recordIds ?? []
    const [count = 0] = ids.length === 0 ? [] : await catalogue.counts([{ kind: 'ids', ids }])
    return { contents: { count, covers: [] }, ids: ids.slice(0, mostAsked) }
  }

  /** All collections together: a round is one call, and few need a second one. */
  async function addCovers(read: Unread[]): Promise<void> {
    for (let from = 0; from < mostAsked; from += perRound) {
      const open = read.filter(({ contents, ids }) => contents.covers.length < coversShown && ids.length > from)
      if (open.length === 0) return
      const names = await coverNames(open.flatMap(({ ids }) => ids.slice(from, from + perRound)))
      for (const { contents, ids } of open) {
        const found = ids.slice(from, from + perRound).flatMap((id) => names.get(id) || [])
        contents.covers = [...new Set([...contents.covers, ...found])].slice(0, coversShown)
      }
    }
  }

  async function coverNames(ids: RecordId[]): Promise<Map<RecordId, string>> {
    const names = new Map<RecordId, string>()
    const each = [...new Set(ids)]
    for (let from = 0; from < each.length; from += perLook)
      for (const { id, imageFileName } of await catalogue.documents(each.slice(from, from + perLook)))
        names.set(id, imageFileName)
    return names
  }
}
