import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { flushPath } from './durable-files.ts'

/** The path at which a restore builds the replacement of a folder of DATA_DIR. */
export const asideOf = (folder: string): string => join(dirname(folder), 'restored', basename(folder))

const beforeOf = (folder: string) => `${folder}.before`

/**
 * Replaces `folder`, which must not be open, by the one built aside. Idempotent: interrupted at any moment, it
 * continues when called again.
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

/** Whether the folder exists, or comes back when it is opened. */
export const hasFolder = (folder: string): boolean => existsSync(folder) || existsSync(beforeOf(folder))

/** After a crash between the two renames no folder exists: the new one counts. */
export function keepTaking(folder: string): void {
  if (existsSync(beforeOf(folder)) && !existsSync(folder)) takeFolder(folder)
}
