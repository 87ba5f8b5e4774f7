import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { busySentence } from '../busy-sentence.ts'

/**
 * Held during a whole load; the operating system releases it when its process dies. It is an exclusive transaction on a
 * separate file, because the catalogue's own transactions are shorter than a load. `timeoutMs`: how long to wait for
 * another load; the cleanup after a crash is waited for, however large the crashed load was.
 */
export function acquireWriteLock(folder: string, timeoutMs: number): () => void {
  for (;;)
    try {
      return lock(folder, 'load.lock', timeoutMs)
    } catch (error) {
      if (!isBusy(error) || !isSweeping(folder)) throw error
    }
}

const probeMs = 10_000

/** Held during a cleanup after a crash. Fails at once if a load is running. */
export function acquireSweepLock(folder: string): () => void {
  const letGo = lock(folder, 'load.lock', 0)
  try {
    // A load that waits holds it for a moment, to see whether a cleanup is under way.
    const letGoOfSweep = lock(folder, 'sweep.lock', probeMs)
    return () => {
      letGoOfSweep()
      letGo()
    }
  } catch (error) {
    letGo()
    throw error
  }
}

function isSweeping(folder: string): boolean {
  try {
    lock(folder, 'sweep.lock', 0)()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

function lock(folder: string, file: string, timeoutMs: number): () => void {
  mkdirSync(folder, { recursive: true })
  const held = new DatabaseSync(join(folder, file), { timeout: timeoutMs })
  try {
    held.exec('begin exclusive')
  } catch (error) {
    held.close()
    throw (error as { errcode?: number }).errcode === 5 ? new Error(busySentence) : error
  }
  return () => {
    held.exec('rollback')
    held.close()
  }
}

export const isBusy = (error: unknown): boolean => error instanceof Error && error.message === busySentence
