import type { ChangeValues } from '#features/catalogue/facets.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { packed } from '../packed-records.ts'
import { sendBulk } from './bulk.ts'
import { ask, type Connection } from './connection.ts'
import { commit } from './fence.ts'
import { silenceMs } from './lease.ts'
import { Load } from './load.ts'
import { copied, dropIndices, liveIndex, makeFirstIndex, makeIndex, refresh } from './records-index.ts'
import { addRemoved, removedRecord } from './removed.ts'
import { Writer } from './writer.ts'

/** Loads never get this generation, so these records stay visible through any load. */
const generation = 0
const shards = 1

/** Named so that a rebuild does not delete it. */
const indexOf = ({ names }: Connection, id: string) => `${names.records}-restored-${id}`

/** Writes a backup's records, and those that it lists as removed, into a separate index that is not searched yet. */
export async function fillRestored(
  at: Connection,
  id: string,
  records: AsyncIterable<CatalogueRecord>,
  /** In batches. */
  removed: AsyncIterable<{ id: string; values: ChangeValues }[]>,
): Promise<number> {
  const index = indexOf(at, id)
  await makeFirstIndex(at, shards)
  await makeIndex(at, index, { shards })
  const load = new Load(at, { index, generation, isEmpty: true, check: () => {} })
  try {
    for await (const batch of packed(records)) await load.take(batch)
  } finally {
    // No batch is in flight once this has ended, with or without success.
    await load.end().catch(() => {})
  }
  await load.end()
  await refresh(at, index)
  const { count } = await ask<{ count: number }>(at, { method: 'GET', path: `/${index}/_count` })
  if (count !== load.report.loaded) throw new Error(`The new index has ${count} of ${load.report.loaded} records.`)
  for await (const batch of removed) {
    const entries = batch.map(({ id, values }) => addRemoved(removedRecord(id, generation, values)))
    await sendBulk(at, index, entries, () => {})
  }
  await refresh(at, index)
  await copied(at, index)
  return count
}

/** Deletes the leftovers of aborted restores. */
export async function dropRestored(at: Connection): Promise<void> {
  const path = `/${indexOf(at, '*')}/_alias`
  const found = await ask<Record<string, { aliases: object }>>(at, { method: 'GET', path, expected: [404] })
  const left = Object.keys(found).filter((index) => !(at.names.records in (found[index]!.aliases ?? {})))
  await dropIndices(at, left)
}

/** `after`: the restored state's generation must be greater than this. */
export type TakeRecords = (id: string, after: number) => Promise<void>

/** Runs the work as the only writer. What it takes atomically replaces what was searched before. */
export async function whileNobodyWrites<T>(at: Connection, work: (take: TakeRecords) => Promise<T>): Promise<T> {
  await makeFirstIndex(at, shards)
  const writer = new Writer(at, silenceMs)
  return writer.inTurn(({ lease }) =>
    work(async (id, after) => {
      const { index: from } = await liveIndex(at)
      const to = indexOf(at, id)
      if (from === to) return
      await lease.confirm()
      const visible = { generation: Math.max(lease.generation, after + 1), abandoned: [] }
      await commit(at, { from, to, visible, holder: lease.holder })
      lease.settleAll()
      await dropIndices(at, [from])
    }),
  )
}
