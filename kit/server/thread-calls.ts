import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'

/** The calls that a thread answers, by name. */
export type Answers = Record<string, (...given: never[]) => unknown>

type Call = { id: number; ask: string; given: unknown[] }
type ToThread = Call | { news: unknown }
type Reply = { id: number; value: unknown } | { id: number; error: unknown }
type FromThread = Reply | { news: unknown } | 'ready'

/** The thread has ended, and its calls with it. `crash`: the error that ended it. */
export class ThreadLost extends Error {
  readonly crash: Error | undefined

  constructor(crash: Error | undefined, code?: number) {
    super(crash?.message ?? `the thread ended (${code})`, { cause: crash })
    this.crash = crash
  }
}

type Listening = {
  onNews?: (news: unknown) => void
  onLost?: (lost: ThreadLost) => void
  /** Maps this error to the one that rejects the call. */
  refusal?: (error: unknown) => unknown
  resourceLimits?: ResourceLimits | undefined
}

/**
 * A worker thread that is called like a function; its program calls `answerCalls`. It answers calls in their order. An
 * error that it throws rejects the call, as an Error with the same message; its end rejects all calls with ThreadLost.
 */
export class CalledThread<A extends Answers> {
  private readonly refusal: (error: unknown) => unknown
  readonly worker: Worker
  /** Resolves once the thread can answer. */
  readonly ready: Promise<void>
  private readonly pending = new Map<number, PromiseWithResolvers<unknown>>()
  private lost: ThreadLost | undefined
  private lastId = 0

  constructor(
    script: URL,
    workerData: unknown,
    { onNews, onLost, resourceLimits, refusal = (error) => error }: Listening = {},
  ) {
    this.refusal = refusal
    const execArgv = ['--disable-warning=ExperimentalWarning']
    this.worker = new Worker(script, { workerData, execArgv, ...(resourceLimits && { resourceLimits }) })
    const ready = handled<void>()
    this.ready = ready.promise
    this.worker.on('message', (message: FromThread) => {
      if (message === 'ready') ready.resolve()
      else if ('news' in message) onNews?.(message.news)
      else this.settle(message)
    })
    const lose = (lost: ThreadLost) => {
      // A crash is reported by an error and then by the exit.
      if (this.lost) return
      this.lost = lost
      ready.reject(lost)
      onLost?.(lost)
      for (const { reject } of this.pending.values()) reject(refusal(lost))
      this.pending.clear()
    }
    this.worker.on('error', (error) => lose(new ThreadLost(error)))
    this.worker.on('exit', (code) => lose(new ThreadLost(undefined, code)))
  }

  /** `moved`: buffers to transfer instead of copying. An answer that no one awaits may fail unnoticed. */
  call<K extends keyof A & string>(ask: K, given: Parameters<A[K]>, moved?: Transferable[]) {
    return this.begin(ask, given, moved).answer as Promise<Awaited<ReturnType<A[K]>>>
  }

  /** Like `call`, with the `id` by which the thread knows the call while it answers. */
  begin(ask: keyof A & string, given: unknown[], moved: Transferable[] = []) {
    this.lastId = this.lastId >= 0x7ffffff0 ? 1 : this.lastId + 1
    const id = this.lastId
    const answer = handled<unknown>()
    if (this.lost) answer.reject(this.refusal(this.lost))
    else {
      this.worker.postMessage({ id, ask, given } satisfies ToThread, moved)
      this.pending.set(id, answer)
    }
    return { id, answer: answer.promise }
  }

  tell(news: unknown) {
    this.worker.postMessage({ news } satisfies ToThread)
  }

  /** Ends the thread, no matter what it is doing. */
  end(): Promise<number> {
    return this.worker.terminate()
  }

  private settle(reply: Reply) {
    const answer = this.pending.get(reply.id)
    this.pending.delete(reply.id)
    if ('error' in reply) answer?.reject(this.refusal(reply.error))
    else answer?.resolve(reply.value)
  }
}

/** A promise whose rejection never counts as unhandled. */
function handled<T>() {
  const made = Promise.withResolvers<T>()
  made.promise.catch(() => {})
  return made
}

type Answering<A> = {
  /** Buffers of an answer to transfer instead of copying. */
  moved?: (ask: keyof A, value: unknown) => Transferable[]
  onNews?: (news: unknown) => void
  /** Maps a thrown error to the one that the caller receives. */
  inWords?: (error: unknown) => unknown
  /** Before each call. */
  onCall?: (id: number) => void
}

/** The thread's side of a `CalledThread`: answers calls one after another. */
export function answerCalls<A extends Answers>(
  answers: A,
  { moved, onNews, onCall, inWords = (error) => error }: Answering<A> = {},
): void {
  const port = parentPort!
  const send = (message: FromThread, transfer: Transferable[] = []) => port.postMessage(message, transfer)
  const answer = async ({ id, ask, given }: Call) => {
    onCall?.(id)
    try {
      const value = await answers[ask]!(...(given as never[]))
      send({ id, value }, moved?.(ask, value))
    } catch (thrown) {
      const error = inWords(thrown)
      send({ id, error: cloneable(error) })
    }
  }
  let turn = Promise.resolve()
  port.on('message', (message: ToThread) => {
    if ('news' in message) onNews?.(message.news)
    else turn = turn.then(() => answer(message))
  })
  send('ready')
}

/** Message, stack and standard name of an error; its other members may not be cloneable. */
function cloneable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack })
}

/** Sends the owner of this thread news besides the answers. */
export const postNews = (news: unknown): void => parentPort!.postMessage({ news } satisfies FromThread)
