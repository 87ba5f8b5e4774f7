import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { tooBusy } from '#kit/server/admission.ts'
import { longWaits } from '#kit/server/long-waits.ts'

const questions = new Set<string | symbol>(['search', 'counts', 'suggest', 'spellings', 'lookup'])

/**
 * The catalogue as calls see it: while its searches would wait longer than so many milliseconds (`longWaits`), the next ones
 * are turned away at once. Background work asks the catalogue itself, and waits.
 */
export function turnSearchesAway(catalogue: CataloguePort, longestWait: number): CataloguePort {
  const tooLong = longWaits(longestWait)
  return new Proxy(catalogue, {
    get(target, name, receiver) {
      if (questions.has(name) && tooLong(target.line?.waitMs() ?? 0)) return () => Promise.reject(tooBusy())
      return Reflect.get(target, name, receiver)
    },
  })
}
