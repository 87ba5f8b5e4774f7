import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { type Call, EngineAway, type EngineClient, EngineRefused } from './client.ts'
import type { IndexNames } from './index-names.ts'

/** An open cluster and the names of this portal's indices: every call of the adapter takes it. */
export type Connection = { client: EngineClient; names: IndexNames }

/** The answer's body; throws CatalogueUnavailable if the cluster is unreachable. */
export async function ask<T>({ client }: Connection, call: Call): Promise<T> {
  try {
    return (await client.ask<T>(call)).body
  } catch (error) {
    throw asUnavailable(error)
  }
}

type Shards = { timed_out?: boolean; _shards?: { failed: number } }

/**
 * Accepts complete answers only: a failed shard means CatalogueUnavailable, never a smaller total. `index` null: the
 * body has a point in time, which names its indices itself.
 */
export async function askSearch<T>(
  at: Connection,
  body: object,
  {
    signal,
    index = at.names.records,
    omit,
  }: { signal?: AbortSignal | undefined; index?: string | null; omit?: string } = {},
): Promise<T> {
  const reply = await ask<T & Shards>(at, {
    method: 'POST',
    path: index === null ? '/_search' : `/${index}/_search`,
    query: { allow_partial_search_results: false, ...(omit !== undefined && { filter_path: `-${omit}` }) },
    body,
    signal,
  })
  if (reply.timed_out || (reply._shards?.failed ?? 0) > 0)
    throw new CatalogueUnavailable('OpenSearch could not ask all shards.')
  return reply
}

/** If a rebuild has just removed the index, it is unavailable for a moment. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof EngineAway) return new CatalogueUnavailable(error.message)
  if (error instanceof EngineRefused && passing.has(error.type)) return new CatalogueUnavailable(error.message)
  return error
}

const passing = new Set(['index_not_found_exception'])
