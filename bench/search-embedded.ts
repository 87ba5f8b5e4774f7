import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { folderMiB, ownMiB, type SearchEngine, type Sizes } from './search-engine.ts'
import { asQuery, isbnsOf } from './search-queries.ts'

/** Loads files with the program's own command; returns seconds. The error output lists what was repaired. */
export function loadByCommand(
  files: string | string[],
  dataDir: string,
  variables: Record<string, string> = {},
  errors: 'inherit' | 'ignore' = 'inherit',
): { seconds: number; line: string } {
  const script = new URL('../cli/catalogue.ts', import.meta.url).pathname
  const start = performance.now()
  const { status, stdout } = spawnSync(process.execPath, [script, 'load', ...[files].flat()], {
    env: { ...process.env, ...variables, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', errors],
  })
  if (status !== 0) throw new Error('the load failed')
  return { seconds: (performance.now() - start) / 1000, line: stdout.toString().trim() }
}

/** Called through the port, so that the round trip to the worker counts. */
export async function startEmbedded({ records, file, scratch }: Sizes): Promise<SearchEngine & { openMs: number }> {
  const dataDir = join(scratch, 'embedded')
  const { seconds } = loadByCommand(file, dataDir)
  const before = ownMiB(process.pid)
  const start = performance.now()
  const catalogue = await openEmbeddedCatalogue({ folder: join(dataDir, 'catalogue') })
  const openMs = performance.now() - start
  return {
    name: 'embedded',
    loadSeconds: seconds,
    openMs,
    ask: async (question) => (await catalogue.search(asQuery(question))).total,
    lookup: async (round) => (await catalogue.lookup(isbnsOf(round, records))).size,
    diskMiB: folderMiB(dataDir),
    memoryMiB: () => ownMiB(process.pid) - before,
    close: () => catalogue.close(),
  }
}
