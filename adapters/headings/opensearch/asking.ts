import { type Call, EngineAway, type EngineClient, EngineRefused } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'

/**
 * The answer's body. If the cluster cannot answer in full, throws HeadingsUnavailable; its own errors are thrown
 * unchanged.
 */
export async function ask<T>(client: EngineClient, call: Call): Promise<T> {
  try {
    const { body } = await client.ask<T & { timed_out?: boolean; _shards?: { failed: number } }>(call)
    const { timed_out: late, _shards: shards } = body ?? {}
    if (late || (shards?.failed ?? 0) > 0) throw new HeadingsUnavailable('OpenSearch could not ask all shards.')
    return body
  } catch (error) {
    throw error instanceof EngineAway ? new HeadingsUnavailable(error.message) : error
  }
}

export const isAbsent = (error: unknown): boolean => error instanceof EngineRefused && error.status === 404
export const isThereAlready = (error: unknown): boolean =>
  error instanceof EngineRefused && error.type === 'resource_already_exists_exception'

export type Hit<S> = { _id: string; _index: string; _score: number | null; _source: S; sort: (string | number)[] }
export type Found<S = Record<string, never>, A = Record<string, never>> = {
  hits: { total: { value: number }; hits: Hit<S>[] }
  aggregations: A
}
export type Buckets<K = string> = { buckets: { key: K; doc_count: number }[] }

/** A search that is complete or fails. */
export const search = <S, A = Record<string, never>>(
  client: EngineClient,
  index: string,
  body: object,
  signal?: AbortSignal,
): Promise<Found<S, A>> =>
  ask(client, {
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_search`,
    query: { allow_partial_search_results: false },
    body,
    signal,
  })
