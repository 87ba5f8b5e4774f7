import { join } from 'node:path'
import { programOf } from '../build/programs.ts'
import { buildPagesIfStale } from '../build/web-build.ts'

/** Server tests serve the real pages, and those of starts run the real bundle. */
export default async () => {
  await buildPagesIfStale()
  await programOf(join(import.meta.dirname, '../start.ts'))
}
