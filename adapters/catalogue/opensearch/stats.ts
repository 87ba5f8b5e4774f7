import type { CatalogueStats } from '#features/catalogue/server/catalogue-port.ts'
import { ask, askSearch, type Connection } from './connection.ts'
import { liveIndex } from './records-index.ts'

/** Counts hold for a whole generation; they are still refreshed this often because the call is also a health check. */
const freshMs = 3_000

export async function countSeen(at: Connection): Promise<number> {
  const { hits } = await askSearch<{ hits: { total: { value: number } } }>(at, { size: 0, track_total_hits: true })
  return hits.total.value
}

async function bytesOf(at: Connection, index: string): Promise<number> {
  const reply = await ask<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(at, {
    method: 'GET',
    path: `/${index}/_stats/store`,
    query: { filter_path: '_all.primaries.store.size_in_bytes' },
  })
  return reply._all.primaries.store.size_in_bytes
}

/** The cluster's current generation; the rest is at most seconds old. */
export function openStats(at: Connection): () => Promise<CatalogueStats> {
  let known: { asOf: number; stats: CatalogueStats } | undefined
  return async () => {
    for (;;) {
      const { index, visible } = await liveIndex(at)
      const { generation } = visible
      if (known?.stats.generation === generation && performance.now() - known.asOf < freshMs) return known.stats
      const asOf = performance.now()
      const [records, bytes] = await Promise.all([countSeen(at), bytesOf(at, index)])
      // A load that ended in between may have been counted.
      if ((await liveIndex(at)).visible.generation !== generation) continue
      known = { asOf, stats: { records, bytes, generation } }
      return known.stats
    }
  }
}
