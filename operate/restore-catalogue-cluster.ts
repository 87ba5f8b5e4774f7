import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import { indexNames } from '#adapters/catalogue/opensearch/index-names.ts'
import { dropRestored, fillRestored, whileNobodyWrites } from '#adapters/catalogue/opensearch/restored-records.ts'
import { dropRestoredHeadings, fillHeadings, takeHeadings } from '#adapters/headings/opensearch/restored-headings.ts'
import type { Env } from '#app/env.ts'
import { headingsOf, recordsOf, removedOf } from '#platform/backup/server/read-backup.ts'
import type { CatalogueAside } from './restore-catalogue.ts'
import type { RestoreMark } from './restore-mark.ts'

/** In a cluster new indices are filled, and the aliases switch to them. */
export function catalogueInCluster(
  { dataDir }: Env,
  { urls, prefix }: NonNullable<Env['openSearch']>,
  mark: RestoreMark,
): CatalogueAside {
  const names = indexNames(prefix)
  const scratch = join(dataDir, 'restored', 'headings')
  const connected = async <T>(work: (client: ReturnType<typeof openClient>) => Promise<T>): Promise<T> => {
    const client = openClient(urls)
    return work(client).finally(() => client.close())
  }
  const dropAll = async (client: ReturnType<typeof openClient>) => {
    rmSync(scratch, { recursive: true, force: true })
    await dropRestored({ client, names })
    await dropRestoredHeadings(client, { alias: names.headings })
  }
  return {
    fill: (folder, manifest, tell) =>
      connected(async (client) => {
        await dropAll(client)
        const [records, removed] = [recordsOf(folder, manifest), removedOf(folder, manifest)]
        tell(`records: ${await fillRestored({ client, names }, mark.id, records, removed)}`)
        const to = { client, names: { alias: names.headings }, folder: scratch }
        tell(`headings: ${await fillHeadings(to, mark.id, headingsOf(folder, manifest))}`)
        rmSync(scratch, { recursive: true, force: true })
      }),
    drop: () => connected(dropAll),
    whileNobodyLoads: (work) =>
      connected((client) =>
        whileNobodyWrites({ client, names }, (takeRecords) =>
          work(async () => {
            await takeRecords(mark.id, mark.records)
            await takeHeadings(client, { alias: names.headings }, mark.id, mark.headings)
          }),
        ),
      ),
  }
}
