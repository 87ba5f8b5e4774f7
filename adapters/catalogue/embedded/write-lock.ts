import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { busySentence } from '../busy-sentence.ts'

/**
 * Held during a whole load; the operating system releases it when its process dies. It is an exclusive transaction on a
 * separate file, because the catalogue's own transactions are shorter than a load. `timeoutMs`: how long to wait for
 * the current holder.
 */
export function holdWriteLock(folder: string, timeoutMs: number): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'load.lock'), { timeout: timeoutMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw (error as { errcode?: number }).errcode === 5 ? new Error(busySentence) : error
  }
  return () => {
    lock.exec('rollback')
    lock.close()
  }
}

export const isBusy = (error: unknown): boolean => error instanceof Error && error.message === busySentence
