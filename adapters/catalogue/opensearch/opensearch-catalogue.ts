import type { Clause } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { WaitQueue } from '#kit/server/load/wait-queue.ts'
import { type LoadableCatalogue, packed } from '../packed-records.ts'
import { openChanges } from './changes.ts'
import { EngineAway, openClient } from './client.ts'
import { ask, askSearch, type Connection } from './connection.ts'
import { indexNames } from './index-names.ts'
import { silenceMs } from './lease.ts'
import { documentsOf, everyId, everyRecord, fetchRecords, hiddenNumbersOf, knownIds } from './read-records.ts'
import { type RebuildOptions, rebuildIndex } from './rebuild.ts'
import { completeMapping, isSearchable, makeFirstIndex } from './records-index.ts'
import { howMany, lookUpMeanings, wordsThatFit } from './search/meanings.ts'
import { printClause } from './search/print-query.ts'
import { refuseTooLong } from './search/query-length.ts'
import { find, findRecords, search } from './search/search.ts'
import { askSearches } from './search/search-many.ts'
import { spellings } from './search/spellings.ts'
import { suggest } from './search/suggest.ts'
import { termsFrom } from './search/terms-from.ts'
import { openStats } from './stats.ts'
import { Writer } from './writer.ts'

export type OpenSearchSettings = {
  /** The nodes of one cluster. */
  urls: string[]
  /** The prefix of all our index names. */
  prefix: string
  /** Shards of the first index; default 1, which is enough for some millions of records. */
  shards?: number
  /** True: opens an index of another program version, in order to rebuild it. */
  anyVersion?: boolean
}

export type OpenSearchCatalogue = LoadableCatalogue & {
  /** Reindexes all records into a new index, which atomically replaces the old one. Returns how many. */
  rebuild(options?: RebuildOptions): Promise<number>
}

/** The settings cannot be used: one sentence. */
export class OpenSearchUnusable extends Error {}

/** The catalogue in an OpenSearch cluster, which any number of processes can share. */
export async function openOpenSearchCatalogue({
  urls,
  prefix,
  shards = 1,
  anyVersion = false,
}: OpenSearchSettings): Promise<OpenSearchCatalogue> {
  const at: Connection = { client: openClient(urls), names: indexNames(prefix) }
  try {
    await reach(at)
    const { index } = await makeFirstIndex(at, shards)
    await completeMapping(at, index)
    if (!anyVersion && !(await isSearchable(at, index)))
      throw new OpenSearchUnusable(
        `the index ${index} was made by another version of this program. npm run catalogue -- rebuild makes it again.`,
      )
  } catch (error) {
    await at.client.close()
    throw error
  }
  return catalogueOn(at)
}

/** Concurrent calls per process and node: more would queue on the cluster, where the wait is invisible. */
const atOncePerNode = 16

/** The port on an open cluster. A writer without a heartbeat for `deadAfterMs` is dead. */
export function catalogueOn(
  at: Connection,
  { deadAfterMs = silenceMs }: { deadAfterMs?: number } = {},
): OpenSearchCatalogue {
  const writer = new Writer(at, deadAfterMs)
  const writePacked: LoadableCatalogue['writePacked'] = (batches) => writer.write(batches)
  const { changes, changesOf } = openChanges(at)
  const waitQueue = new WaitQueue()
  const inTurn = limitConcurrency(at.client.nodes * atOncePerNode, waitQueue)
  const reading: Omit<CataloguePort, 'write' | 'remove' | 'close'> = {
    waitQueue,
    search: (query, signal) => inTurn(() => search(at, query, signal), signal),
    find: (query, signal) => inTurn(() => find(at, query, signal), signal),
    findRecords: (query, signal) => inTurn(() => findRecords(at, query, signal), signal),
    counts: (clauses, signal) => inTurn(() => counts(at, clauses, signal), signal),
    lookup: (keys) => inTurn(() => lookUp(at, keys)),
    hiddenNumbers: (ids) => inTurn(() => hiddenNumbersOf(at, ids)),
    fetch: (ids) => fetchRecords(at, ids),
    documents: (ids) => documentsOf(at, ids),
    known: (ids) => knownIds(at, ids),
    suggest: (prefix, signal) => inTurn(() => suggest(at, prefix, signal), signal),
    spellings: (words, { inContext = false } = {}, signal) =>
      inTurn(() => spellings(at, words, inContext, signal), signal),
    terms: (range, signal) => inTurn(() => termsFrom(at, range, signal), signal),
    wordsLike: (pattern, limit, signal) => inTurn(() => wordsThatFit(at, pattern, limit, signal), signal),
    ids: () => everyId(at),
    everyRecord: () => everyRecord(at),
    changes: (query) => inTurn(() => changes(query)),
    changesOf: (ids) => inTurn(() => changesOf(ids)),
    stats: openStats(at),
  }
  return {
    ...reading,
    write: (records) => writePacked(packed(records)),
    writePacked,
    remove: (ids) => writer.remove(ids),
    rebuild: (options = {}) => rebuildIndex(at, writer, options),
    close: async () => {
      await writer.close()
      await at.client.close()
    },
  }
}

/** How long to wait for a starting cluster. */
const startMs = 20_000

async function reach(at: Connection): Promise<void> {
  try {
    const { version } = (
      await at.client.ask<{ version?: { distribution?: string; number?: string } }>({
        method: 'GET',
        path: '/',
        retryForMs: startMs,
      })
    ).body
    if (version?.distribution !== 'opensearch' || Number.parseInt(version.number ?? '', 10) < 2)
      throw new OpenSearchUnusable('this is not OpenSearch 2 or 3.')
    await ask(at, { method: 'GET', path: `/_alias/${at.names.records}`, expected: [404], retryForMs: startMs })
  } catch (error) {
    if (error instanceof EngineAway) throw new OpenSearchUnusable(error.message)
    throw error
  }
}

/** How many records match each clause, in the order given. */
async function counts(at: Connection, clauses: Clause[], signal?: AbortSignal): Promise<number[]> {
  if (clauses.length === 0) return []
  const meanings = await lookUpMeanings(at, clauses, false, signal)
  const searches = clauses.map((clause) => {
    const printed = printClause(clause, meanings, false)
    refuseTooLong(printed)
    return howMany({ bool: { filter: [printed] } })
  })
  const replies = await askSearches<{ hits: { total: { value: number } } }>(at, searches, signal)
  return replies.map(({ hits }) => hits.total.value)
}

const perPage = 10_000

type Page = { hits: { hits: { sort: unknown[]; fields: { id: [string]; identifiers: string[] } }[] } }

/** Ids by normalised identifier, each list in id order. */
async function lookUp(at: Connection, keys: string[]): Promise<Map<string, string[]>> {
  const keySet = new Set(keys)
  const found = new Map<string, string[]>()
  if (keySet.size === 0) return found
  for (let after: unknown[] | undefined; ; ) {
    const { hits } = await askSearch<Page>(at, {
      size: perPage,
      query: { constant_score: { filter: { terms: { identifiers: [...keySet] } } } },
      sort: ['idOrder'],
      track_total_hits: false,
      ...(after ? { search_after: after } : {}),
      _source: false,
      docvalue_fields: ['id', 'identifiers'],
    })
    for (const { fields } of hits.hits)
      for (const key of fields.identifiers) {
        if (!keySet.has(key)) continue
        const list = found.get(key)
        if (list) list.push(fields.id[0])
        else found.set(key, [fields.id[0]])
      }
    if (hits.hits.length < perPage) return found
    after = hits.hits.at(-1)!.sort
  }
}
