import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { ask, isThereAlready } from './asking.ts'
import type { Names } from './live-index.ts'

/** Shared notes of the processes: who writes, and who reads which index. */
export const indexOfNotes = ({ alias }: Names): string => `${alias}-notes`

const description = {
  settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
  mappings: {
    dynamic: 'strict',
    properties: {
      /** For a reader. */
      index: { type: 'keyword' },
      seenAt: { type: 'long' },
      /** For the writer: '' if no one writes. */
      holder: { type: 'keyword' },
      beat: { type: 'long' },
    },
  },
}

/** Does nothing if it exists. */
export async function makeNotes(client: EngineClient, names: Names): Promise<void> {
  const call = { method: 'PUT', path: `/${indexOfNotes(names)}`, body: description, timeoutMs: 60_000 } as const
  await ask(client, call).catch((error: unknown) => {
    if (!isThereAlready(error)) throw error
  })
}
