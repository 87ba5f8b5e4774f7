import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** The umask at startup, once `makeNewFilesPrivate` has replaced it. */
let givenUmask: number | undefined

/**
 * Makes new files private to their user, despite the umask at startup. Threads share their process's umask and cannot
 * set it.
 */
export function makeNewFilesPrivate(): void {
  if (isMainThread) givenUmask = process.umask(0o077)
}

/** For files without private data, such as the built pages, which another user may serve. */
export async function withGivenUmask<T>(run: () => Promise<T>): Promise<T> {
  if (givenUmask === undefined) return run()
  process.umask(givenUmask)
  return run().finally(() => process.umask(0o077))
}

/** Gives a command's output file, as with `--out`, the mode of the user's own umask. */
export const leaveToUmask = (path: string): void => {
  if (givenUmask !== undefined) chmodSync(path, 0o666 & ~givenUmask)
}

/** Writes such a file; an existing one keeps its mode. */
export function writeForUser(path: string, text: string): void {
  const isNew = !existsSync(path)
  writeFileSync(path, text)
  if (isNew) leaveToUmask(path)
}
