import { askSearch, type Connection } from './connection.ts'

const perPage = 10_000

type Page = { hits: { hits: { sort: unknown[]; fields: { id: [string]; identifiers: string[] } }[] } }

/** Ids by normalised identifier, each list in the order of the ids. */
export async function lookUp(at: Connection, keys: string[]): Promise<Map<string, string[]>> {
  const wanted = new Set(keys)
  const found = new Map<string, string[]>()
  if (wanted.size === 0) return found
  for (let after: unknown[] | undefined; ; ) {
    const { hits } = await askSearch<Page>(at, {
      size: perPage,
      query: { constant_score: { filter: { terms: { identifiers: [...wanted] } } } },
      sort: ['idOrder'],
      track_total_hits: false,
      ...(after ? { search_after: after } : {}),
      _source: false,
      docvalue_fields: ['id', 'identifiers'],
    })
    for (const { fields } of hits.hits)
      for (const key of fields.identifiers) {
        if (!wanted.has(key)) continue
        const list = found.get(key)
        if (list) list.push(fields.id[0])
        else found.set(key, [fields.id[0]])
      }
    if (hits.hits.length < perPage) return found
    after = hits.hits.at(-1)!.sort
  }
}
