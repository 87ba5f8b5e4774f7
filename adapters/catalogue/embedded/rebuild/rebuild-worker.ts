import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { CatalogueDamaged, isDamage } from '../check/sqlite-damage.ts'
import type { SegmentSizes } from '../index/tiers.ts'
import { fileDamaged, generationOf, openFile } from '../schema.ts'
import { acquireWriteLock, isBusy } from '../write-lock.ts'
import { type RebuildOptions, type RebuildReport, rebuildIndex } from './rebuild.ts'
import { isSound, rebuildBeside } from './rebuild-beside.ts'

export type RebuildData = {
  folder: string
  sizes: SegmentSizes
  withoutLost: boolean
  reread: boolean
  /** Rebuild only if the index is still the one found unusable; waits for another program's work first. */
  ifStill?: { generation: number | undefined }
}
export type RebuildMessage =
  | { records: number; of: number }
  | { waits: true }
  /** No report: another program has rebuilt it. */
  | { done: RebuildReport | undefined }
  | { refused: string }
  | { failed: Error }

/** How long to wait for a load that is about to end, ms. */
const waitMs = 1_500

const { folder, sizes, withoutLost, reread, ifStill } = workerData as RebuildData
const send = (message: RebuildMessage) => parentPort!.postMessage(message)

function holdLock(): () => void {
  for (let waits = false; ; waits = true) {
    try {
      return acquireWriteLock(folder, waitMs)
    } catch (error) {
      if (!ifStill || !isBusy(error)) throw error
      if (!waits) send({ waits: true })
    }
  }
}

async function rebuild(db: DatabaseSync): Promise<RebuildReport> {
  const options: RebuildOptions = { sizes, withoutLost, reread, progress: (records, of) => send({ records, of }) }
  if (!isSound(db)) return rebuildBeside(db, folder, options)
  try {
    return await rebuildIndex(db, options)
  } catch (error) {
    if (isDamage(error)) return rebuildBeside(db, folder, options)
    throw error
  }
}

try {
  const letGo = holdLock()
  const db = openFile(folder)
  if (ifStill && generationOf(db) !== ifStill.generation) send({ done: undefined })
  else send({ done: await rebuild(db) })
  db.close()
  letGo()
} catch (error) {
  const known = isDamage(error) ? fileDamaged(folder, (error as Error).message) : error
  send(known instanceof CatalogueDamaged ? { refused: known.message } : { failed: error as Error })
}
