import { workerData } from 'node:worker_threads'
import { type Answers, answerCalls, postNews } from '#kit/server/thread-calls.ts'

export type ThreadData = { given: unknown; signs: SharedArrayBuffer }
/** Indexes into `signs`: the number of the abandoned call; 1 while the thread must not be terminated. */
export const [abandoned, undisturbed] = [0, 1]

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
  let current = -1

  return {
    given: given as Given,
    /** Throws if no one waits for the answer any more. Call it in every loop that may take long. */
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
    tellPool: (news: News) => postNews(news),
    /** Reports the thread as ready, and answers calls one by one. */
    answer: (answers: Answers, answering: Answering = {}) =>
      answerCalls(answers, { ...answering, onCall: (id) => (current = id) }),
  }
}
