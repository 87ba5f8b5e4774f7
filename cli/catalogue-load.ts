import { statSync } from 'node:fs'
import type { LoadableCatalogue, PackedRecords } from '#adapters/catalogue/packed-records.ts'
import { CalledThread } from '#kit/server/thread-calls.ts'
import { type Beside, type Loading, loadEach } from './catalogue-load-each.ts'
import { showProgress } from './catalogue-progress.ts'
import type { ReadAnswers, ReadBatch } from './catalogue-read-worker.ts'
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
  const thread = new CalledThread<ReadAnswers>(new URL('./catalogue-read-worker.ts', import.meta.url), { file })
  const next = () => thread.call('next', [])
  try {
    const ahead = Array.from({ length: readAhead }, next)
    for (let batch = await ahead.shift(); batch; batch = await ahead.shift()) {
      yield batch
      ahead.push(next())
    }
  } finally {
    await thread.end()
  }
}
