import { join } from 'node:path'
import { rebuildCatalogue } from '#adapters/catalogue/embedded/rebuild-catalogue.ts'
import { showProgress } from './catalogue-cli-progress.ts'
import { noteCommand } from './command-note.ts'
import type { Env } from './env.ts'
import { openCluster } from './open-catalogue.ts'
import { rebuildOnScreen } from './rebuild-watch.ts'

/** Builds the index again from the records that are kept, beside what is searched. Returns the exit code. */
export async function rebuild(
  env: Env,
  { shards, withoutLost }: { shards: number | undefined; withoutLost: boolean },
): Promise<number> {
  if (env.openSearch && withoutLost) {
    process.stderr.write('rebuild: --without-lost is for the embedded catalogue, and OPENSEARCH_URL is set.\n')
    return 2
  }
  if (!env.openSearch && shards !== undefined) {
    process.stderr.write('rebuild: --shards is for a catalogue in OpenSearch, and OPENSEARCH_URL is not set.\n')
    return 2
  }
  const records = env.openSearch ? await inCluster(env.openSearch, shards) : await inFolder(env, withoutLost)
  const subject = env.openSearch?.prefix ?? join(env.dataDir, 'catalogue')
  await noteCommand(env, { action: 'index_rebuilt', subject, after: { records } })
  process.stdout.write(`rebuilt ${records}\n`)
  return 0
}

async function inFolder({ dataDir }: Env, withoutLost: boolean): Promise<number> {
  const report = await rebuildCatalogue(join(dataDir, 'catalogue'), rebuildOnScreen(), { withoutLost })
  return report!.records
}

async function inCluster(openSearch: NonNullable<Env['openSearch']>, shards: number | undefined): Promise<number> {
  const catalogue = await openCluster(openSearch, { anyVersion: true })
  const { records: size } = await catalogue.stats()
  const shown = showProgress('rebuild', size)
  let before = 0
  const progress = (records: number) => {
    shown.at(records, records - before)
    before = records
  }
  return catalogue.rebuild({ shards, progress }).finally(() => {
    shown.end()
    return catalogue.close()
  })
}
