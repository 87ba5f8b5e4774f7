import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { flushPath } from './durable-files.ts'

/** Where a restore fills what is to take the place of a folder of DATA_DIR. */
export const asideOf = (folder: string): string => join(dirname(folder), 'restored', basename(folder))

const beforeOf = (folder: string) => `${folder}.before`

/**
 * Puts what was filled aside in the place of `folder`, which nobody may have open. Broken off at any moment, it goes on
 * when it is called again; where it has been done already, nothing happens.
 */
export function takeFolder(folder: string): void {
  const aside = asideOf(folder)
  const before = beforeOf(folder)
  if (existsSync(aside)) {
    if (existsSync(folder)) {
      rmSync(before, { recursive: true, force: true })
      renameSync(folder, before)
    }
    renameSync(aside, folder)
    flushPath(dirname(aside))
    flushPath(dirname(folder))
  }
  rmSync(before, { recursive: true, force: true })
}

/** A crash between the two renamings has left no folder: then the new one is what counts. */
export function goOnTaking(folder: string): void {
  if (existsSync(beforeOf(folder)) && !existsSync(folder)) takeFolder(folder)
}
