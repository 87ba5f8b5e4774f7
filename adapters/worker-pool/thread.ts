import { parentPort, workerData } from 'node:worker_threads'

/** The questions that a thread answers, by name. */
export type Answers = Record<string, (...given: never[]) => unknown>

export type ThreadData = { given: unknown; signs: SharedArrayBuffer }
/** Places in `signs`: the number of a question whose answer nobody wants any more; 1 while the thread is not to be ended. */
export const [abandoned, undisturbed] = [0, 1]
export type ToThread = { id: number; ask: string; with: unknown[] } | { news: unknown }
export type Reply = { id: number; value: unknown } | { id: number; error: string }
export type FromThread = Reply | { ready: true } | { news: unknown }

/** Nobody wants the answer any more. */
class Abandoned extends Error {}

type Answering = {
  /** What of an answer is handed over instead of being copied. */
  moved?(ask: string, value: unknown): ArrayBuffer[]
  /** Takes what the pool has sent to all threads. */
  onNews?(news: unknown): void
}

/** The thread's side of a `WorkerPool`: to be opened once, in the program that the pool starts. */
export function openThread<Given, News = never>() {
  const { given, signs: shared } = workerData as ThreadData
  const signs = new Int32Array(shared)
  const port = parentPort!
  const send = (said: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(said, moved)
  let current = -1

  return {
    given: given as Given,
    /** Throws when nobody waits for the answer any more. To be called in every loop that may take long. */
    goOn: () => {
      if (Atomics.load(signs, abandoned) === current) throw new Abandoned('The question was abandoned.')
    },
    /** For what later questions need too: the thread is not ended while it is at it, whoever has gone. */
    undisturbed: <T>(work: () => T): T => {
      Atomics.store(signs, undisturbed, 1)
      try {
        return work()
      } finally {
        Atomics.store(signs, undisturbed, 0)
      }
    },
    tellPool: (news: News) => send({ news }),
    /** Says that the thread is ready, and answers question after question. */
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
