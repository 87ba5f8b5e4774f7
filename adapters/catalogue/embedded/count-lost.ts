import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CountData, CountMessage } from './count-worker.ts'

/**
 * Counts the rows of records while searches are answered: of millions that takes many seconds where the file is not in
 * memory yet. Returns what ends it.
 */
export function countLostLater(folder: string, tell: (sentence: string) => void): () => Promise<unknown> {
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./count-worker.ts', import.meta.url), {
    workerData: { folder, ended } satisfies CountData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exit = once(worker, 'exit').catch(() => {})
  worker.unref()
  worker.on('message', ({ lost }: CountMessage) => tell(lost))
  worker.on('error', ({ message }) => tell(message))
  return () => {
    Atomics.store(ended, 0, 1)
    worker.ref()
    return exit
  }
}
