import { CatalogueUnavailable, type LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import type { PackedRecords } from '../packed-records.ts'
import { operations, sendBulk } from './bulk.ts'
import type { Connection } from './connection.ts'
import { commit, setMark } from './fence.ts'
import { type Lease, withLease } from './lease.ts'
import { Load } from './load.ts'
import { publish } from './publications.ts'
import { type LiveIndex, liveIndex, refresh } from './records-index.ts'
import { addRemoved, dropRemoved, openRemovedAmong, removedRecord, valuesOf } from './removed.ts'
import type { Visible } from './search/visible.ts'
import { countSeen } from './stats.ts'
import { hasLateEntries, sweepBrokenOff, sweepReplaced } from './sweep.ts'
import { versionsOf } from './versions.ts'

const perLook = 2_000

/** A writer's data while it holds the lease. */
export type Session = { lease: Lease; live: LiveIndex; next: Visible }

/** `returned`: records that had been removed. */
type Done<T> = { result: T; changed: boolean; returned?: string[] }

/** Loads and removals of one process, one after another. */
export class Writer {
  private readonly at: Connection
  private readonly deadAfterMs: number
  private last: Promise<unknown> = Promise.resolve()
  private closed = false

  constructor(at: Connection, deadAfterMs: number) {
    this.at = at
    this.deadAfterMs = deadAfterMs
  }

  write(batches: AsyncIterable<PackedRecords>): Promise<LoadReport> {
    return this.alone(async ({ lease, live }) => {
      const isEmpty = (await countSeen(this.at)) === 0
      const removedAmong = await openRemovedAmong(this.at, live)
      const load = new Load(this.at, { ...lease, index: live.index, isEmpty, removedAmong })
      try {
        for await (const batch of batches) {
          if (this.closed) throw new CatalogueUnavailable('The load was broken off.')
          lease.check()
          await load.take(batch)
        }
      } finally {
        // No batch is in flight once a load has ended, with or without success.
        await load.end().catch(() => {})
      }
      await load.end()
      const { loaded, updated } = load.report
      return { result: load.report, changed: loaded + updated > 0, returned: load.returned }
    })
  }

  remove(ids: string[]): Promise<number> {
    return this.alone(async ({ lease, live }) => {
      const uniqueIds = [...new Set(ids)]
      let removed = 0
      for (let from = 0; from < uniqueIds.length; from += perLook) {
        lease.check()
        const found = await versionsOf(this.at, uniqueIds.slice(from, from + perLook))
        removed += found.size
        const values = await valuesOf(this.at, [...found.keys()])
        const marks = [...found].flatMap(([id, { entry }]) => [
          operations.change(entry, { until: lease.generation }, id),
          addRemoved(removedRecord(id, lease.generation, values.get(id)!)),
        ])
        await sendBulk(this.at, live.index, marks, lease.check)
      }
      return { result: removed, changed: removed > 0 }
    })
  }

  /** Runs work as the only writer, after cleaning up what others have left. */
  inTurn<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      if (this.closed) throw new CatalogueUnavailable('The catalogue is closed.')
      const seen = async () => (await liveIndex(this.at)).visible.generation
      return withLease(this.at, { seen, deadAfterMs: this.deadAfterMs }, async (lease) => {
        const live = await liveIndex(this.at)
        const { generation, abandoned } = live.visible
        await setMark(this.at, live, lease.holder)
        // From now on the next lease holder takes our mark too.
        await lease.confirm()
        const broken = lease.brokenOff.filter((each) => each !== generation && !abandoned.includes(each))
        const next = { generation: lease.generation, abandoned: [...abandoned, ...broken] }
        const swept = { index: live.index, visible: { ...next, generation }, check: lease.check }
        if (lease.brokenOff.length > 0 || (await hasLateEntries(this.at, swept))) {
          await sweepBrokenOff(this.at, swept)
          await sweepReplaced(this.at, swept)
        }
        return work({ lease, live, next })
      })
    })
    this.last = turn.catch(() => {})
    return turn
  }

  async close(): Promise<void> {
    this.closed = true
    await this.last
  }

  private alone<T>(work: (session: Session) => Promise<Done<T>>): Promise<T> {
    return this.inTurn(async (session) => {
      const { lease, live, next } = session
      const { index } = live
      let done: Done<T>
      try {
        done = await work(session)
      } catch (error) {
        // If this fails too, the next writer does it.
        await sweepBrokenOff(this.at, {
          index,
          visible: { ...next, generation: live.visible.generation },
          check: lease.check,
        })
          .then(lease.settle)
          .catch(() => {})
        throw error
      }
      if (!done.changed) {
        // A record that came twice may have been written and reverted.
        lease.settle()
        return done.result
      }
      await refresh(this.at, index)
      lease.check()
      const everywhere = await commit(this.at, { from: index, visible: next, holder: lease.holder })
      // If one of these fails, the next reader or writer makes up for it.
      await publish(this.at, index, next.generation).catch(() => {})
      await dropRemoved(this.at, index, done.returned ?? [], lease.check).catch(() => {})
      // A node that does not know the new state yet still needs the old versions.
      if (everywhere)
        await sweepReplaced(this.at, { index, visible: next, check: lease.check })
          .then(lease.settleAll)
          .catch(() => {})
      return done.result
    })
  }
}
