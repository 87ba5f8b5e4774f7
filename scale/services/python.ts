import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { toolsFolder } from './tools-folder.ts'

/**
 * The interpreter of a virtual environment with these PyPI packages, as in `pymarc==5.4.0`. It is created once for each
 * version of Python; undefined if Python or PyPI is not available.
 */
export function pythonWith(...pinned: string[]): string | undefined {
  const stdio = ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit']
  let aside: string | undefined
  try {
    const version = execFileSync('python3', ['--version']).toString().trim().replace(' ', '-')
    const cache = toolsFolder(version)
    const folder = join(cache, pinned.map((each) => each.replace('==', '-')).join('+'))
    if (!existsSync(folder)) {
      mkdirSync(cache, { recursive: true })
      aside = mkdtempSync(`${folder}.new-`)
      execFileSync('python3', ['-m', 'venv', aside], { stdio })
      execFileSync(join(aside, 'bin/python'), ['-m', 'pip', 'install', '-q', ...pinned], { stdio })
      // Another process may have been quicker.
      if (!existsSync(folder)) renameSync(aside, folder)
    }
    return join(folder, 'bin/python')
  } catch {
    return undefined
  } finally {
    if (aside) rmSync(aside, { recursive: true, force: true })
  }
}
