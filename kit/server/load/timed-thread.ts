import type { ResourceLimits } from 'node:worker_threads'
import { type Answers, CalledThread, ThreadLost } from '../thread-calls.ts'
import { limitConcurrency } from './limit-concurrency.ts'

/**
 * A thread for strangers' data: the portal keeps answering while it is read. It works on one call at a
 * time, and clients take turns. A call beyond the limits is rejected with ThreadLost and ends the thread; the next call
 * starts another.
 */
export class TimedThread<A extends Answers> {
  private readonly script: URL
  private readonly limitMs: number
  private readonly resourceLimits: ResourceLimits | undefined
  private readonly inTurn = limitConcurrency(1)
  private thread: CalledThread<A> | undefined

  constructor(script: URL, limitMs: number, resourceLimits?: ResourceLimits) {
    this.script = script
    this.limitMs = limitMs
    this.resourceLimits = resourceLimits
  }

  call<K extends keyof A & string>(ask: K, given: Parameters<A[K]>) {
    return this.inTurn(async () => {
      this.thread ??= this.start()
      const { thread } = this
      await thread.ready
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        late.reject(new ThreadLost(new Error('it takes too long')))
        // At once: the end of a thread takes a moment.
        this.thread = undefined
        void thread.end()
      }, this.limitMs)
      try {
        return (await Promise.race([thread.call(ask, given), late.promise])) as Awaited<ReturnType<A[K]>>
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async end(): Promise<void> {
    await this.thread?.end()
  }

  private start(): CalledThread<A> {
    const started: CalledThread<A> = new CalledThread(this.script, undefined, {
      resourceLimits: this.resourceLimits,
      onLost: () => {
        if (this.thread === started) this.thread = undefined
      },
    })
    started.worker.unref()
    return started
  }
}
