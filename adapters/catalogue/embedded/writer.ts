import { CatalogueBusy, CatalogueUnavailable, type LoadReport } from '#features/catalogue/server/catalogue-port.ts'
import { CalledThread, ThreadLost } from '#kit/server/thread-calls.ts'
import { busySentence } from '../busy-sentence.ts'
import type { PackedRecords } from '../packed-records.ts'
import { type AnalysedBatch, buffersOf } from './analysed-batch.ts'
import { AnalysisThreads } from './analysis-threads.ts'
import type { SegmentSizes } from './index/tiers.ts'
import type { WriteAnswers } from './write-worker.ts'

type Thread = CalledThread<WriteAnswers>

/** How long an idle writing thread waits for the next load before it ends and frees its memory. */
const idleMs = 5_000

/** Loads and removals, one after another, in a worker thread. */
export class Writer {
  private readonly folder: string
  private readonly sizes: SegmentSizes
  private readonly changed: () => void
  private readonly analysts: number | undefined
  private last: Promise<unknown> = Promise.resolve()
  private current: Thread | undefined
  private idle: NodeJS.Timeout | undefined
  private closed = false

  /** `analysts`: threads that analyse a long load; default: one per core. */
  constructor(folder: string, sizes: SegmentSizes, changed: () => void, analysts?: number) {
    this.analysts = analysts
    this.folder = folder
    this.sizes = sizes
    this.changed = changed
  }

  write(batches: AsyncIterable<PackedRecords>): Promise<LoadReport> {
    return this.inTurn(async (thread) => {
      const threads = new AnalysisThreads({ size: this.analysts, refusal })
      const underWay: Promise<unknown>[] = []
      let before: Promise<unknown> = Promise.resolve()
      try {
        for await (const records of batches) {
          const sent = sendAfter(before, thread, threads.analysed(records))
          before = sent
          underWay.push(sent.then(({ written }) => written))
          for (const each of [sent, underWay.at(-1)!]) each.catch(() => {})
          // A fast source waits for the index.
          if (underWay.length >= threads.atOnce) await underWay.shift()
        }
        await Promise.all(underWay)
      } finally {
        await threads.end()
      }
      return thread.call('finish', [])
    })
  }

  remove(ids: string[]): Promise<number> {
    return this.inTurn(async (thread) => {
      const removed = await thread.call('remove', [ids])
      await thread.call('finish', [])
      return removed
    })
  }

  /** Deletes a crashed load's leftovers in the background; if a load is running, it does so itself. */
  sweepLater() {
    this.last = this.last.then(async () => {
      if (this.closed) return
      await this.thread()
        .call('sweep', [])
        .catch(() => {})
      this.rest()
    })
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.idle)
    await this.end()
    await this.last.catch(() => {})
  }

  private inTurn<T>(work: (thread: Thread) => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      if (this.closed) throw new CatalogueUnavailable('The catalogue is closed.')
      const thread = this.thread()
      let begun = false
      try {
        await thread.call('begin', [])
        begun = true
        const result = await work(thread)
        begun = false
        this.changed()
        return result
      } catch (error) {
        if (begun) await thread.call('abandon', []).catch(() => {})
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
    if (!this.closed) this.idle = setTimeout(() => void this.end(), idleMs).unref()
  }

  private start(): Thread {
    const thread: Thread = new CalledThread(
      new URL('./write-worker.ts', import.meta.url),
      { folder: this.folder, sizes: this.sizes },
      {
        refusal,
        onLost: () => {
          if (this.current === thread) this.current = undefined
        },
      },
    )
    return thread
  }

  private async end(): Promise<void> {
    const thread = this.current
    this.current = undefined
    await thread?.end()
  }
}

/** The writing thread gets the batches in their order, whichever is analysed first. */
async function sendAfter(
  before: Promise<unknown>,
  thread: Thread,
  analysed: Promise<AnalysedBatch> | PackedRecords,
): Promise<{ written: Promise<void> }> {
  const batch = await analysed
  await before
  return { written: thread.call('write', [batch], 'analysed' in batch ? buffersOf(batch) : [batch.marc.buffer]) }
}

function refusal(error: unknown): unknown {
  if (error instanceof ThreadLost)
    return new CatalogueUnavailable(error.crash ? `The load broke off: ${error.message}` : 'The load was broken off.')
  if (!(error instanceof Error)) return error
  return error.message === busySentence ? new CatalogueBusy(busySentence) : new CatalogueUnavailable(error.message)
}
