import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { askingClient } from '#kit/server/came-from.ts'
import { longWaits } from '#kit/server/load/long-waits.ts'
import { tooBusy } from '#kit/server/load/pressure.ts'
import type { WaitQueue } from '#kit/server/load/wait-queue.ts'

type Indexes = { catalogue: CataloguePort; headings: HeadingsPort }

/** Waiting searches per client; further ones are refused. */
const maxWaiting = 48

/**
 * Catalogue and authority files as calls see them: while a client has too many waiting searches, or its searches would
 * wait longer than this many milliseconds (`longWaits`), further ones are refused at once. Background work uses the indexes directly, and waits.
 */
export const shedSearchLoad = <A extends Indexes>(app: A, maxWaitMs: number): A => ({
  ...app,
  catalogue: turnAway(
    app.catalogue,
    ['search', 'counts', 'suggest', 'spellings', 'lookup', 'hiddenNumbers', 'terms', 'wordsLike'],
    maxWaitMs,
  ),
  headings: turnAway(app.headings, ['search', 'heading', 'letters', 'index', 'topTerms', 'narrowerTerms'], maxWaitMs),
})

function turnAway<P extends { waitQueue?: WaitQueue }>(port: P, questions: (keyof P)[], maxWaitMs: number): P {
  const tooLong = ofEach(() => longWaits(maxWaitMs))
  const isCrowded = (client: string, { waitQueue }: P) =>
    waitQueue !== undefined && (waitQueue.waiting(client) >= maxWaiting || tooLong(client)(waitQueue.waitMs(client)))
  return new Proxy(port, {
    get(target, name, receiver) {
      if (questions.includes(name as keyof P) && isCrowded(askingClient(), target))
        return () => Promise.reject(tooBusy())
      return Reflect.get(target, name, receiver)
    },
  })
}

const maxClients = 1000

/** One per client, for the most recent clients. */
function ofEach<T>(make: () => T): (client: string) => T {
  const known = new Map<string, T>()
  return (client) => {
    const found = known.get(client) ?? make()
    known.delete(client)
    known.set(client, found)
    if (known.size > maxClients) known.delete(known.keys().next().value!)
    return found
  }
}
