import { parentPort, workerData } from 'node:worker_threads'
import type { PackedRecords } from '#adapters/catalogue/packed-records.ts'
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
export type ReadReply = ReadBatch | { end: true } | { failed: string }

const port = parentPort!
const batches = readBatches((workerData as { file: string }).file)
let turn = Promise.resolve()

async function answer() {
  try {
    const { value, done } = await batches.next()
    if (done) port.postMessage({ end: true } satisfies ReadReply)
    else port.postMessage(value satisfies ReadReply, [value.records.marc.buffer])
  } catch (error) {
    port.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies ReadReply)
  }
}

port.on('message', () => {
  turn = turn.then(answer)
})
