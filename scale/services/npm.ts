import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { toolsFolder } from './tools-folder.ts'

/**
 * The folder of these npm packages with their programs in `node_modules/.bin`, as in `@redocly/cli@2.77.0`. Installed
 * once, apart from our own packages; undefined if the registry is not available. No script of theirs is run.
 */
export function npmWith(...pinned: string[]): string | undefined {
  const cache = toolsFolder('npm')
  const folder = join(cache, pinned.map((each) => each.replace(/[/@]+/g, '-')).join('+'))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const aside = mkdtempSync(`${folder}.new-`)
  try {
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', aside, ...pinned]
    const stdio = ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit']
    execFileSync('npm', install, { cwd: aside, stdio })
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(aside, folder)
  } catch {
    return undefined
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}
