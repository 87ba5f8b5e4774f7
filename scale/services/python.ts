import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The interpreter of a virtual environment with these PyPI packages, as in `pymarc==5.4.0`. It is created once;
 * undefined if Python or PyPI is not available.
 */
export function pythonWith(...pinned: string[]): string | undefined {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/python')
  const folder = join(cache, pinned.map((each) => each.replace('==', '-')).join('+'))
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(`${folder}.new-`)
    const stdio = ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit']
    try {
      execFileSync('python3', ['-m', 'venv', aside], { stdio })
      execFileSync(join(aside, 'bin/python'), ['-m', 'pip', 'install', '-q', ...pinned], { stdio })
      // Another process may have been quicker.
      if (!existsSync(folder)) renameSync(aside, folder)
    } catch {
      return undefined
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  return join(folder, 'bin/python')
}
