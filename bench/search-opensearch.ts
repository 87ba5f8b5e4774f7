import { join } from 'node:path'
import { openOpenSearchCatalogue } from '#adapters/catalogue/opensearch/opensearch-catalogue.ts'
import { startOpenSearch } from '../scale/services/opensearch.ts'
import { loadByCommand } from './search-embedded.ts'
import { residentMiB, type SearchEngine, type Sizes } from './search-engine.ts'
import { asQuery, isbnsOf } from './search-queries.ts'

/** OpenSearch through our own adapter: the same queries and answers. Undefined if it is not available. */
export async function startOpenSearchEngine({ records, file, scratch }: Sizes): Promise<SearchEngine | undefined> {
  const cluster = await startOpenSearch({ heapMiB: 4096 })
  if (!cluster) return undefined
  const { seconds } = loadByCommand(file, join(scratch, 'opensearch'), { OPENSEARCH_URL: cluster.url })
  const catalogue = await openOpenSearchCatalogue({ urls: cluster.urls, prefix: 'school-catalogue' })
  const { bytes } = await catalogue.stats()
  return {
    name: `OpenSearch ${cluster.version.replace(/\.0$/, '')}`,
    loadSeconds: seconds,
    ask: async (question) => (await catalogue.search(asQuery(question))).total,
    lookup: async (round) => (await catalogue.lookup(isbnsOf(round, records))).size,
    diskMiB: Math.round(bytes / 2 ** 20),
    memoryMiB: () => residentMiB(cluster.pids()),
    close: async () => {
      await catalogue.close()
      await cluster.stop()
    },
  }
}
