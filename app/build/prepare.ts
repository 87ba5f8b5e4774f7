import { existsSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildPagesIfStale } from './web-build.ts'

/** At the end of `npm ci`: what a first start would otherwise have to wait for. A start does it too where it is missing. */
await buildPagesIfStale()
linkNode()
// Reading what a start reads leaves it compiled in the launcher's cache.
await Promise.all([import('../first-start.ts'), import('../portal.ts')])
process.exit(0)

/** The services start `node_modules/.bin/node`, which npm makes from version 11 on. */
function linkNode() {
  const folder = join(import.meta.dirname, '../../node_modules/.bin')
  const link = join(folder, 'node')
  if (process.platform !== 'win32' && !existsSync(link)) symlinkSync(relative(folder, process.execPath), link)
}
