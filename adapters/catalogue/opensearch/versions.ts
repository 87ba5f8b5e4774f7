import { askSearch, type Connection } from './connection.ts'

/** The current entry of an id, and its digest. */
export type Version = { entry: string; digest: string }

type Found = { hits: { hits: { _id: string; fields: { id: [string]; digest: [string] } }[] } }

/** The visible versions of these ids, at most 10,000. */
export async function versionsOf(at: Connection, ids: string[]): Promise<Map<string, Version>> {
  if (ids.length === 0) return new Map()
  const { hits } = await askSearch<Found>(at, {
    size: ids.length,
    query: { constant_score: { filter: { terms: { id: ids } } } },
    _source: false,
    docvalue_fields: ['id', 'digest'],
  })
  return new Map(hits.hits.map(({ _id, fields }) => [fields.id[0], { entry: _id, digest: fields.digest[0] }]))
}
