import type { CataloguePort } from './catalogue-port.ts'

/** Computes a value once for each state of the catalogue and shares it among callers; a failure is retried. */
export function oncePerState<T>(catalogue: Pick<CataloguePort, 'stats'>, workOut: () => Promise<T>): () => Promise<T> {
  let known: { generation: number; value: Promise<T> } | undefined
  return async () => {
    const { generation } = await catalogue.stats()
    if (known?.generation !== generation) {
      const now = { generation, value: workOut() }
      known = now
      now.value.catch(() => {
        if (known === now) known = undefined
      })
    }
    return known.value
  }
}
