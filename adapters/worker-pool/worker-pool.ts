import type { Worker } from 'node:worker_threads'
import { askingClient } from '#kit/server/came-from.ts'
import { FairQueue } from '#kit/server/load/fair-queue.ts'
import { WaitQueue } from '#kit/server/load/wait-queue.ts'
import { type Answers, CalledThread, ThreadLost } from '#kit/server/thread-calls.ts'
import { abandoned, type ThreadData, undisturbed } from './thread.ts'

export type PoolOptions<A> = {
  /** The name of the data in errors: `catalogue`. */
  name: string
  /** The threads' program, which starts with `openThread`. */
  script: URL
  size: number
  /** Copied to each thread as it starts. */
  given: unknown
  /** The call by which an idle thread reads the newest state. */
  refresh: keyof A & string
  unavailable(reason: string): Error
  /** Receives a thread's news beside its answers. */
  onNews?(news: unknown, tellOthers: (news: unknown) => void): void
  /** Timeout of a call, without time in the queue. Default 15,000. */
  timeoutMs?: number
  /** A thread that does not notice within this time that its call was aborted is replaced. Default 3,000. */
  graceMs?: number
}

type Task = {
  client: string
  ask: string
  with: unknown[]
  begin(): void
  resolve(value: unknown): void
  reject(reason: unknown): void
}
type Seat = {
  thread: CalledThread<Answers>
  worker: Worker
  signs: Int32Array
  task: Task | undefined
  /** The thread's number of the task. */
  call: number
  ready: Promise<void>
  isReady: boolean
  isStale: boolean
  /** How many threads in a row have ended on this seat before they were ready. */
  failed: number
}

const nothing = () => {}

/** How long after its last call a client counts as active, ms. */
const recentMs = 5_000

/**
 * Threads that answer one call at a time each. Scheduling is fair: clients take turns, and while several are active,
 * none has all the threads, so a client with few calls waits only for those in progress.
 */
export class WorkerPool<A extends Answers> {
  /** The calls that no thread has taken yet. */
  readonly waitQueue = new WaitQueue()
  private readonly options: PoolOptions<A>
  private readonly seats: Seat[] = []
  private readonly waiting = new FairQueue<Task>()
  /** The last two clients with calls, and when. */
  private readonly recent = new Map<string, number>()
  private started: Promise<void> | undefined
  private closed = false

  constructor(options: PoolOptions<A>) {
    this.options = options
  }

  /** Resolves when the first thread is ready; another starts when a call waits. The first call does this too. */
  start(): Promise<void> {
    this.started ??= this.add().ready
    return this.started
  }

  private add(): Seat {
    const seat = this.seat()
    this.seats.push(seat)
    return seat
  }

