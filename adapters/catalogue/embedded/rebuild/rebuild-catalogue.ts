import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CatalogueBusy, CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { damageIn, inspectIndex, type Looked } from '../check/look-at-index.ts'
import { CatalogueDamaged } from '../check/sqlite-damage.ts'
import { type SegmentSizes, usualSizes } from '../index/tiers.ts'
import { CatalogueTooNew } from '../schema.ts'
import { isBusy } from '../write-lock.ts'
import type { RebuildReport } from './rebuild.ts'
import type { RebuildData, RebuildMessage } from './rebuild-worker.ts'

/** Reports the progress of a rebuild. `waits`: another program is loading or rebuilding. */
export type RebuildWatch = {
  begins?(reason: string): void
  waits?(): void
  at?(records: number, of: number): void
  ends?(report: RebuildReport): void
  /** Some time after startup: rows of records are gone, and only a backup has them. */
  lost?(sentence: string): void
}

/** Rebuilds a folder's index in a worker thread; undefined if another program has just done so. */
export async function rebuildCatalogue(
  folder: string,
  watch: RebuildWatch = {},
  {
    sizes = usualSizes,
    withoutLost = false,
    reread = false,
    ifStill,
  }: Partial<Pick<RebuildData, 'sizes' | 'withoutLost' | 'reread' | 'ifStill'>> = {},
): Promise<RebuildReport | undefined> {
  const worker = new Worker(new URL('./rebuild-worker.ts', import.meta.url), {
    workerData: { folder, sizes, withoutLost, reread, ...(ifStill && { ifStill }) } satisfies RebuildData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exit = once(worker, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<RebuildReport | undefined>()
  worker.on('message', (message: RebuildMessage) => {
    if ('waits' in message) watch.waits?.()
    else if ('records' in message) watch.at?.(message.records, message.of)
    else if ('done' in message) resolve(message.done)
    else if ('refused' in message) reject(new CatalogueDamaged(message.refused))
    else reject(isBusy(message.failed) ? new CatalogueBusy(message.failed.message) : message.failed)
  })
  worker.on('error', reject)
  worker.on('exit', () => reject(new CatalogueUnavailable('The rebuild was broken off.')))
  const report = await promise.finally(() => exit)
  if (report) watch.ends?.(report)
  return report
}

/** Rebuilds of an unusable index before giving up. */
const tries = 3

/**
 * Opens what needs an index, after rebuilding an outdated or damaged one: a slow start is better than wrong answers.
 */
export async function withUsableIndex<T>(
  folder: string,
  {
    watch = {},
    sizes = usualSizes,
    reread = false,
  }: { watch?: RebuildWatch | undefined; sizes?: SegmentSizes; reread?: boolean },
  open: () => Promise<T>,
): Promise<T> {
  for (let left = tries; ; left--) {
    const found = look(folder)
    let { reason } = found
    try {
      if (reason === undefined) return await open()
    } catch (error) {
      reason = damageIn(folder)
      if (reason === undefined) throw error
    }
    if (left === 0) throw new CatalogueUnavailable(`The catalogue cannot be read: ${reason}.`)
    watch.begins?.(reason)
    await rebuildCatalogue(folder, watch, { sizes, reread, ifStill: { generation: found.generation } })
  }
}

function look(folder: string): Looked {
  try {
    return inspectIndex(folder)
  } catch (error) {
    if (error instanceof CatalogueTooNew || error instanceof CatalogueDamaged) throw error
    throw new CatalogueUnavailable(`The catalogue cannot be read: ${(error as Error).message}`)
  }
}
