import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openClient } from '#adapters/catalogue/opensearch/client.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import { openEmbeddedHeadings } from './embedded/embedded-headings.ts'
import { openOpenSearchHeadings } from './opensearch/opensearch-headings.ts'

/** New, empty authority files: in the folder, or in the cluster in OPENSEARCH_URL. */
export function openTestHeadings(folder: string): HeadingsPort {
  const url = inject('catalogueUrl')
  if (!url) return openEmbeddedHeadings(folder)
  const client = openClient(url.split(','))
  const prefix = `test-${randomUUID()}`
  const headings = openOpenSearchHeadings({ client, alias: `${prefix}-headings`, folder: join(folder, 'mirror') })
  return {
    ...headings,
    close: async () => {
      await headings.close()
      await client.ask({ method: 'DELETE', path: `/${prefix}-*` })
      await client.close()
    },
  }
}
