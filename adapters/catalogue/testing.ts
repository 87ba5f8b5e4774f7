import { inject } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { openEmbeddedCatalogue } from './embedded/embedded-catalogue.ts'
import { openNewCatalogue } from './opensearch/testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster in OPENSEARCH_URL; '' for the embedded engine. */
    catalogueUrl: string
  }
}

/** A new, empty catalogue: in the folder, or in the cluster in OPENSEARCH_URL. */
export async function openTestCatalogue(folder: string): Promise<CataloguePort> {
  const url = inject('catalogueUrl')
  return url ? openNewCatalogue(url) : openEmbeddedCatalogue({ folder, workers: 1, preload: false })
}
