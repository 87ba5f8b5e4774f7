import { describePool, endless } from '#adapters/worker-pool/worker-pool-suite.ts'
import type { HeadingClause, HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import { headingsFile } from './schema.ts'
import { openSearchPool } from './search-pool.ts'

const clause = endless<HeadingClause>({ kind: 'all' }, (clauses) => ({ kind: 'or', clauses, atLeast: 1 }))
const query: HeadingQuery = { clause, authorities: [], sort: 'heading', from: 0, size: 1, words: [] }

describePool('embedded headings', {
  open: openSearchPool,
  fileIn: headingsFile,
  slow: (pool, signal) => pool.ask('search', [query], signal),
  quick: (pool, signal) => pool.ask('letters', [], signal),
})
