import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { overtaken } from './bulk.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { type LiveIndex, liveIndex } from './records-index.ts'
import { filterOf, type Visible } from './search/visible.ts'

/**
 * The writer's own mark, an alias of the searched index. A load is committed by taking its mark away and writing the
 * new filter in one change of the cluster, which fails as a whole where a later writer has taken the mark before: one
 * that was silent too long and wakes up again can change nothing that is seen.
 */
const markOf = (at: Connection, holder: string) => `${at.names.records}-writer-${holder}`

/** Sets our mark and takes all others away. */
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

/** Makes `visible` what is seen, of `to` where that is another index. False where not all nodes have said so yet. */
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
    // The answer of an earlier attempt may have been lost.
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
