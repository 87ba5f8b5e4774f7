import { randomBytes } from 'node:crypto'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import { ask, isAbsent, isThereAlready } from './asking.ts'
import { layout, mapping, settings } from './mapping.ts'

/** `alias` points to the index of the newest state, `<alias>-<generation>`; the others are older or unfinished. */
export type Names = { alias: string }

/** Two writers never write into the same index, even if the second presumed the first dead. */
export const newIndexName = ({ alias }: Names, generation: number): string =>
  `${alias}-${generation}-${randomBytes(4).toString('hex')}`
export const generationOf = ({ alias }: Names, index: string): number =>
  Number(index.slice(alias.length + 1).split('-')[0])

type Aliases = Record<string, { aliases: object }>

/** The index of the newest state; creates the first, empty one. */
export async function liveIndex(client: EngineClient, names: Names): Promise<string> {
  for (let tries = 0; tries < 2; tries++) {
    const found = await ask<Aliases>(client, { method: 'GET', path: `/_alias/${names.alias}` }).catch(orNone)
    const [live] = Object.keys(found)
    if (live) return live
    await createIndex(client, `${names.alias}-0`, { aliases: { [names.alias]: {} } })
  }
  throw new HeadingsUnavailable(`No index behind ${names.alias}.`)
}

const orNone = (error: unknown): Aliases => {
  if (isAbsent(error)) return {}
  throw error
}

/** Does nothing if it exists. */
export async function createIndex(client: EngineClient, index: string, more: object = {}): Promise<void> {
  try {
    await ask(client, {
      method: 'PUT',
      path: `/${index}`,
      body: { settings, mappings: mapping, ...more },
      timeoutMs: 60_000,
    })
  } catch (error) {
    if (!isThereAlready(error)) throw error
  }
}

/** Clones an index by its files, which stay on disk only once. */
export async function cloneIndex(client: EngineClient, from: string, to: string): Promise<void> {
  await ask(client, { method: 'PUT', path: `/${from}/_settings`, body: { 'index.blocks.write': true } })
  try {
    await ask(client, {
      method: 'POST',
      path: `/${from}/_clone/${to}`,
      query: { wait_for_active_shards: 1, timeout: '60s' },
      body: { settings: { ...settings, 'index.blocks.write': null } },
      timeoutMs: 90_000,
    })
  } catch (error) {
    // The name is unique: an earlier attempt of this call got through.
    if (!isThereAlready(error)) throw error
  }
}

/** Whether an index has this program's layout. */
export async function hasThisLayout(client: EngineClient, index: string): Promise<boolean> {
  const found = await ask<Record<string, { mappings: { _meta?: { layout?: number } } }>>(client, {
    method: 'GET',
    path: `/${index}/_mapping`,
  })
  return found[index]?.mappings._meta?.layout === layout
}

/** Switches everyone to the new state atomically; refused if another state has come in between. */
export async function switchTo(client: EngineClient, names: Names, from: string, to: string): Promise<void> {
  const { alias } = names
  try {
    await ask(client, {
      method: 'POST',
      path: '/_aliases',
      body: { actions: [{ remove: { index: from, alias, must_exist: true } }, { add: { index: to, alias } }] },
      timeoutMs: 60_000,
    })
  } catch (error) {
    // An earlier attempt may have succeeded although its answer was lost.
    if ((await liveIndex(client, names)) !== to) throw error
  }
}

export async function dropIndex(client: EngineClient, index: string): Promise<void> {
  await ask(client, { method: 'DELETE', path: `/${index}`, query: { ignore_unavailable: true } })
}

/** Every index of the headings, regardless of its state. */
export async function allIndices(client: EngineClient, names: Names): Promise<string[]> {
  const found = await ask<Record<string, object>>(client, {
    method: 'GET',
    path: `/${names.alias}-*/_settings/index.uuid`,
  })
  return Object.keys(found).filter((index) => Number.isInteger(generationOf(names, index)))
}

/** Unique to an index, even among indices of the same name. */
export async function uuidOf(client: EngineClient, index: string): Promise<string> {
  const found = await ask<Record<string, { settings: { index: { uuid: string } } }>>(client, {
    method: 'GET',
    path: `/${index}/_settings/index.uuid`,
  })
  return found[index]!.settings.index.uuid
}

/** Waits until there are as many replicas as possible, so that a node may die; then refreshes each. */
export async function settle(client: EngineClient, index: string): Promise<void> {
  await ask(client, { method: 'POST', path: `/${index}/_refresh`, timeoutMs: 120_000 })
  const params = { wait_for_status: 'green', timeout: '60s' }
  await ask(client, { method: 'GET', path: `/_cluster/health/${index}`, query: params, timeoutMs: 90_000 }).catch(
    () => {},
  )
  await ask(client, { method: 'POST', path: `/${index}/_refresh`, timeoutMs: 120_000 })
}
