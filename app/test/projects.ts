import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'

type Tests = NonNullable<TestProjectInlineConfiguration['test']>

/**
 * A setup file that evaluates our own modules again for each test file, while packages stay loaded. Not for files that
 * open databases in memory: the former modules keep those, and a process grows to ten GB.
 */
export const freshModules = join(import.meta.dirname, 'fresh-modules.ts')

/** A setup file that gives every property its seed. */
export const seed = join(import.meta.dirname, 'seed.ts')

/** A setup file that lowers the cost of hashing a password. */
export const quickHashes = join(import.meta.dirname, 'quick-hashes.ts')

/**
 * Test files as Vitest projects; `include` and `exclude` are relative to `root`. Files share a process and the modules
 * loaded there, because loading takes longer than most files' tests. Files that replace modules would replace them for
 * the next file too, so each of those has its own process.
 */
export function projectsOf(
  root: string,
  { name, ...tests }: Tests & { name: string },
): TestProjectInlineConfiguration[] {
  const { include = [], exclude = [] } = tests
  const alone = globSync(include, { cwd: root, exclude }).filter((path) =>
    /\bvi\.(mock|doMock)\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  const together = {
    ...tests,
    name,
    exclude: [...exclude, ...alone],
    isolate: false,
  }
  const apart = { ...tests, name: `${name}, alone`, include: alone, isolate: true }
  return [{ root, test: together }, ...(alone.length > 0 ? [{ root, test: apart }] : [])]
}
