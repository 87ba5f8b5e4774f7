import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { ask, isAbsent, search } from './asking.ts'
import type { Names } from './live-index.ts'
import { indexOfNotes, makeNotes } from './notes.ts'

/** A reader without a sign of life for this long (ms) has ended. */
const maxSilenceMs = 10 * 60_000

/** Marks an index as being read, so that it is kept. */
export async function markReader(client: EngineClient, names: Names, reader: string, index: string): Promise<void> {
  await makeNotes(client, names)
  await ask(client, {
    method: 'PUT',
    path: `/${indexOfNotes(names)}/_doc/${reader}`,
    query: { refresh: true },
    body: { index, seenAt: Date.now() },
  })
}

/** Not awaited: a mark left behind expires. */
export function unmarkReader(client: EngineClient, names: Names, reader: string): void {
  ask(client, { method: 'DELETE', path: `/${indexOfNotes(names)}/_doc/${reader}` }).catch(() => {})
}

/** The indices being read. */
export async function indicesInUse(client: EngineClient, names: Names): Promise<Set<string>> {
  const { hits } = await search<{ index: string }>(client, indexOfNotes(names), {
    size: 10_000,
    query: { range: { seenAt: { gte: Date.now() - maxSilenceMs } } },
  }).catch((error: unknown) => {
    if (isAbsent(error)) return { hits: { hits: [] } }
    throw error
  })
  return new Set(hits.hits.map(({ _source }) => _source.index))
}
