import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { LoadableCatalogue, PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { type Beside, type Loading, loadEach } from './catalogue-load-each.ts'
import { showProgress } from './catalogue-progress.ts'
import type { ReadBatch, ReadReply } from './catalogue-read-worker.ts'
import { printLine } from './print-line.ts'

/** Batches read ahead while the index is built. */
const readAhead = 4

/** Loads each file as a whole or not at all. Returns the exit code: 0 if at least one record is loaded. */
export async function loadFiles(catalogue: LoadableCatalogue, loading: Omit<Loading, 'kind'>): Promise<number> {
  const sum = await loadEach({ ...loading, kind: 'records' }, (file, beside) => loadFile(catalogue, file, beside))
  if (sum.unchanged > 0) printLine(`unchanged ${sum.unchanged}`)
  printLine(`loaded ${sum.loaded}, updated ${sum.updated}, repaired ${sum.repaired}, rejected ${sum.rejected}`)
  return sum.loaded + sum.updated + sum.unchanged > 0 ? 0 : 1
}

async function loadFile(catalogue: LoadableCatalogue, file: string, { repaired, rejected, gaveNumber }: Beside) {
  const progress = showProgress(file, statSync(file).size)
  async function* batches(): AsyncIterable<PackedRecords> {
    for await (const batch of readInWorker(file)) {
      for (const each of batch.repaired) repaired.add(each)
      for (const each of batch.rejected) rejected.add(each)
      for (const { position, given } of batch.numbered) gaveNumber(position, given)
      progress.at(batch.bytesRead, batch.records.documents.length)
      if (batch.records.documents.length > 0) yield batch.records
    }
    progress.at(Number.POSITIVE_INFINITY, 0)
  }
  return catalogue.writePacked(batches()).finally(() => progress.end())
}

/** Reading, repairing and the crosswalk run in parallel with the indexing. */
async function* readInWorker(file: string): AsyncIterable<ReadBatch> {
  const worker = new Worker(new URL('./catalogue-read-worker.ts', import.meta.url), { workerData: { file } })
  const arrived: ReadReply[] = []
  let wake = () => {}
  worker.on('message', (reply: ReadReply) => {
    arrived.push(reply)
    wake()
  })
  worker.on('error', (error) => {
    arrived.push({ failed: error.message })
    wake()
  })
  try {
    for (let i = 0; i < readAhead; i++) worker.postMessage('next')
    for (;;) {
      while (arrived.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const reply = arrived.shift()!
      if ('failed' in reply) throw new Error(reply.failed)
      if ('end' in reply) return
      yield reply
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}
