import { type PoolOptions, WorkerPool } from '#adapters/worker-pool/worker-pool.ts'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import type { Answers } from './answers.ts'

type Limits = Partial<Pick<PoolOptions<Answers>, 'size' | 'timeoutMs' | 'graceMs'>>

/** One thread by default: each keeps the words of all headings in memory. */
export const openSearchPool = (folder: string, limits: Limits = {}): WorkerPool<Answers> =>
  new WorkerPool<Answers>({
    name: 'headings',
    script: new URL('./search-worker.ts', import.meta.url),
    size: 1,
    given: folder,
    refresh: 'refresh',
    unavailable: (reason) => new HeadingsUnavailable(reason),
    ...limits,
  })
