import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { badSetting } from './env.ts'

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

/** Step by step: Node's own recursive way never ends where the system denies a folder that its parent seems to allow. */
function makeFolder(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(path))
  mkdirSync(path)
}
