import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * First import of every program: what a process makes is for its own user alone, whatever umask it was started with.
 * Threads share their process's umask and may not set it.
 */
const givenUmask = isMainThread ? process.umask(0o077) : 0o077

/** For what is no data of ours, such as the built pages, which another user may serve. */
export async function withGivenUmask<T>(run: () => Promise<T>): Promise<T> {
  process.umask(givenUmask)
  return run().finally(() => process.umask(0o077))
}

/** A new file that a command leaves for whoever gave it, as with `--out`, has the mode that their own umask gives. */
export const leaveForUser = (path: string): void => chmodSync(path, 0o666 & ~givenUmask)

/** Writes such a file; one that was there keeps its mode. */
export function writeForUser(path: string, text: string): void {
  const isNew = !existsSync(path)
  writeFileSync(path, text)
  if (isNew) leaveForUser(path)
}
