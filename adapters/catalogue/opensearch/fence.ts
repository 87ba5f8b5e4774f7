import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { overtaken } from './bulk.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { type LiveIndex, liveIndex } from './records-index.ts'
import { filterOf, type Visible } from './search/visible.ts'

/**
 * A fencing token: the writer's mark, an alias of the searched index. A commit removes the mark and writes the new
 * filter in one atomic cluster change, which fails if a later writer has removed the mark. A writer that wakes up after
 * a long silence can therefore change nothing visible.
 */
const markOf = (at: Connection, holder: string) => `${at.names.records}-writer-${holder}`

/** Sets our mark and removes all others. */
export async function setMark(at: Connection, { index }: LiveIndex, holder: string): Promise<void> {
  const found = await ask<Record<string, { aliases: Record<string, unknown> }>>(at, {
    method: 'GET',
    path: `/${index}/_alias`,
  })
  const others = Object.keys(found[index]?.aliases ?? {}).filter((name) => name.startsWith(markOf(at, '')))
  await change(at, [
    ...others.map((alias) => ({ remove: { index, alias } })),
    { add: { index, alias: markOf(at, holder) } },
  ])
}

/**
 * Makes `visible` the searched state, in index `to` if that is another one. False if some nodes have not yet
 * acknowledged it.
 */
export async function commit(
  at: Connection,
  { from, to = from, visible, holder }: { from: string; to?: string; visible: Visible; holder: string },
): Promise<boolean> {
  const alias = at.names.records
  const actions = [
    { remove: { index: from, alias: markOf(at, holder), must_exist: true } },
    ...(to === from ? [] : [{ remove: { index: from, alias } }]),
    { add: { index: to, alias, filter: filterOf(visible) } },
  ]
  try {
    return await change(at, actions)
  } catch (error) {
    if (!(error instanceof EngineRefused && error.status === 404)) throw error
    // An earlier attempt may have succeeded although its answer was lost.
    const now = await liveIndex(at)
    if (now.index === to && now.visible.generation === visible.generation) return false
    throw new CatalogueUnavailable(overtaken)
  }
}

const change = async (at: Connection, actions: object[]): Promise<boolean> =>
  (
    await ask<{ acknowledged: boolean }>(at, {
      method: 'POST',
      path: '/_aliases',
      timeoutMs: 60_000,
      retryForMs: 300_000,
      body: { actions },
    })
  ).acknowledged
