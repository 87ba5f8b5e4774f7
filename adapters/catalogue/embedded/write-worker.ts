import { parentPort, workerData } from 'node:worker_threads'
import type { LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import type { PackedRecords } from '../packed-records.ts'
import { isDamage } from './check/sqlite-damage.ts'
import type { SegmentSizes } from './index/tiers.ts'
import { databaseFile, openDatabase } from './schema.ts'
import { hasLeftovers, sweep } from './sweep.ts'
import { holdWriteLock } from './write-lock.ts'
import { WriteSession } from './write-session.ts'

export type WriteOrder =
  | { order: 'begin' }
  | { order: 'write'; records: PackedRecords }
  | { order: 'remove'; ids: string[] }
  | { order: 'finish' }
  | { order: 'abandon' }
  /** Deletes the leftovers of a crashed load, unless a load is running. */
  | { order: 'sweep' }
export type WriteReply = { done: LoadReport | number | undefined } | { failed: string }

/** A removal or a cleanup after a crash ends so soon that waiting for it is better than failing. */
const timeoutMs = 1_500

const port = parentPort!
const { folder, sizes } = workerData as { folder: string; sizes: SegmentSizes }
const db = openDatabase(folder)
let session: WriteSession | undefined
let letGo: (() => void) | undefined

function obey(given: WriteOrder): LoadReport | number | undefined {
  switch (given.order) {
    case 'begin':
      letGo = holdWriteLock(folder, timeoutMs)
      session = new WriteSession(db, sizes)
      return undefined
    case 'write': {
      const { documents, marc, ends, encodings } = given.records
      documents.forEach((json, i) => {
        session!.write(json, marc.subarray(i === 0 ? 0 : ends[i - 1], ends[i]), encodings[i]!)
      })
      return undefined
    }
    case 'remove':
      return given.ids.filter((id) => session!.remove(id)).length
    case 'finish': {
      const report = session!.finish()
      end()
      return report
    }
    case 'abandon':
      session?.abandon()
      end()
      return undefined
    case 'sweep':
      if (hasLeftovers(db)) {
        letGo = holdWriteLock(folder, 0)
        sweep(db)
        end()
      }
      return undefined
  }
}

function end() {
  session = undefined
  letGo?.()
  letGo = undefined
  // If searches still read an older state, a later checkpoint empties the log.
  db.exec('pragma wal_checkpoint(passive)')
}

port.on('message', (order: WriteOrder) => {
  try {
    port.postMessage({ done: obey(order) } satisfies WriteReply)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const failed = isDamage(error)
      ? `${databaseFile(folder)}: ${message}. See what is damaged: npm run catalogue -- check`
      : message
    port.postMessage({ failed } satisfies WriteReply)
  }
})
