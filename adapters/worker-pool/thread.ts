import { parentPort, workerData } from 'node:worker_threads'

/** The calls that a thread answers, by name. */
export type Answers = Record<string, (...given: never[]) => unknown>

export type ThreadData = { given: unknown; signs: SharedArrayBuffer }
/** Indexes into `signs`: the number of the abandoned call; 1 while the thread must not be terminated. */
export const [abandoned, undisturbed] = [0, 1]
export type ToThread = { id: number; ask: string; with: unknown[] } | { news: unknown }
export type Reply = { id: number; value: unknown } | { id: number; error: string }
export type FromThread = Reply | { ready: true } | { news: unknown }

/** The answer is no longer wanted. */
class Abandoned extends Error {}

type Answering = {
  /** Buffers of an answer to transfer instead of copying. */
  moved?(ask: string, value: unknown): ArrayBuffer[]
  /** Receives the pool's broadcasts. */
  onNews?(news: unknown): void
}

/** The thread's side of a `WorkerPool`: call once, in the program that the pool starts. */
export function openThread<Given, News = never>() {
  const { given, signs: shared } = workerData as ThreadData
  const signs = new Int32Array(shared)
  const port = parentPort!
  const send = (said: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)
  let current = -1

  return {
    given: given as Given,
    /** Throws if nobody waits for the answer any more. Call it in every loop that may take long. */
    goOn: () => {
      if (Atomics.load(signs, abandoned) === current) throw new Abandoned('The question was abandoned.')
    },
    /** For work that later calls need too: the thread is not terminated during it, even if the call was abandoned. */
    undisturbed: <T>(work: () => T): T => {
      Atomics.store(signs, undisturbed, 1)
      try {
        return work()
      } finally {
        Atomics.store(signs, undisturbed, 0)
      }
    },
    tellPool: (news: News) => send({ news }),
    /** Reports the thread as ready, and answers calls one by one. */
    answer: (answers: Answers, { moved = () => [], onNews = () => {} }: Answering = {}) => {
      port.on('message', (said: ToThread) => {
        if ('news' in said) return onNews(said.news)
        current = said.id
        try {
          const value = answers[said.ask]!(...(said.with as never[]))
          send({ id: said.id, value }, moved(said.ask, value))
        } catch (error) {
          send({ id: said.id, error: String(error) })
        }
      })
      send({ ready: true })
    },
  }
}
