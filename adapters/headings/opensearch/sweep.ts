import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { allIndices, dropIndex, generationOf, type Names } from './live-index.ts'
import { indicesInUse } from './readers.ts'

/** So many older states are kept for searches that are just going on. */
const olderKept = 2

/** To be called by the one writer: drops what a writer left unfinished, and older states that nobody reads. */
export async function sweepIndices(client: EngineClient, names: Names, live: string): Promise<void> {
  const generation = (index: string) => generationOf(names, index)
  const others = (await allIndices(client, names)).filter((index) => index !== live)
  const unfinished = others.filter((index) => generation(index) > generation(live))
  const older = others
    .filter((index) => generation(index) <= generation(live))
    .sort((a, b) => generation(b) - generation(a))
    .slice(olderKept)
  const inUse = older.length > 0 ? await indicesInUse(client, names) : new Set<string>()
  for (const index of [...unfinished, ...older.filter((each) => !inUse.has(each))]) await dropIndex(client, index)
}
