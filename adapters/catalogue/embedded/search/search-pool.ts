import { type PoolOptions, WorkerPool } from '#adapters/worker-pool/worker-pool.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import type { SegmentParts } from '../index/segment.ts'
import type { SharedSegments } from '../snapshot.ts'
import type { Answers } from './answers.ts'

/** Startup data of a search thread. */
export type Given = { folder: string; shared: SharedSegments }
/** A thread has read a segment, or a new state with these segments. */
export type News = { read: number; parts: SegmentParts } | { live: number[] }

type Limits = Pick<PoolOptions<Answers>, 'size' | 'timeoutMs' | 'graceMs'>

/** Threads that search the catalogue in `folder`. They share the segments in memory. */
export function openSearchPool(
  folder: string,
  limits: Limits,
  shared: SharedSegments = new Map(),
): WorkerPool<Answers> {
  return new WorkerPool<Answers>({
    name: 'catalogue',
    script: new URL('./search-worker.ts', import.meta.url),
    given: { folder, shared } satisfies Given,
    refresh: 'stats',
    unavailable: (reason) => new CatalogueUnavailable(reason),
    onNews: (told, tellOthers) => {
      const news = told as News
      if ('read' in news) {
        shared.set(news.read, news.parts)
        tellOthers(news)
      } else for (const id of shared.keys()) if (!news.live.includes(id)) shared.delete(id)
    },
    ...limits,
  })
}
