import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const openers = ['app/testing.ts', 'adapters/database/testing.ts']

/** Minutes of calls, each refused by our own code in the same way on every database, search engine and file store. */
const onceIsEnough = ['app/world/other-school.test.ts']

/**
 * The tests that use a database, directly or through shared test code; for the others the environment makes no
 * difference.
 */
export function serverTests(root: string): string[] {
  const tests = globSync(['{app,features,adapters}/**/*.test.ts', 'platform/audit/**/verify-*.test.ts'], { cwd: root })
  const repeated = tests.filter((path) => !path.endsWith('-at-scale.test.ts') && !onceIsEnough.includes(path))
  return repeated.filter((path) => opensDatabase(root, path)).sort()
}

function opensDatabase(root: string, path: string, seen = new Set<string>()): boolean {
  if (openers.includes(path)) return true
  if (seen.has(path) || !existsSync(join(root, path))) return false
  seen.add(path)
  return importsOf(root, path).some((each) => /(testing|suite)\.ts$/.test(each) && opensDatabase(root, each, seen))
}

const importsOf = (root: string, path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/from '([#.][^']+)'/g)].map(([, from]) =>
    from!.startsWith('#') ? from!.slice(1) : join(dirname(path), from!),
  )
