import { Worker } from 'node:worker_threads'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { Line } from '#kit/server/line.ts'
import type { Answers } from './answers.ts'
import type { Reply, WorkerData } from './search-worker.ts'
import type { SegmentParts } from './segment.ts'

type Task = {
  id: number
  ask: keyof Answers
  with: unknown[]
  resolve(value: unknown): void
  reject(reason: unknown): void
  /** Its turn has come, or it is given up. */
  leaveLine(): void
}
type Seat = {
  worker: Worker
  unwanted: Int32Array
  task: Task | undefined
  ready: Promise<void>
  isReady: boolean
  failed: number
}

/** A search that takes longer is given up. */
const patienceMs = 15_000
/** A worker that does not even notice that is replaced. */
const graceMs = 3_000

/** Threads that answer one question at a time each; the segments in memory are common to all. */
export class WorkerPool {
  readonly line = new Line()
  private readonly folder: string
  private readonly shared = new Map<number, SegmentParts>()
  private readonly seats: Seat[] = []
  private readonly waiting: Task[] = []
  private readonly size: number
  private started: Promise<void> | undefined
  private nextId = 1
  private closed = false

  constructor(folder: string, size: number) {
    this.folder = folder
    this.size = size
  }

  /** Resolves when the first worker has read the segments; the others take them over from it. */
  start(): Promise<void> {
    this.started ??= this.fill().catch((error) => {
      this.started = undefined
      throw error
    })
    return this.started
  }

  private async fill() {
    const first = this.seat()
    await first.ready
    if (this.closed) await first.worker.terminate()
    this.seats.push(first)
    this.handOut()
    for (let i = 1; i < this.size && !this.closed; i++) {
      const seat = this.seat()
      this.seats.push(seat)
    }
  }

  async ask<K extends keyof Answers>(
    ask: K,
    given: Parameters<Answers[K]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<Answers[K]>> {
    signal?.throwIfAborted()
    if (this.closed) throw new CatalogueUnavailable('The catalogue is closed.')
    await this.start()
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const task: Task = {
        id: this.newId(),
        ask,
        with: given,
        resolve: () => {},
        reject: () => {},
        leaveLine: this.line.enter(),
      }
      const giveUp = (reason: unknown) => {
        end()
        reject(reason)
        const place = this.waiting.indexOf(task)
        if (place >= 0) {
          this.waiting.splice(place, 1)
          task.leaveLine()
        } else this.stop(task)
      }
      const onAbort = () => giveUp(signal!.reason)
      const timer = setTimeout(() => giveUp(new CatalogueUnavailable('The search took too long.')), patienceMs)
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      task.resolve = (value) => {
        end()
        resolve(value as ReturnType<Answers[K]>)
      }
      task.reject = (reason) => {
        end()
        reject(reason)
      }
      signal?.addEventListener('abort', onAbort)
      this.waiting.push(task)
      this.handOut()
    })
  }

  /** The workers read a new state ahead; they would find it by themselves at their next question. */
  refresh() {
    for (const { worker } of this.seats) worker.postMessage({ refresh: true })
  }

  async close(): Promise<void> {
    this.closed = true
    this.refuseWaiting('The catalogue is closed.')
    await Promise.all(this.seats.map(({ worker }) => worker.terminate()))
  }

  private refuseWaiting(reason: string) {
    for (const task of this.waiting.splice(0)) {
      task.leaveLine()
      task.reject(new CatalogueUnavailable(reason))
    }
  }

  private newId(): number {
    this.nextId = this.nextId >= 0x7ffffff0 ? 1 : this.nextId + 1
    return this.nextId
  }

  private seat(failed = 0): Seat {
    const cancelled = new SharedArrayBuffer(4)
    const data: WorkerData = { folder: this.folder, shared: this.shared, cancelled }
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: data,
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const seat: Seat = {
      worker,
      unwanted: new Int32Array(cancelled),
      task: undefined,
      ready: Promise.resolve(),
      isReady: false,
      failed,
    }
    seat.ready = new Promise((resolve, reject) => {
      worker.on('message', (reply: Reply) => {
        if ('ready' in reply) {
          seat.failed = 0
          seat.isReady = true
          resolve()
          this.handOut()
        } else this.take(seat, reply)
      })
      worker.on('error', (error) => {
        reject(new CatalogueUnavailable(`The catalogue cannot be read: ${error.message}`))
        this.replace(seat, error)
      })
      worker.on('exit', (code) => {
        reject(new CatalogueUnavailable('The catalogue cannot be read.'))
        this.replace(seat, new Error(`worker ended (${code})`))
      })
    })
    seat.ready.catch(() => {})
    return seat
  }

  private take(seat: Seat, reply: Exclude<Reply, { ready: true }>) {
    if ('read' in reply) {
      this.shared.set(reply.read, reply.parts)
      for (const other of this.seats) {
        if (other !== seat) other.worker.postMessage({ adopt: reply.read, parts: reply.parts })
      }
      return
    }
    if ('live' in reply) {
      for (const id of this.shared.keys()) if (!reply.live.includes(id)) this.shared.delete(id)
      return
    }
    const { task } = seat
    seat.task = undefined
    if (task?.id === reply.id) {
      if ('value' in reply) task.resolve(reply.value)
      else task.reject(new CatalogueUnavailable(reply.cancelled ? 'The search was given up.' : reply.error))
    }
    this.handOut()
  }

  private handOut() {
    for (const seat of this.seats) {
      if (seat.task || !seat.isReady || this.waiting.length === 0) continue
      const task = this.waiting.shift()!
      task.leaveLine()
      seat.task = task
      seat.worker.postMessage({ id: task.id, ask: task.ask, with: task.with })
    }
  }

  private stop(task: Task) {
    const seat = this.seats.find((each) => each.task === task)
    if (!seat) return
    Atomics.store(seat.unwanted, 0, task.id)
    setTimeout(() => {
      if (seat.task === task) void seat.worker.terminate()
    }, graceMs).unref()
  }

  /** The question that a dead worker had is lost; the next ones find a new worker. */
  private replace(seat: Seat, error: Error) {
    const place = this.seats.indexOf(seat)
    if (place < 0 || this.closed) return
    seat.task?.reject(new CatalogueUnavailable(`The search broke off: ${error.message}`))
    if (seat.failed >= 3) {
      this.seats.splice(place, 1)
      if (this.seats.length > 0) return
      this.started = undefined
      this.refuseWaiting(error.message)
      return
    }
    this.seats[place] = this.seat(seat.failed + 1)
  }
}
