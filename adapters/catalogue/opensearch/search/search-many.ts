import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { ask, type Connection } from '../connection.ts'

type Shards = { timed_out?: boolean; _shards?: { failed: number } }
type Failed = { error?: { type?: string; reason?: string; root_cause?: { reason?: string }[] } }

/** Several searches with complete answers in one call, answered in order. */
export async function askSearches<T>(at: Connection, searches: object[], signal?: AbortSignal): Promise<T[]> {
  if (searches.length === 0) return []
  const header = JSON.stringify({ index: at.names.records, allow_partial_search_results: false })
  const lines = searches.map((search) => `${header}\n${JSON.stringify(search)}\n`).join('')
  const { responses } = await ask<{ responses: (T & Shards & Failed)[] }>(at, {
    method: 'POST',
    path: '/_msearch',
    lines,
    signal,
  })
  for (const { error, timed_out, _shards } of responses) {
    if (error) throw new CatalogueUnavailable(`OpenSearch could not search: ${reasonOf(error)}`)
    if (timed_out || (_shards?.failed ?? 0) > 0) throw new CatalogueUnavailable('OpenSearch could not ask all shards.')
  }
  return responses
}

const reasonOf = ({ type, reason, root_cause }: NonNullable<Failed['error']>) =>
  `${type}: ${root_cause?.[0]?.reason ?? reason}`.slice(0, 500)
