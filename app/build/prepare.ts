import { join } from 'node:path'
import { prepareDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { linkNode } from './link-node.ts'
import { makeQueues } from './make-queues.ts'
import { buildPagesIfStale } from './web-build.ts'

/** Runs at the end of `npm ci` what a first start would otherwise wait for. A start does it too if it is missing. */
await buildPagesIfStale()
await prepareDatabase(async (database) => {
  await migrate(database.db)
  await makeQueues(database)
})
linkNode(join(import.meta.dirname, '../..'))
// Importing what a start imports fills the launcher's compile cache.
await Promise.all([import('../first-start.ts'), import('../portal.ts')])
process.exit(0)
