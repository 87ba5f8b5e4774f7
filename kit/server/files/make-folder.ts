import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it; tells whether it was absent. Step by step: Node's own recursive way never ends where
 * the system denies a folder that its parent seems to allow.
 */
export function makeFolder(path: string, mode?: number): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false
  makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return true
}
