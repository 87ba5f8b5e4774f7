import { once } from 'node:events'
import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CatalogueRecord, DocumentResult, RecordChange } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { type LoadableCatalogue, type PackedRecords, packed, unpackRecords } from '../packed-records.ts'
import type { CountData, CountMessage } from './check/count-worker.ts'
import { type SegmentSizes, usualSizes } from './index/tiers.ts'
import { completeChanges } from './publication.ts'
import { type RebuildWatch, withUsableIndex } from './rebuild/rebuild-catalogue.ts'
import { readEveryRecord } from './rows.ts'
import { databaseFile } from './schema.ts'
import type { SearchAnswer } from './search/answers.ts'
import { openSearchPool } from './search/search-pool.ts'
import { Writer } from './writer.ts'

export type EmbeddedOptions = {
  folder: string
  /** Search threads; default: one per core, at most 2 on a small machine and 8 on a large one. */
  workers?: number
  /** Threads that analyse a long load; default: one per core. */
  analysts?: number
  /** False: the search threads start with the first search. For programs that only load. */
  preload?: boolean
  /** Smaller than usual, for tests. */
  sizes?: Partial<SegmentSizes>
  /** Called when an index had to be rebuilt before it could be searched. */
  watch?: RebuildWatch | undefined
  /** Such a rebuild makes documents again from the MARC of their records. */
  reread?: boolean
}

/** Records per message between threads: few enough that a long stream never delays a search for long. */
const perMessage = 250

/** Ids per message: they are small. */
const idsPerMessage = 10_000

/** Identifiers or ids per lookup: all threads share a list of thousands. */
const perShare = 1000

/** Looks for leftovers and losses, each in a thread, after the program has started. */
const lookAfterMs = 3_000

/** The catalogue in one SQLite file in `folder`, searched in worker threads. */
export async function openEmbeddedCatalogue(options: EmbeddedOptions): Promise<LoadableCatalogue> {
  const { folder, watch, reread = false } = options
  const sizes = { ...usualSizes, ...options.sizes }
  const pool = openSearchPool(folder, { size: options.workers ?? defaultWorkers() })
  const writer = new Writer(folder, sizes, () => pool.refresh(), options.analysts)
  await withUsableIndex(folder, { watch, sizes, reread }, async () => {
    completeChanges(folder)
    if (options.preload !== false) await pool.start()
  })
  let endCounting: (() => Promise<unknown>) | undefined
  const looking = setTimeout(() => {
    if (options.preload !== false) writer.sweepLater()
    if (watch?.lost) endCounting = countLostLater(folder, watch.lost)
  }, lookAfterMs).unref()

  async function* records(wanted: string[]): AsyncIterable<CatalogueRecord> {
    const ask = (from: number) =>
      from < wanted.length ? pool.ask('records', [wanted.slice(from, from + perMessage)]) : undefined
    let next = ask(0)
    for (let from = perMessage; next; from += perMessage) {
      const packed = await next
      // Fetches the next batch while this one is used. If the caller stops early, the batch's failure is ignored.
      next = ask(from)
      next?.catch(() => {})
      yield* unpackRecords(packed)
    }
  }

  async function* ids(): AsyncIterable<string> {
    const limit = 20_000
    for (let after: string | undefined; ; ) {
      const page: string[] = await pool.ask('idsAfter', [after, limit])
      yield* page
      if (page.length < limit) return
      after = page.at(-1)
    }
  }

  const writePacked = (batches: AsyncIterable<PackedRecords>) => writer.write(batches)

  return {
    waitQueue: pool.waitQueue,
    search: async (query, signal) => resultOf(await pool.ask('search', [query], signal)),
    find: (query, signal) => pool.ask('find', [query], signal),
    findRecords: async (query, signal) => {
      const { total, packed } = await pool.ask('findRecords', [query], signal)
      return { total, records: [...unpackRecords(packed)] }
    },
    counts: (clauses, signal) => pool.ask('counts', [clauses], signal),
    terms: (range, signal) => pool.ask('terms', [range], signal),
    wordsLike: (pattern, limit, signal) => pool.ask('wordsLike', [pattern, limit], signal),
    lookup: async (keys) => {
      const answers = await Promise.all(sharesOf(keys).map((share) => pool.ask('lookup', [share])))
      return byFirst(answers.flat())
    },
    hiddenNumbers: async (wanted) => {
      const answers = await Promise.all(sharesOf(wanted).map((share) => pool.ask('hiddenNumbers', [share])))
      return new Map([...byFirst(answers.flat())].map(([id, [numbers]]) => [id, JSON.parse(numbers!)]))
    },
    fetch: records,
    documents: async (wanted) => {
      const documents: BibliographicDocument[] = []
      for (let from = 0; from < wanted.length; from += perMessage) {
        const page = await pool.ask('documents', [wanted.slice(from, from + perMessage)])
        for (const json of page) documents.push(JSON.parse(json))
        await setImmediate()
      }
      return documents
    },
    known: async (wanted) => {
      const found: string[] = []
      for (let from = 0; from < wanted.length; from += idsPerMessage)
        for (const id of await pool.ask('known', [wanted.slice(from, from + idsPerMessage)])) found.push(id)
      return found
    },
    suggest: async (prefix, signal) => {
      const { hits } = resultOf(await pool.ask('suggest', [prefix], signal))
      return hits.map(({ id, document: { title } }) => ({
        id,
        title: title.titlePrimary,
        responsibility: title.noteStmOfResponsibility,
      }))
    },
    spellings: async (words, { inContext = false } = {}, signal) =>
      byFirst(await pool.ask('spellings', [words, inContext], signal)),
    write: (given) => writePacked(packed(given)),
    writePacked,
    remove: (gone) => writer.remove(gone),
    ids,
    everyRecord: () => readEveryRecord(folder),
    changes: (query) => pool.ask('changes', [query]),
    changesOf: async (wanted) => {
      const changes: RecordChange[] = []
      for (const share of sharesOf(wanted)) changes.push(...(await pool.ask('changesOf', [share])))
      return new Map(changes.map((change) => [change.id, change]))
    },
    stats: async () => ({ ...(await pool.ask('stats', [])), bytes: bytesOf(folder) }),
    close: async () => {
      clearTimeout(looking)
      await endCounting?.()
      await writer.close()
      await pool.close()
    },
  }
}

