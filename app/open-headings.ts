import { join } from 'node:path'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import { indexNames } from '#adapters/catalogue/opensearch/index-names.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import { openOpenSearchHeadings } from '#adapters/headings/opensearch/opensearch-headings.ts'
import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import type { Env } from './env.ts'

/** The authority files of these settings. */
export function openHeadings({ dataDir, openSearch }: Pick<Env, 'dataDir' | 'openSearch'>): HeadingsPort {
  if (!openSearch) return openEmbeddedHeadings(join(dataDir, 'catalogue'))
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
