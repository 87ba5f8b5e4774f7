import { Problem } from '#kit/problem.ts'
import { type Answers, type CalledThread, postNews } from './thread-calls.ts'

type OwnerCall = { fromThread: number; ask: string; given: unknown[] }
type Thrown =
  | { problem: Pick<Problem, 'code' | 'status' | 'messages'> }
  | { message: string; stack: string | undefined }
type Answered = { toThread: number; value: unknown } | { toThread: number; thrown: Thrown }

/** Handles a thread's news by answering its calls to its owner, several at a time. */
export const answerThread =
  (thread: Pick<CalledThread<never>, 'tell'>, answers: Answers) =>
  (news: unknown): void => {
    const { fromThread: toThread, ask, given } = news as OwnerCall
    void (async () => answers[ask]!(...(given as never[])))()
      .then((value) => thread.tell({ toThread, value } satisfies Answered))
      // Also reports a value that cannot be copied.
      .catch((error: unknown) => thread.tell({ toThread, thrown: thrownAs(error) } satisfies Answered))
  }

/** For a thread: its owner's functions, and a handler of the owner's news. A Problem stays one on the way. */
export function openOwner<A extends Answers>(): { owner: A; onNews: (news: unknown) => void } {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  const call =
    (ask: string) =>
    (...given: unknown[]) => {
      const id = ++lastId
      const answer = Promise.withResolvers<unknown>()
      pending.set(id, answer)
      postNews({ fromThread: id, ask, given } satisfies OwnerCall)
      return answer.promise
    }
  return {
    owner: new Proxy({} as A, { get: (_, ask) => (typeof ask === 'string' ? call(ask) : undefined) }),
    onNews: (news) => {
      const answered = news as Answered
      const answer = pending.get(answered.toThread)
      pending.delete(answered.toThread)
      if ('value' in answered) answer?.resolve(answered.value)
      else answer?.reject(errorOf(answered.thrown))
    },
  }
}

function thrownAs(error: unknown): Thrown {
  if (error instanceof Problem) return { problem: { code: error.code, status: error.status, messages: error.messages } }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { message, stack }
}

function errorOf(thrown: Thrown): Error {
  if (!('problem' in thrown)) return Object.assign(new Error(thrown.message), { stack: thrown.stack })
  const { code, status, messages } = thrown.problem
  return new Problem(code, status, messages)
}
