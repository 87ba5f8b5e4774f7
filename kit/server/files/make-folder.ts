import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents; returns whether it was absent. Step by step, because Node's recursive mkdir hangs
 * if the system denies a folder that its parent seems to allow.
 */
export function makeFolder(path: string, mode?: number): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false
  makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return true
}
