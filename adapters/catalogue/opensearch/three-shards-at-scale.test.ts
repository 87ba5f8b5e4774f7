import { inject } from 'vitest'
import { describeCatalogue } from '../catalogue-suite.ts'
import { openNewCatalogue } from './testing.ts'

const url = inject('openSearchUrl')

if (url !== '') describeCatalogue('OpenSearch, three shards', () => openNewCatalogue(url, 3), { numRuns: 12 })
