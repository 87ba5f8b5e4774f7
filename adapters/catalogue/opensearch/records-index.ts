import { facetNames } from '#features/catalogue/facets.ts'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { numbered, numberOf } from './index-names.ts'
import { mappingVersion, recordAnalysis, searchedMapping } from './mapping.ts'
import { filterOf, nothingLoaded, type Visible, visibleOf } from './search/visible.ts'
import { changeMapping, storedMapping } from './stored-record.ts'

export type LiveIndex = { index: string; visible: Visible }
type Aliases = Record<string, { aliases: Record<string, { filter?: object }> }>

/** The index behind the records alias, as any node knows it. */
export async function liveIndex(at: Connection): Promise<LiveIndex> {
  const found = await findLive(at)
  if (!found) throw new CatalogueUnavailable(`There is no index behind ${at.names.records}.`)
  return found
}

async function findLive(at: Connection): Promise<LiveIndex | undefined> {
  const { records } = at.names
  const found = await ask<Aliases>(at, { method: 'GET', path: `/_alias/${records}?local=true`, expected: [404] })
  const [index] = Object.keys(found).filter((each) => found[each]?.aliases?.[records])
  return index === undefined ? undefined : { index, visible: visibleOf(found[index]!.aliases[records]!.filter) }
}

/** Creates the first index if there is none. Several processes may try at once. */
export async function makeFirstIndex(at: Connection, shards: number): Promise<LiveIndex> {
  const { records } = at.names
  for (let tries = 1; ; tries++) {
    const found = await findLive(at)
    if (found) return found
    try {
      await makeIndex(at, numbered(records, 1), { shards, visible: nothingLoaded })
    } catch (error) {
      const isThere = error instanceof EngineRefused && error.type === 'resource_already_exists_exception'
      if (!isThere || tries > 20) throw error
    }
  }
}

/** Without `visible` it is not searched: the alias follows later. */
export async function makeIndex(
  at: Connection,
  index: string,
  { shards, visible }: { shards: number; visible?: Visible },
) {
  await ask(at, {
    method: 'PUT',
    path: `/${index}`,
    timeoutMs: 60_000,
    query: { wait_for_active_shards: 1 },
    body: {
      settings: {
        number_of_shards: shards,
        // With a second node each shard has a replica there, so one node may die.
        auto_expand_replicas: '0-1',
        // A load itself refreshes the index.
        refresh_interval: '-1',
        analysis: recordAnalysis,
      },
      mappings: {
        dynamic: 'strict',
        _meta: { version: mappingVersion },
        properties: { ...storedMapping, ...searchedMapping, ...changeMapping },
      },
      ...(visible ? { aliases: { [at.names.records]: { filter: filterOf(visible) } } } : {}),
    },
  })
}

/** Gives an index of a former program the fields of changes; its records need no reindexing. */
export async function completeMapping(at: Connection, index: string): Promise<void> {
  await ask(at, { method: 'PUT', path: `/${index}/_mapping`, body: { properties: changeMapping }, timeoutMs: 60_000 })
}

type Mappings = { _meta?: { version?: number }; properties?: { facets?: { properties?: object } } }

/** Whether this program can search the index: see `mappingVersion`. */
export async function isSearchable(at: Connection, index: string): Promise<boolean> {
  const found = await ask<Record<string, { mappings: Mappings }>>(at, { method: 'GET', path: `/${index}/_mapping` })
  const { _meta, properties } = found[index]?.mappings ?? {}
  const mapped = Object.keys(properties?.facets?.properties ?? {})
  return _meta?.version === mappingVersion && facetNames.every((name) => mapped.includes(name))
}

/** The number of shards of an index. */
export async function shardsOf(at: Connection, index: string): Promise<number> {
  const found = await ask<Record<string, { settings: { index: { number_of_shards: string } } }>>(at, {
    method: 'GET',
    path: `/${index}/_settings/index.number_of_shards`,
  })
  return Number(found[index]!.settings.index.number_of_shards)
}

/** All record indices: the searched one, and leftovers of aborted rebuilds. */
export async function everyIndex(at: Connection): Promise<string[]> {
  const { records } = at.names
  const found = await ask<Record<string, unknown>>(at, { method: 'GET', path: `/${records}-*/_alias`, expected: [404] })
  return Object.keys(found).filter((index) => index === numbered(records, numberOf(index)))
}

export const refresh = async (at: Connection, index: string): Promise<void> => {
  const reply = await ask<{ _shards: { failed: number } }>(at, {
    method: 'POST',
    path: `/${index}/_refresh`,
    timeoutMs: 300_000,
    retryForMs: 300_000,
  })
  if (reply._shards.failed > 0) throw new CatalogueUnavailable('OpenSearch could not refresh all shards.')
}

export async function dropIndices(at: Connection, indices: string[]): Promise<void> {
  for (const index of indices)
    await ask(at, { method: 'DELETE', path: `/${index}`, expected: [404], timeoutMs: 60_000, retryForMs: 60_000 })
}

/** Waits until each shard has a replica on another node, or gives up after a while. */
export async function copied(at: Connection, index: string): Promise<void> {
  await ask(at, {
    method: 'GET',
    path: `/_cluster/health/${index}`,
    query: { wait_for_status: 'green', timeout: '120s' },
    timeoutMs: 130_000,
    expected: [408],
  })
}
