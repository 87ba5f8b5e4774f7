import { inject } from 'vitest'
import { describeCatalogue } from '../catalogue-suite.ts'
import { openNewCatalogue } from './testing.ts'

const url = inject('openSearchUrl')

// Each run of a property makes an index, which takes OpenSearch seconds.
if (url !== '') describeCatalogue('OpenSearch, one shard', () => openNewCatalogue(url), { numRuns: 4 })
