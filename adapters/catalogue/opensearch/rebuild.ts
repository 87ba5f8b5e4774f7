import { setTimeout as pause } from 'node:timers/promises'
import { withLocalNotesApart } from '../local-notes-apart.ts'
import { digestOf } from '../record-digest.ts'
import { refreshedDocument } from '../refreshed-document.ts'
import { type Operation, operations, sendBulk } from './bulk.ts'
import { ask, type Connection } from './connection.ts'
import { commit } from './fence.ts'
import { numbered, numberOf } from './index-names.ts'
import { searchedRecord } from './indexed-record.ts'
import { addPublication, type Publication } from './publications.ts'
import { everyEntry, everySource } from './read-records.ts'
import { copied, dropIndices, everyIndex, makeIndex, refresh, shardsOf } from './records-index.ts'
import { addRemoved, type RemovedRecord } from './removed.ts'
import { entryOf, idOrder, type StoredRecord } from './stored-record.ts'
import type { Writer } from './writer.ts'

const perBulk = 500
const maxConcurrent = 3
const storedFields = ['id', 'since', 'digest', 'document', 'marc', 'encoding'] as const

export type RebuildOptions = {
  /** Shards of the new index; default: as many as the old one. */
  shards?: number | undefined
  progress?: ((records: number) => void) | undefined
  /** Makes each document again from the record's MARC; otherwise documents stay as they are. */
  reread?: boolean | undefined
  /** How long readers of the old index, such as a backup, may take to finish, ms; default: 10 minutes. */
  maxQuietMs?: number | undefined
}

/**
 * Reindexes all records from their stored form; the old index answers searches until the alias switches atomically.
 * Other loads wait. An aborted rebuild leaves an unused index, which the next one deletes. Returns how many records
 * there are.
 */
export function rebuildIndex(
  at: Connection,
  writer: Writer,
  { shards, progress, reread = false, maxQuietMs = 600_000 }: RebuildOptions,
): Promise<number> {
  return writer.inTurn(async ({ lease, live }) => {
    const all = await everyIndex(at)
    await dropIndices(
      at,
      all.filter((index) => index !== live.index),
    )
    const index = numbered(at.names.records, Math.max(...[...all, live.index].map(numberOf)) + 1)
    await makeIndex(at, index, { shards: shards ?? (await shardsOf(at, live.index)) })
    let count = 0
    const underWay = new Set<Promise<void>>()
    let failed: { error: unknown } | undefined
    const send = async (batch: Operation[]) => {
      const sent: Promise<void> = sendBulk(at, index, batch, lease.check)
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => underWay.delete(sent))
      underWay.add(sent)
      if (underWay.size >= maxConcurrent) await Promise.race(underWay)
      if (failed) throw failed.error
    }
    try {
      let batch: Operation[] = []
      for await (const record of everySource(at, [...storedFields])) {
        batch.push(
          operations.add(
            entryOf(record.since, record.id),
            copyOf(reread ? refreshedRecord(record) : record),
            record.id,
          ),
        )
        if (batch.length < perBulk) continue
        await send(batch)
        count += batch.length
        progress?.(count)
        batch = []
      }
      await send(batch)
      count += batch.length
      progress?.(count)
      for await (const copies of copiesOfChanges(at, live.index)) await send(copies)
      await Promise.all(underWay)
      if (failed) throw failed.error
      await refresh(at, index)
      await copied(at, index)
      lease.check()
      const visible = { generation: lease.generation, abandoned: [] }
      await commit(at, { from: live.index, to: index, visible, holder: lease.holder })
    } catch (error) {
      await Promise.all(underWay)
      await dropIndices(at, [index])
        .then(lease.settle)
        .catch(() => {})
      throw error
    }
    lease.settleAll()
    // From here on the worst outcome is that the old index stays until the next rebuild deletes it.
    await quiet(at, live.index, maxQuietMs)
    await dropIndices(at, [live.index])
    return count
  })
}

type Stored = Pick<StoredRecord, (typeof storedFields)[number]>

function refreshedRecord(record: Stored): Stored {
  const marc = Buffer.from(record.marc, 'base64')
  const document = refreshedDocument({ document: record.document, marc, encoding: record.encoding }, record.id)
  return { ...record, document, digest: digestOf(document, marc, record.encoding).toString('base64') }
}

const copyOf = (record: Stored) => ({
  ...record,
  idOrder: idOrder(record.id),
  ...searchedRecord(withLocalNotesApart(JSON.parse(record.document), Buffer.from(record.marc, 'base64'))),
})

/** The times of loads, and what remains of removed records. */
async function* copiesOfChanges(at: Connection, index: string): AsyncIterable<Operation[]> {
  const query = { bool: { must_not: [{ exists: { field: 'since' } }] } }
  let batch: Operation[] = []
  for await (const entry of everyEntry<RemovedRecord | Publication>(at, { index, query, members: true })) {
    batch.push('published' in entry ? addPublication(entry) : addRemoved(entry))
    if (batch.length < perBulk) continue
    yield batch
    batch = []
  }
  yield batch
}

/** How long searches in flight to the old index may take, ms. */
const leastQuietMs = 3_000

async function quiet(at: Connection, index: string, maxQuietMs: number): Promise<void> {
  type Search = { open_contexts: number; query_current: number; fetch_current: number }
  await pause(leastQuietMs)
  for (const begun = performance.now(); performance.now() - begun < maxQuietMs; await pause(500)) {
    const reply = await ask<{ _all: { total: { search: Search } } }>(at, {
      method: 'GET',
      path: `/${index}/_stats/search`,
    })
    const { open_contexts: open, query_current: queries, fetch_current: fetches } = reply._all.total.search
    if (open + queries + fetches === 0) return
  }
}
