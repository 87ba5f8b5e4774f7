import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The tests whose outcome a real server could change: those of adapters that open the tests' database, and every one
 * that writes to a catalogue, itself or through shared test code. The others see SQL and files only through ports,
 * whose suites run on the real servers.
 */
export function serverTests(root: string): { adapters: string[]; catalogue: string[] } {
  const found = (pattern: string, reaches: RegExp) =>
    globSync(pattern, { cwd: root, exclude: ['**/*-at-scale*', '**/*.long.*', '**/*.port.*'] })
      .filter((path) => reachesAny(root, path, reaches))
      .sort()
  return {
    adapters: found('adapters/**/*.test.ts', /\bopenTestDatabase\b/),
    catalogue: found('{app,features}/**/*.test.ts', /\bcatalogue\.write\(/),
  }
}

function reachesAny(root: string, path: string, reaches: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(path) || !existsSync(join(root, path))) return false
  seen.add(path)
  const text = readFileSync(join(root, path), 'utf8')
  if (reaches.test(text)) return true
  return importsOf(path, text).some(
    (each) => /(testing|suite)\.ts$/.test(each) && reachesAny(root, each, reaches, seen),
  )
}

const importsOf = (path: string, text: string) =>
  [...text.matchAll(/from '([#.][^']+)'/g)].map(([, from]) =>
    from!.startsWith('#') ? from!.slice(1) : join(dirname(path), from!),
  )
