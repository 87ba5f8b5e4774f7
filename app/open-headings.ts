import { join } from 'node:path'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { Env } from './env.ts'

type Settings = Pick<Env, 'dataDir' | 'openSearch'>

/** The authority files of these settings. */
export const openHeadings = async ({ dataDir, openSearch }: Settings): Promise<HeadingsPort> =>
  openSearch ? openInCluster(openSearch, dataDir) : openEmbeddedHeadings(join(dataDir, 'catalogue'))

/** The client loads slowly, and most portals do not need it. */
async function openInCluster(openSearch: NonNullable<Env['openSearch']>, dataDir: string): Promise<HeadingsPort> {
  const { openClient } = await import('#adapters/catalogue/opensearch/client.ts')
  const { indexNames } = await import('#adapters/catalogue/opensearch/index-names.ts')
  const { openOpenSearchHeadings } = await import('#adapters/headings/opensearch/opensearch-headings.ts')
  const client = openClient(openSearch.urls)
  const { headings: alias } = indexNames(openSearch.prefix)
  const headings = openOpenSearchHeadings({ client, alias, folder: join(dataDir, 'headings-mirror') })
  return {
    ...headings,
    close: async () => {
      await headings.close()
      await client.close()
    },
  }
}
