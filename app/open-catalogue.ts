import { join } from 'node:path'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import type { RebuildWatch } from '#adapters/catalogue/embedded/rebuild/rebuild-catalogue.ts'
import type { OpenSearchCatalogue } from '#adapters/catalogue/opensearch/opensearch-catalogue.ts'
import type { LoadableCatalogue } from '#adapters/catalogue/packed-records.ts'
import { rebuildOnScreen } from '#operate/rebuild-watch.ts'
import { badSetting, type Env } from './env.ts'

type Settings = Pick<Env, 'dataDir' | 'openSearch'>

/**
 * The catalogue of these settings. `brief`: for one command, not for many users. `watch` is called when an index must
 * be rebuilt first; a command prints that on stderr.
 */
export async function openCatalogue(
  env: Settings,
  { brief = false, watch }: { brief?: boolean; watch?: RebuildWatch } = {},
): Promise<LoadableCatalogue> {
  if (env.openSearch) return openCluster(env.openSearch)
  const folder = join(env.dataDir, 'catalogue')
  return openEmbeddedCatalogue(
    brief
      ? { folder, workers: 1, preload: false, watch: rebuildOnScreen(), reread: true }
      : { folder, watch, reread: true },
  )
}

/**
 * An unreachable or unusable cluster at startup is a wrong setting: one line, not a stack trace. Its client loads
 * slowly, and most portals do not need it.
 */
export async function openCluster(
  { urls, prefix }: NonNullable<Env['openSearch']>,
  more: { anyVersion?: boolean } = {},
): Promise<OpenSearchCatalogue> {
  const { OpenSearchUnusable, openOpenSearchCatalogue } = await import(
    '#adapters/catalogue/opensearch/opensearch-catalogue.ts'
  )
  try {
    return await openOpenSearchCatalogue({ urls, prefix, ...more })
  } catch (error) {
    throw error instanceof OpenSearchUnusable ? badSetting('OPENSEARCH_URL', urls.join(), error.message) : error
  }
}
