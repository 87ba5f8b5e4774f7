import { availableParallelism } from 'node:os'
import { CalledThread } from '#kit/server/thread-calls.ts'
import type { PackedRecords } from '../packed-records.ts'
import type { AnalysisAnswers } from './analysis-worker.ts'

/** A load that ends before threads have started does without them: it has at most this many batches. */
const ownBatches = 4

/** The one thread that writes is busy with fewer. */
const mostThreads = 8

/** Batches in flight for each thread. */
const perThread = 2

/** Threads that analyse the batches of one load or rebuild, for the one thread that writes. */
export class AnalysisThreads {
  /** Batches that may be in flight together. */
  readonly atOnce: number
  private readonly size: number
  private readonly refusal: (error: unknown) => unknown
  private readonly threads: CalledThread<AnalysisAnswers>[] = []
  private asked = 0

  constructor({ size = Math.min(mostThreads, availableParallelism()), refusal = (error: unknown) => error } = {}) {
    this.size = size
    this.refusal = refusal
    this.atOnce = ownBatches + size * perThread
  }

  /** The thread for the next batch. Undefined: the writer analyses this one. */
  next(): CalledThread<AnalysisAnswers> | undefined {
    const number = this.asked++ - ownBatches
    if (number < 0 || this.size === 0) return undefined
    const at = number % this.size
    this.threads[at] ??= new CalledThread(
      new URL('./analysis-worker.ts', import.meta.url),
      {},
      { refusal: this.refusal },
    )
    return this.threads[at]
  }

  /** The batch moves: its sender loses it. */
  analysed(records: PackedRecords) {
    return this.next()?.call('analyse', [records], [records.marc.buffer]) ?? records
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()))
  }
}
