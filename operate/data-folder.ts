import { chmodSync, statSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { badSetting } from '#app/env.ts'
import { makeFolder } from '#kit/server/files/make-folder.ts'

/** Makes DATA_DIR where it is absent; refuses with one line what cannot be a folder of ours. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw badSetting(
      'DATA_DIR',
      dataDir,
      `is no folder that can be written to (${(error as NodeJS.ErrnoException).code})`,
    )
  }
}

/** What we make in DATA_DIR, with what lies beside it while it is made. Nothing else there is ours to close. */
const ours = /^(db|catalogue|files|outbox|copies|restored|headings-mirror|commands|secret-key|audit-seal)([.-].*)?$/
const others = 0o077
/** A folder that all users write to, as /tmp. */
export const sticky = 0o1000

/**
 * Closes to other users what earlier versions left open to them in DATA_DIR: the folder itself at once, what lies in it
 * while the program goes on. How many files and folders that were, and how many could not be closed.
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
    // What is gone meanwhile needs nothing.
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

/** Silent where there was nothing to do, as at every start but the first of this version. */
export function tellClosed(log: Logger, dataDir: string, count: { closed: number; open: number }): void {
  if (count.closed > 0)
    log.warn({ count: count.closed }, `Other users of this machine could reach what is in ${dataDir}; now they cannot`)
  if (count.open > 0)
    log.warn(
      { count: count.open },
      `Other users of this machine can reach what is in ${dataDir}: it belongs to another user, who has to close it`,
    )
}
