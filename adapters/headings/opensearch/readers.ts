import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { ask, isAbsent, search } from './asking.ts'
import type { Names } from './live-index.ts'
import { indexOfNotes, makeNotes } from './notes.ts'

/** A reader that has not been heard of for so long (ms) has ended. */
const maxSilenceMs = 10 * 60_000

/** Notes that an index is being read, so that it is kept. */
export async function markReader(client: EngineClient, names: Names, reader: string, index: string): Promise<void> {
  await makeNotes(client, names)
  await ask(client, {
    method: 'PUT',
    path: `/${indexOfNotes(names)}/_doc/${reader}`,
    query: { refresh: true },
    body: { index, seenAt: Date.now() },
  })
}

/** Nobody waits for it: a mark that stays ages. */
export function unmarkReader(client: EngineClient, names: Names, reader: string): void {
  ask(client, { method: 'DELETE', path: `/${indexOfNotes(names)}/_doc/${reader}` }).catch(() => {})
}

/** The indices that somebody is reading. */
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
