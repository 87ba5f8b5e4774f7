import { operations, sendBulk } from './bulk.ts'
import { ask, askSearch, type Connection } from './connection.ts'
import { refresh } from './records-index.ts'
import type { Visible } from './search/visible.ts'

/** Entries per call: the cluster serves others in between. */
const perCall = 20_000

type Swept = { index: string; visible: Visible; check(): void }

/** Deletes invisible versions: those replaced or removed. */
export const sweepReplaced = (at: Connection, { index, visible: { generation, abandoned }, check }: Swept) =>
  dropWhere(at, index, check, {
    filter: [{ range: { until: { lte: generation } } }],
    must_not: [{ terms: { until: abandoned } }],
  })

/** True if an aborted load was only asleep and has written after the cleanup. */
export async function hasLateEntries(at: Connection, { index, visible: { abandoned } }: Swept): Promise<boolean> {
  if (abandoned.length === 0) return false
  const should = [{ terms: { since: abandoned } }, { terms: { until: abandoned } }]
  const { hits } = await askSearch<{ hits: { hits: unknown[] } }>(
    at,
    { size: 1, track_total_hits: false, query: { bool: { should, minimum_should_match: 1 } }, _source: false },
    { index },
  )
  return hits.hits.length > 0
}

/** Deletes what aborted loads have left: their versions, and their marks on other versions. */
export async function sweepBrokenOff(at: Connection, { index, visible: { generation, abandoned }, check }: Swept) {
  // A refresh makes the last writes searchable.
  await refresh(at, index)
  const neverSeen = (field: 'since' | 'until' | 'removedIn') => ({
    bool: {
      should: [{ range: { [field]: { gt: generation } } }, { terms: { [field]: abandoned } }],
      minimum_should_match: 1,
    },
  })
  for (const field of ['since', 'removedIn'] as const)
    await dropWhere(at, index, check, { filter: [neverSeen(field)], must_not: [] })
  for (;;) {
    check()
    const { hits } = await askSearch<{ hits: { hits: { _id: string }[] } }>(
      at,
      { size: 5_000, query: { bool: { filter: [neverSeen('until')] } }, _source: false },
      { index },
    )
    if (hits.hits.length === 0) return
    await sendBulk(
      at,
      index,
      hits.hits.map(({ _id }) => operations.change(_id, { until: null }, _id)),
      check,
    )
    await refresh(at, index)
  }
}

async function dropWhere(at: Connection, index: string, check: () => void, bool: object): Promise<void> {
  for (;;) {
    check()
    const { total } = await ask<{ total: number }>(at, {
      method: 'POST',
      path: `/${index}/_delete_by_query`,
      query: { conflicts: 'proceed', refresh: true, max_docs: perCall, scroll_size: 2_000 },
      body: { query: { bool } },
      timeoutMs: 300_000,
      retryForMs: 300_000,
    })
    if (total < perCall) return
  }
}
