import { join } from 'node:path'
import { linkNode } from './link-node.ts'
import { buildPagesIfStale } from './web-build.ts'

/** At the end of `npm ci`: what a first start would otherwise have to wait for. A start does it too where it is missing. */
await buildPagesIfStale()
linkNode(join(import.meta.dirname, '../..'))
// Reading what a start reads leaves it compiled in the launcher's cache.
await Promise.all([import('../first-start.ts'), import('../portal.ts')])
process.exit(0)
