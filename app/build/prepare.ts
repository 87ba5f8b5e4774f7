import { join } from 'node:path'
import { linkNode } from './link-node.ts'
import { buildPagesIfStale } from './web-build.ts'

/** Runs at the end of `npm ci` what a first start would otherwise wait for. A start does it too if it is missing. */
await buildPagesIfStale()
linkNode(join(import.meta.dirname, '../..'))
// Importing what a start imports fills the launcher's compile cache.
await Promise.all([import('../first-start.ts'), import('../portal.ts')])
process.exit(0)
