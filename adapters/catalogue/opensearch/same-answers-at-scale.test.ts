import { inject } from 'vitest'
import { describeCatalogue } from '../catalogue-suite.ts'
import { openNewCatalogue } from './testing.ts'

const url = inject('openSearchUrl')

if (url !== '')
  for (const shards of [1, 3])
    describeCatalogue(
      `OpenSearch, ${shards === 1 ? 'one shard' : `${shards} shards`}`,
      () => openNewCatalogue(url, shards),
      // Each is an index of its own, which takes OpenSearch seconds; one shard is the simpler case.
      { numRuns: shards === 1 ? 4 : 12 },
    )
