import { chmodSync, statSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { badSetting } from '#app/env.ts'
import { makeFolder } from '#kit/server/files/make-folder.ts'

/** Creates DATA_DIR if absent; refuses with one line what cannot be our folder. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw badSetting('DATA_DIR', dataDir, `is not a writable folder (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Our files in DATA_DIR, with their temporary files. Nothing else there is ours to close. */
const ours = /^(db|catalogue|files|outbox|copies|restored|headings-mirror|commands|secret-key|audit-seal)([.-].*)?$/
const others = 0o077
/** A world-writable folder such as /tmp. */
export const sticky = 0o1000

/**
 * Removes other users' access that earlier versions left in DATA_DIR: from the folder itself at once, from its contents
 * in the background. Counts the files and folders that were closed, and those that could not be.
 */
export async function closeDataFolder(dataDir: string, ending: AbortSignal) {
  const count = { closed: 0, open: 0 }
  const { mode } = statSync(dataDir)
  if (mode & others && !(mode & sticky))
    try {
      chmodSync(dataDir, mode & 0o700)
      count.closed++
    } catch {
      count.open++
    }
  const close = async (path: string): Promise<void> => {
    const found = await lstat(path).catch(() => undefined)
    // A file deleted meanwhile needs nothing.
    if (!found || found.isSymbolicLink() || ending.aborted) return
    if (found.mode & others)
      await chmod(path, found.mode & 0o700).then(
        () => count.closed++,
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || count.open++,
      )
    if (!found.isDirectory()) return
    for (const name of await readdir(path).catch(() => [])) await close(join(path, name))
  }
  for (const name of await readdir(dataDir).catch(() => [])) if (ours.test(name)) await close(join(dataDir, name))
  return count
}

/** Silent if nothing was closed, as at every start but the first of this version. */
export function logClosed(log: Logger, dataDir: string, count: { closed: number; open: number }): void {
  if (count.closed > 0)
    log.warn({ count: count.closed }, `Other users of this machine could reach what is in ${dataDir}; now they cannot`)
  if (count.open > 0)
    log.warn(
      { count: count.open },
      `Other users of this machine can reach what is in ${dataDir}: it belongs to another user, who has to restrict access`,
    )
}
