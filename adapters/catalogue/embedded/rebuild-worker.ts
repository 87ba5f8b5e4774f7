import { parentPort, workerData } from 'node:worker_threads'
import { type RebuildReport, rebuildIndex } from './rebuild.ts'
import { generationOf, openFile } from './schema.ts'
import type { SegmentSizes } from './tiers.ts'
import { holdWriteLock, isBusy } from './write-lock.ts'

export type RebuildData = {
  folder: string
  sizes: SegmentSizes
  /** Only while the index is still the one that was found unusable, for which another program's work is waited for. */
  ifStill?: { generation: number | undefined }
}
export type RebuildMessage =
  | { records: number; of: number }
  | { waits: true }
  /** Without a report another program has done it. */
  | { done: RebuildReport | undefined }
  | { failed: Error }

/** How long a load that is just ending is waited for, ms. */
const waitMs = 1_500

const { folder, sizes, ifStill } = workerData as RebuildData
const send = (message: RebuildMessage) => parentPort!.postMessage(message)

function holdLock(): () => void {
  for (let waits = false; ; waits = true) {
    try {
      return holdWriteLock(folder, waitMs)
    } catch (error) {
      if (!ifStill || !isBusy(error)) throw error
      if (!waits) send({ waits: true })
    }
  }
}

try {
  const letGo = holdLock()
  const db = openFile(folder)
  if (ifStill && generationOf(db) !== ifStill.generation) send({ done: undefined })
  else send({ done: rebuildIndex(db, sizes, (records, of) => send({ records, of })) })
  db.close()
  letGo()
} catch (error) {
  send({ failed: error as Error })
}