function defaultWorkers(): number {
  const cores = availableParallelism()
  return cores <= 4 ? Math.min(2, cores) : Math.min(8, cores - 2)
}

/** Removes duplicates. */
function sharesOf(items: string[]): string[][] {
  const each = [...new Set(items)]
  return Array.from({ length: Math.ceil(each.length / perShare) }, (_, i) =>
    each.slice(i * perShare, (i + 1) * perShare),
  )
}

/** Groups pairs of strings by the first of each. */
function byFirst(pairs: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let i = 0; i < pairs.length; i += 2) {
    const list = found.get(pairs[i]!)
    if (list) list.push(pairs[i + 1]!)
    else found.set(pairs[i]!, [pairs[i + 1]!])
  }
  return found
}

const resultOf = ({ hits, ...found }: SearchAnswer): DocumentResult => ({
  ...found,
  hits: hits.map(({ document, ...hit }) => ({ ...hit, document: JSON.parse(document) })),
})

/** Size of the file and its log, in bytes. */
function bytesOf(folder: string): number {
  return [databaseFile(folder), `${databaseFile(folder)}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}

/**
 * Counts the rows of records in the background: for millions of records this takes many seconds with a cold cache.
 * Returns a function that stops it.
 */
function countLostLater(folder: string, tell: (sentence: string) => void): () => Promise<unknown> {
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./check/count-worker.ts', import.meta.url), {
    workerData: { folder, ended } satisfies CountData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exit = once(worker, 'exit').catch(() => {})
  worker.unref()
  worker.on('message', ({ lost }: CountMessage) => tell(lost))
  worker.on('error', ({ message }) => tell(message))
  return () => {
    Atomics.store(ended, 0, 1)
    worker.ref()
    return exit
  }
}
