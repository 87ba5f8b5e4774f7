import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'

type Catalogue = Pick<CataloguePort, 'stats'>

const generationMs = 1_000
const generations = new WeakMap<Catalogue, { at: number; generation: Promise<number> }>()

/**
 * The catalogue's generation, up to a second old, so that busy library systems don't ask for it with each search. An
 * older one than the records that are read is right too: their changes are then looked for once more.
 */
export function recentGeneration(catalogue: Catalogue): Promise<number> {
  const now = performance.now()
  const known = generations.get(catalogue)
  if (known && now - known.at < generationMs) return known.generation
  const generation = catalogue.stats().then((stats) => stats.generation)
  const read = { at: now, generation }
  generations.set(catalogue, read)
  // A failure is not remembered.
  generation.catch(() => generations.get(catalogue) === read && generations.delete(catalogue))
  return generation
}
