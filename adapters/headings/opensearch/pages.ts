import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { type Hit, search } from './asking.ts'

/**
 * Every hit of a search in order, `size` at a time. The sort must be total and the index must not change, so that no
 * page misses or repeats a hit.
 */
export async function* readInPages<S>(
  client: EngineClient,
  index: string,
  {
    size = 1000,
    ...body
  }: { size?: number; query: object; sort: object[]; _source: string[] | false; docvalue_fields?: string[] },
): AsyncGenerator<Hit<S>[]> {
  let after: Hit<S>['sort'] | undefined
  do {
    const { hits } = await search<S>(client, index, {
      ...body,
      size,
      track_total_hits: false,
      ...(after ? { search_after: after } : {}),
    })
    if (hits.hits.length > 0) yield hits.hits
    after = hits.hits.length === size ? hits.hits.at(-1)!.sort : undefined
  } while (after)
}
