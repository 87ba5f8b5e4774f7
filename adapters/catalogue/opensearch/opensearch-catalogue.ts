import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { Line } from '#kit/server/line.ts'
import { takeTurns } from '#kit/server/take-turns.ts'
import { type LoadableCatalogue, packed } from '../packed-records.ts'
import { EngineAway, openClient } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { counts } from './counts.ts'
import { indexNames } from './index-names.ts'
import { silenceMs } from './lease.ts'
import { lookUp } from './lookup.ts'
import { mappingVersion } from './mapping.ts'
import { documentsOf, everyId, everyRecord, fetchRecords, knownIds, unshownNumbersOf } from './read-records.ts'
import { type RebuildOptions, rebuildIndex } from './rebuild.ts'
import { makeFirstIndex, versionOf } from './records-index.ts'
import { search } from './search.ts'
import { spellings } from './spellings.ts'
import { openStats } from './stats.ts'
import { suggest } from './suggest.ts'
import { Writer } from './writer.ts'

export type OpenSearchSettings = {
  /** Of the nodes of one cluster. */
  urls: string[]
  /** All names of our indices begin with it. */
  prefix: string
  /** Parts of the first index; default 1, which is enough for some millions of records. */
  shards?: number
  /** True: an index of another version of this program is opened, to be built anew. */
  anyVersion?: boolean
}

export type OpenSearchCatalogue = LoadableCatalogue & {
  /** All records anew into a new index, which takes the old one's place at once. Returns how many. */
  rebuild(options?: RebuildOptions): Promise<number>
}

/** The settings cannot be used: one sentence. */
export class OpenSearchUnusable extends Error {}

/** The catalogue in an OpenSearch cluster, which any number of processes may share. */
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
    if (!anyVersion && (await versionOf(at, index)) !== mappingVersion)
      throw new OpenSearchUnusable(
        `the index ${index} was made by another version of this program. npm run catalogue -- rebuild makes it anew.`,
      )
  } catch (error) {
    await at.client.close()
    throw error
  }
  return catalogueOn(at)
}

/** Questions that a process has under way at a time, for each node that it knows: more would wait there, where nobody sees how long. */
const atOncePerNode = 16

/** The port on an open cluster. A writer that has said nothing for `deadAfterMs` is dead. */
export function catalogueOn(
  at: Connection,
  { deadAfterMs = silenceMs }: { deadAfterMs?: number } = {},
): OpenSearchCatalogue {
  const writer = new Writer(at, deadAfterMs)
  const writePacked: LoadableCatalogue['writePacked'] = (batches) => writer.write(batches)
  const line = new Line()
  const inTurn = takeTurns(at.client.nodes * atOncePerNode, line)
  const reading: Omit<CataloguePort, 'write' | 'remove' | 'close'> = {
    line,
    search: (query, signal) => inTurn(() => search(at, query, signal), signal),
    counts: (clauses, signal) => inTurn(() => counts(at, clauses, signal), signal),
    lookup: (keys) => inTurn(() => lookUp(at, keys)),
    unshownNumbers: (ids) => inTurn(() => unshownNumbersOf(at, ids)),
    fetch: (ids) => fetchRecords(at, ids),
    documents: (ids) => documentsOf(at, ids),
    known: (ids) => knownIds(at, ids),
    suggest: (prefix, signal) => inTurn(() => suggest(at, prefix, signal), signal),
    spellings: (words, signal) => inTurn(() => spellings(at, words, signal), signal),
    ids: () => everyId(at),
    everyRecord: () => everyRecord(at),
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

/** A cluster that is just starting is waited for. */
const startMs = 20_000

async function reach(at: Connection): Promise<void> {
  try {
    const { version } = (
      await at.client.ask<{ version?: { distribution?: string; number?: string } }>({
        method: 'GET',
        path: '/',
        patienceMs: startMs,
      })
    ).body
    if (version?.distribution !== 'opensearch' || Number.parseInt(version.number ?? '', 10) < 2)
      throw new OpenSearchUnusable('this is no OpenSearch of version 2 or 3.')
    await ask(at, { method: 'GET', path: `/_alias/${at.names.records}`, expected: [404], patienceMs: startMs })
  } catch (error) {
    if (error instanceof EngineAway) throw new OpenSearchUnusable(error.message)
    throw error
  }
}
