import { randomBytes } from 'node:crypto'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsUnavailable } from '#features/catalogue/headings/server/headings-port.ts'
import { ask, isAbsent, isThereAlready } from './asking.ts'
import { layout, mapping, settings } from './mapping.ts'

/** `alias` leads to the index of the newest state, `<alias>-<generation>`; the others are older, or were never finished. */
export type Names = { alias: string }

/** No two writers ever write into one index, even where the second took the first for dead. */
export const newIndexName = ({ alias }: Names, generation: number): string =>
  `${alias}-${generation}-${randomBytes(4).toString('hex')}`
export const generationOf = ({ alias }: Names, index: string): number =>
  Number(index.slice(alias.length + 1).split('-')[0])

type Aliases = Record<string, { aliases: object }>

/** The index of the newest state; makes the first, empty one. */
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

/** Does nothing where it is there already. */
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

/** An index that begins as another one is, by its files; both are on disk once. */
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
    // No other has this name: an earlier attempt of this call got through.
    if (!isThereAlready(error)) throw error
  }
}

/** Whether an index was made by a program that keeps headings in the same way. */
export async function hasThisLayout(client: EngineClient, index: string): Promise<boolean> {
  const found = await ask<Record<string, { mappings: { _meta?: { layout?: number } } }>>(client, {
    method: 'GET',
    path: `/${index}/_mapping`,
  })
  return found[index]?.mappings._meta?.layout === layout
}

/** In one step everybody sees the new state; refused where another one has come in between. */
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
    // The answer of an earlier attempt may have been lost.
    if ((await liveIndex(client, names)) !== to) throw error
  }
}

export async function dropIndex(client: EngineClient, index: string): Promise<void> {
  await ask(client, { method: 'DELETE', path: `/${index}`, query: { ignore_unavailable: true } })
}

/** Every index of the headings, whatever its state. */
export async function allIndices(client: EngineClient, names: Names): Promise<string[]> {
  const found = await ask<Record<string, object>>(client, {
    method: 'GET',
    path: `/${names.alias}-*/_settings/index.uuid`,
  })
  return Object.keys(found).filter((index) => Number.isInteger(generationOf(names, index)))
}

/** What no other index ever has, even one of the same name. */
export async function uuidOf(client: EngineClient, index: string): Promise<string> {
  const found = await ask<Record<string, { settings: { index: { uuid: string } } }>>(client, {
    method: 'GET',
    path: `/${index}/_settings/index.uuid`,
  })
  return found[index]!.settings.index.uuid
}

/** Until there are as many copies as the cluster can have, so that a node may die; then each copy shows all of it. */
export async function settle(client: EngineClient, index: string): Promise<void> {
  await ask(client, { method: 'POST', path: `/${index}/_refresh`, timeoutMs: 120_000 })
  const asked = { wait_for_status: 'green', timeout: '60s' }
  await ask(client, { method: 'GET', path: `/_cluster/health/${index}`, query: asked, timeoutMs: 90_000 }).catch(
    () => {},
  )
  await ask(client, { method: 'POST', path: `/${index}/_refresh`, timeoutMs: 120_000 })
}
