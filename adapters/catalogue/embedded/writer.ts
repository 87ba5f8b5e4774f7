import { Worker } from 'node:worker_threads'
import { CatalogueBusy, CatalogueUnavailable, type LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import { busySentence } from '../busy-sentence.ts'
import type { PackedRecords } from '../packed-records.ts'
import type { SegmentSizes } from './index/tiers.ts'
import type { WriteOrder, WriteReply } from './write-worker.ts'

/** Batches in flight: a fast source waits for the index. */
const maxConcurrent = 4

type Thread = { tell(order: WriteOrder): Promise<WriteReply & { done: unknown }>; end(): Promise<unknown> }

/** How long an idle writing thread waits for the next load before it ends and frees its memory. */
const idleMs = 5_000

/** Loads and removals, one after another, in a worker thread. */
export class Writer {
  private readonly folder: string
  private readonly sizes: SegmentSizes
  private readonly changed: () => void
  private last: Promise<unknown> = Promise.resolve()
  private current: Thread | undefined
  private idle: NodeJS.Timeout | undefined
  private closed = false

  constructor(folder: string, sizes: SegmentSizes, changed: () => void) {
    this.folder = folder
    this.sizes = sizes
    this.changed = changed
  }

  write(batches: AsyncIterable<PackedRecords>): Promise<LoadReport> {
    return this.inTurn(async (thread) => {
      const underWay: Promise<unknown>[] = []
      for await (const records of batches) {
        const told = thread.tell({ order: 'write', records })
        told.catch(() => {})
        underWay.push(told)
        if (underWay.length >= maxConcurrent) await underWay.shift()
      }
      await Promise.all(underWay)
      return (await thread.tell({ order: 'finish' })).done as LoadReport
    })
  }

  remove(ids: string[]): Promise<number> {
    return this.inTurn(async (thread) => {
      const { done } = await thread.tell({ order: 'remove', ids })
      await thread.tell({ order: 'finish' })
      return done as number
    })
  }

  /** Deletes a crashed load's leftovers in the background; if a load is running, it does so itself. */
  sweepLater() {
    this.last = this.last.then(async () => {
      if (this.closed) return
      await this.thread()
        .tell({ order: 'sweep' })
        .catch(() => {})
      this.rest()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.idle)
    await this.current?.end()
    await this.last.catch(() => {})
  }

  private inTurn<T>(work: (thread: Thread) => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      if (this.closed) throw new CatalogueUnavailable('The catalogue is closed.')
      const thread = this.thread()
      let begun = false
      try {
        await thread.tell({ order: 'begin' })
        begun = true
        const result = await work(thread)
        begun = false
        this.changed()
        return result
      } catch (error) {
        if (begun) await thread.tell({ order: 'abandon' }).catch(() => {})
        throw error
      } finally {
        this.rest()
      }
    })
    this.last = turn.catch(() => {})
    return turn
  }

  private thread(): Thread {
    clearTimeout(this.idle)
    this.current ??= this.start()
    return this.current
  }

  private rest() {
    clearTimeout(this.idle)
    if (!this.closed) this.idle = setTimeout(() => void this.current?.end(), idleMs).unref()
  }

  private start(): Thread {
    const worker = new Worker(new URL('./write-worker.ts', import.meta.url), {
      workerData: { folder: this.folder, sizes: this.sizes },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const waiting: { resolve(reply: never): void; reject(error: Error): void }[] = []
    let broken: Error | undefined
    const breakOff = (error: Error) => {
      broken ??= error
      if (this.current === thread) this.current = undefined
      for (const { reject } of waiting.splice(0)) reject(broken)
    }
    worker.on('message', (reply: WriteReply) => {
      const next = waiting.shift()
      if ('done' in reply) next?.resolve(reply as never)
      else
        next?.reject(
          reply.failed === busySentence ? new CatalogueBusy(reply.failed) : new CatalogueUnavailable(reply.failed),
        )
    })
    worker.on('error', (error) => breakOff(new CatalogueUnavailable(`The load broke off: ${error.message}`)))
    worker.on('exit', () => breakOff(new CatalogueUnavailable('The load was broken off.')))
    const thread: Thread = {
      tell: (order) =>
        new Promise((resolve, reject) => {
          if (broken) {
            reject(broken)
            return
          }
          waiting.push({ resolve: resolve as (reply: never) => void, reject })
          worker.postMessage(order, order.order === 'write' ? [order.records.marc.buffer] : [])
        }),
      end: () => {
        if (this.current === thread) this.current = undefined
        return worker.terminate()
      },
    }
    return thread
  }
}
