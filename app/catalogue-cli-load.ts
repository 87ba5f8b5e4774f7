import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { LoadableCatalogue, PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { showProgress } from './catalogue-cli-progress.ts'
import type { ReadBatch, ReadReply } from './catalogue-cli-read-worker.ts'
import { openRejected } from './catalogue-cli-rejected.ts'

type Counts = { loaded: number; updated: number; unchanged: number; repaired: number; rejected: number }

/** So many batches are read ahead while the index is being built. */
const readAhead = 4
/** Records without a number are named one by one up to so many. */
const mostNamed = 5

/** Loads each file as a whole or not at all. Returns the exit code: 0 when one record at least is now there. */
export async function loadFiles(catalogue: LoadableCatalogue, files: string[]): Promise<number> {
  const sum: Counts = { loaded: 0, updated: 0, unchanged: 0, repaired: 0, rejected: 0 }
  for (const file of files) {
    const unusable = whyUnusable(file)
    if (unusable) {
      process.stderr.write(`${file}: ${unusable}\n`)
      continue
    }
    try {
      const counts = await loadFile(catalogue, file)
      for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key]
    } catch (error) {
      process.stderr.write(`${file}: nothing was loaded. ${(error as Error).message}\n`)
    }
  }
  if (sum.unchanged > 0) process.stdout.write(`unchanged ${sum.unchanged}\n`)
  process.stdout.write(
    `loaded ${sum.loaded}, updated ${sum.updated}, repaired ${sum.repaired}, rejected ${sum.rejected}\n`,
  )
  return sum.loaded + sum.updated + sum.unchanged > 0 ? 0 : 1
}

/** Why there is nothing to read in a file: one sentence, or undefined. */
export function whyUnusable(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return 'there is no such file.'
  if (found.isDirectory()) return 'this is a folder, not a file.'
  if (found.isFile() && found.size === 0) return 'the file is empty.'
  return undefined
}

async function loadFile(catalogue: LoadableCatalogue, file: string): Promise<Counts> {
  const rejected = openRejected(file)
  const progress = showProgress(file, statSync(file).size)
  const numbered: string[] = []
  let withoutNumber = 0
  let repaired = 0
  async function* batches(): AsyncIterable<PackedRecords> {
    for await (const batch of readInWorker(file)) {
      repaired += batch.repaired
      for (const each of batch.rejected) rejected.add(each)
      withoutNumber += batch.numbered.length
      numbered.push(...batch.numbered.slice(0, mostNamed - numbered.length))
      progress.at(batch.bytesRead, batch.records.documents.length)
      if (batch.records.documents.length > 0) yield batch.records
    }
    progress.at(Number.POSITIVE_INFINITY, 0)
  }
  try {
    const report = await catalogue.writePacked(batches())
    return { ...report, repaired, rejected: rejected.count }
  } finally {
    progress.end()
    for (const sentence of numbered) process.stderr.write(`${file}: ${sentence}\n`)
    if (withoutNumber > numbered.length)
      process.stderr.write(`${file}: … and ${withoutNumber - numbered.length} more records without a number.\n`)
    rejected.close()
  }
}

/** Reading, repairing and the crosswalk go on beside the indexing. */
async function* readInWorker(file: string): AsyncIterable<ReadBatch> {
  const worker = new Worker(new URL('./catalogue-cli-read-worker.ts', import.meta.url), { workerData: { file } })
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
