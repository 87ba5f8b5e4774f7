import type { DatabaseSync } from 'node:sqlite'

const busy = 5
const pauseMs = 10

/**
 * Turns on the write-ahead log of a file. While another process creates the same file, SQLite refuses this at once,
 * regardless of its timeout, so it is tried again for up to `timeoutMs`. Then throws SQLite's error. Blocks its thread.
 */
export function enableWriteAheadLog(db: DatabaseSync, timeoutMs: number): void {
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      db.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      const code = (error as { errcode?: number }).errcode ?? 0
      if ((code & 0xff) !== busy || Date.now() >= end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
