import { Worker } from 'node:worker_threads'
import { HeadingsUnavailable } from '#features/headings/server/headings-port.ts'
import type { Answers } from './answers.ts'
import type { Question, Reply } from './search-worker.ts'

type Waiting = { resolve(value: unknown): void; reject(reason: unknown): void; timer: NodeJS.Timeout }

/** An answer that takes longer is given up, and the thread with it. */
const patienceMs = 15_000

/** One thread that answers question after question; a dead one is replaced at the next question. */
export class SearchThread {
  private readonly folder: string
  private worker: Worker | undefined
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  private closed = false

  constructor(folder: string) {
    this.folder = folder
  }

  ask<K extends keyof Answers>(
    ask: K,
    given: Parameters<Answers[K]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<Answers[K]>> {
    signal?.throwIfAborted()
    if (this.closed) return Promise.reject(new HeadingsUnavailable('The headings are closed.'))
    const worker = this.started()
    return new Promise((resolve, reject) => {
      const id = this.nextId++
      const onAbort = () => this.settle(id)?.reject(signal!.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      const end = () => signal?.removeEventListener('abort', onAbort)
      this.waiting.set(id, {
        resolve: (value) => {
          end()
          resolve(value as ReturnType<Answers[K]>)
        },
        reject: (reason) => {
          end()
          reject(reason)
        },
        timer: setTimeout(() => void worker.terminate(), patienceMs),
      })
      worker.postMessage({ id, ask, with: given } satisfies Question)
    })
  }

  /** True where a thread runs that may be told of a new state. */
  get runs(): boolean {
    return this.worker !== undefined
  }

  async close(): Promise<void> {
    this.closed = true
    await this.worker?.terminate()
  }

  private started(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { folder: this.folder },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    this.worker = worker
    let reason = 'The search of headings took too long or broke off.'
    worker.on('message', (reply: Reply) => {
      const asked = this.settle(reply.id)
      if ('value' in reply) asked?.resolve(reply.value)
      else asked?.reject(new HeadingsUnavailable(reply.error))
    })
    worker.on('error', (error) => {
      reason = `The headings cannot be read: ${error.message}`
    })
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = undefined
      for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(new HeadingsUnavailable(reason))
    })
    return worker
  }

  private settle(id: number): Waiting | undefined {
    const asked = this.waiting.get(id)
    if (asked) clearTimeout(asked.timer)
    this.waiting.delete(id)
    return asked
  }
}
