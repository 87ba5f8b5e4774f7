import { workerData } from 'node:worker_threads'
import { answerCalls } from '#kit/server/thread-calls.ts'
import type { PackedRecords } from '../packed-records.ts'
import { type AnalysedBatch, analysedBatch } from './analysed-batch.ts'
import { isDamage } from './check/sqlite-damage.ts'
import type { SegmentSizes } from './index/tiers.ts'
import { databaseFile, openDatabase } from './schema.ts'
import { hasLeftovers, sweep } from './sweep.ts'
import { acquireSweepLock, acquireWriteLock } from './write-lock.ts'
import { WriteSession } from './write-session.ts'

/** A removal ends so soon that waiting for it is better than failing. */
const timeoutMs = 1_500

const { folder, sizes } = workerData as { folder: string; sizes: SegmentSizes }
const db = openDatabase(folder)
let session: WriteSession | undefined
let letGo: (() => void) | undefined

const answers = {
  begin: () => {
    letGo = acquireWriteLock(folder, timeoutMs)
    session = new WriteSession(db, sizes)
  },
  write: (records: PackedRecords | AnalysedBatch) =>
    session!.write('analysed' in records ? records : analysedBatch(records)),
  remove: (ids: string[]) => ids.filter((id) => session!.remove(id)).length,
  finish: () => {
    const report = session!.finish()
    end()
    return report
  },
  abandon: () => {
    session?.abandon()
    end()
  },
  /** Deletes the leftovers of a crashed load, unless a load is running. */
  sweep: () => {
    if (!hasLeftovers(db)) return
    letGo = acquireSweepLock(folder)
    sweep(db)
    end()
  },
}
export type WriteAnswers = typeof answers

function end() {
  session = undefined
  letGo?.()
  letGo = undefined
  // If searches still read an older state, a later checkpoint empties the log.
  db.exec('pragma wal_checkpoint(passive)')
}

answerCalls(answers, {
  inWords: (error) =>
    isDamage(error)
      ? new Error(
          `${databaseFile(folder)}: ${(error as Error).message}. See what is damaged: npm run catalogue -- check`,
        )
      : error,
})