  ask<K extends keyof A & string>(ask: K, given: Parameters<A[K]>, signal?: AbortSignal): Promise<ReturnType<A[K]>> {
    const { name, unavailable, timeoutMs = 15_000 } = this.options
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (this.closed) throw unavailable(`The search of the ${name} has ended.`)
      const client = askingClient()
      const leaveLine = this.waitQueue.enter(client)
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        leaveLine()
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const task: Task = {
        client,
        ask,
        with: given,
        begin: () => {
          leaveLine()
          timer = setTimeout(
            () => this.giveUp(task, unavailable(`The search of the ${name} took too long.`)),
            timeoutMs,
          )
        },
        resolve: (value) => {
          end()
          resolve(value as ReturnType<A[K]>)
        },
        reject: (reason) => {
          end()
          reject(reason)
        },
      }
      const onAbort = () => this.giveUp(task, signal!.reason)
      signal?.addEventListener('abort', onAbort)
      this.noteClient(client)
      this.waiting.push(client, task)
      this.handOut()
      // If no thread can start, the task is refused.
      this.start().catch(() => {})
    })
  }

  /** Each idle thread reads the newest state ahead; otherwise its next call would. */
  refresh() {
    for (const seat of this.seats) seat.isStale = true
    this.handOut()
  }

  async close(): Promise<void> {
    this.closed = true
    const reason = `The search of the ${this.options.name} has ended.`
    this.refuseWaiting(reason)
    for (const { task } of this.seats) task?.reject(this.options.unavailable(reason))
    await Promise.all(this.seats.map(({ worker }) => worker.terminate()))
  }

  private refuseWaiting(reason: string) {
    for (const task of this.waiting.clear()) task.reject(this.options.unavailable(reason))
  }

  private seat(failed = 0): Seat {
    const { script, given, name, unavailable } = this.options
    const signs = new SharedArrayBuffer(8)
    const thread = new CalledThread<Answers>(script, { given, signs } satisfies ThreadData, {
      onNews: (news) => this.options.onNews?.(news, (told) => this.tellOthers(seat, told)),
      onLost: ({ message }) => this.replace(seat, message),
    })
    const ready = thread.ready.then(
      () => {
        seat.failed = 0
        seat.isReady = true
        this.handOut()
      },
      ({ message }: ThreadLost) => {
        throw unavailable(`The ${name} cannot be read: ${message}`)
      },
    )
    ready.catch(() => {})
    const seat: Seat = {
      thread,
      worker: thread.worker,
      signs: new Int32Array(signs),
      task: undefined,
      call: 0,
      ready,
      isReady: false,
      isStale: true,
      failed,
    }
    return seat
  }

  private tellOthers(teller: Seat, news: unknown) {
    for (const seat of this.seats) if (seat !== teller) seat.thread.tell(news)
  }

  private give(seat: Seat, task: Task) {
    const { id, answer } = seat.thread.begin(task.ask, task.with)
    seat.task = task
    seat.call = id
    const taken = (settle: () => void) => {
      seat.task = undefined
      settle()
      this.handOut()
    }
    answer.then(
      (value) => taken(() => task.resolve(value)),
      (error: unknown) => {
        // `replace` refuses the task of a lost thread.
        if (!(error instanceof ThreadLost)) taken(() => task.reject(this.options.unavailable(String(error))))
      },
    )
  }

  private handOut() {
    for (const seat of this.seats) {
      if (seat.task || !seat.isReady) continue
      const task =
        this.waiting.shift((client) => this.mayHaveThread(client))?.item ??
        (seat.isStale ? this.refreshing() : undefined)
      if (!task) continue
      if (task.ask === this.options.refresh) seat.isStale = false
      task.begin()
      this.give(seat, task)
    }
    const mayGrow = !this.closed && this.seats.length > 0 && this.seats.length < this.options.size
    if (mayGrow && this.waiting.size > 0 && this.seats.every(({ isReady }) => isReady)) this.add()
  }

  private noteClient(client: string) {
    this.recent.delete(client)
    this.recent.set(client, performance.now())
    if (this.recent.size > 2) this.recent.delete(this.recent.keys().next().value!)
  }

  private mayHaveThread(client: string): boolean {
    const has = this.seats.filter(({ task }) => task?.client === client).length
    if (has < this.seats.length - 1) return true
    const since = performance.now() - recentMs
    return has === 0 || ![...this.recent].some(([other, at]) => other !== client && at > since)
  }

  /** Has no timeout: calls wait in the queue meanwhile. An error surfaces in the next call. */
  private refreshing(): Task {
    return {
      client: '',
      ask: this.options.refresh,
      with: [],
      begin: nothing,
      resolve: nothing,
      reject: nothing,
    }
  }

  private giveUp(task: Task, reason: unknown) {
    task.reject(reason)
    if (!this.waiting.remove(task)) this.stop(task)
  }

  private stop(task: Task) {
    const seat = this.seats.find((each) => each.task === task)
    if (!seat) return
    Atomics.store(seat.signs, abandoned, seat.call)
    const graceMs = this.options.graceMs ?? 3_000
    const end = () => {
      if (seat.task !== task) return
      if (Atomics.load(seat.signs, undisturbed)) setTimeout(end, graceMs).unref()
      else void seat.worker.terminate()
    }
    setTimeout(end, graceMs).unref()
  }

  /** Only the lost thread's current call is lost; the others get a new thread. */
  private replace(seat: Seat, reason: string) {
    const place = this.seats.indexOf(seat)
    if (place < 0 || this.closed) return
    const { name, unavailable } = this.options
    seat.task?.reject(unavailable(`The search of the ${name} broke off: ${reason}`))
    const isFirst = this.seats.length === 1 && !seat.isReady && seat.failed === 0
    if (!isFirst && seat.failed < 3) {
      this.seats[place] = this.seat(seat.failed + 1)
      return
    }
    this.seats.splice(place, 1)
    if (this.seats.length > 0) return
    this.started = undefined
    this.refuseWaiting(`The ${name} cannot be read: ${reason}`)
  }
}
