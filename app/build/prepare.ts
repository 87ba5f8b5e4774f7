import { join } from 'node:path'
import { prepareDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { root } from './build-aside.ts'
import { linkNode } from './link-node.ts'
import { makeQueues } from './make-queues.ts'
import { programOf } from './programs.ts'
import { buildPagesIfStale } from './web-build.ts'

/** Runs at the end of `npm ci` what a first start would otherwise wait for. A start does it too if it is missing. */
await buildPagesIfStale()
await prepareDatabase(async (database) => {
  await migrate(database.db)
  await makeQueues(database)
})
linkNode(root)
// Importing what a start imports fills the launcher's compile cache.
for (const each of ['first-start', 'portal']) await import(await programOf(join(root, `app/${each}.ts`)))
process.exit(0)
