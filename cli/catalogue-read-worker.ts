import { workerData } from 'node:worker_threads'
import type { PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { answerCalls } from '#kit/server/thread-calls.ts'
import type { Listed } from './catalogue-list.ts'
import { readBatches } from './catalogue-read.ts'

/** `bytesRead`: of the file on disk, compressed or not. */
export type ReadBatch = {
  records: PackedRecords
  bytesRead: number
  repaired: Listed[]
  rejected: Listed[]
  /** Records that were given a number. */
  numbered: { position: number; given: string }[]
}

const batches = readBatches((workerData as { file: string }).file)

const answers = {
  /** Undefined at the end of the file. */
  next: async (): Promise<ReadBatch | undefined> => {
    const { value, done } = await batches.next()
    return done ? undefined : value
  },
}
export type ReadAnswers = typeof answers

answerCalls(answers, {
  moved: (_, batch) => (batch === undefined ? [] : [(batch as ReadBatch).records.marc.buffer]),
})
