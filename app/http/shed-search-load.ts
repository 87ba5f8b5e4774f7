import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { MethodOf } from '#kit/method-of.ts'
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
  catalogue: turnAway(app.catalogue, catalogueCalls, maxWaitMs),
  headings: turnAway(app.headings, headingCalls, maxWaitMs),
})

/** `sheds`: refused under load. `waits`: in its turn, or needs no turn. */
type UnderLoad = 'sheds' | 'waits'

const catalogueCalls: Record<MethodOf<CataloguePort>, UnderLoad> = {
  search: 'sheds',
  find: 'sheds',
  findRecords: 'sheds',
  counts: 'sheds',
  lookup: 'sheds',
  hiddenNumbers: 'sheds',
  suggest: 'sheds',
  spellings: 'sheds',
  terms: 'sheds',
  wordsLike: 'sheds',
  known: 'waits',
  documents: 'waits',
  fetch: 'waits',
  write: 'waits',
  remove: 'waits',
  ids: 'waits',
  everyRecord: 'waits',
  changes: 'waits',
  changesOf: 'waits',
  variants: 'waits',
  stats: 'waits',
  close: 'waits',
}
const headingCalls: Record<MethodOf<HeadingsPort>, UnderLoad> = {
  search: 'sheds',
  heading: 'sheds',
  letters: 'sheds',
  index: 'sheds',
  topTerms: 'sheds',
  narrowerTerms: 'sheds',
  named: 'waits',
  write: 'waits',
  remove: 'waits',
  state: 'waits',
  stats: 'waits',
  close: 'waits',
}

function turnAway<P extends { waitQueue?: WaitQueue }>(
  port: P,
  calls: Record<string, UnderLoad>,
  maxWaitMs: number,
): P {
  const shed = new Set<string | symbol>(Object.keys(calls).filter((name) => calls[name] === 'sheds'))
  const tooLong = ofEach(() => longWaits(maxWaitMs))
  const isCrowded = (client: string, { waitQueue }: P) =>
    waitQueue !== undefined && (waitQueue.waiting(client) >= maxWaiting || tooLong(client)(waitQueue.waitMs(client)))
  return new Proxy(port, {
    get(target, name, receiver) {
      if (shed.has(name) && isCrowded(askingClient(), target)) return () => Promise.reject(tooBusy())
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
