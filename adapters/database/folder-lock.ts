import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Two processes on one data folder would corrupt it. */
export class FolderInUse extends Error {
  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`, {
      cause,
    })
  }
}

/** Locks the folder until released; the operating system releases it when the process dies. */
export function lockFolder(folder: string): { release(): void } {
  const file = `${folder}.lock`
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(folder, cause)
  }
  return { release: () => (lock.isOpen ? lock.close() : undefined) }
}
