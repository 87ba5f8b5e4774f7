import { CatalogueBusy, CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { busySentence } from '../busy-sentence.ts'
import { overtaken } from './bulk.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'
import { withDocumentLease } from './document-lease.ts'

/** Heartbeat of the writer every `beatMs`, ms; after `silenceMs` without one it counts as dead. */
const beatMs = 1_000
export const silenceMs = 8_000

export type Lease = {
  holder: string
  /** The generation that this load may become. */
  generation: number
  /** Generations of aborted loads. */
  brokenOff: number[]
  /** Throws if another process has taken the lease. */
  check(): void
  /** As `check`, but asks the cluster. */
  confirm(): Promise<void>
  /** Nothing is left of this load: its generation can be forgotten. */
  settle(): void
  /** The load is visible in full, and the list of aborted loads is stored with it. */
  settleAll(): void
}

/** Runs the work as the only writer; CatalogueBusy if another holds the lease. `seen` is the visible generation. */
export async function withLease<T>(
  at: Connection,
  { seen, deadAfterMs }: { seen: () => Promise<number>; deadAfterMs: number },
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  await makeState(at)
  return withDocumentLease<LoadNote, T>(
    {
      ask: (call) => ask(at, call),
      path: `/${at.names.state}/_doc/records`,
      beatMs,
      deadAfterMs,
      busy: () => new CatalogueBusy(busySentence),
      begin: async (before) => {
        const given = Math.max(before?.given ?? 0, await seen()) + 1
        return { given, open: [...(before?.open ?? []), given] }
      },
    },
    ({ holder, note, isHeld, confirm, change }) => {
      const check = () => {
        if (!isHeld()) throw new CatalogueUnavailable(overtaken)
      }
      const brokenOff = note.open.filter((each) => each !== note.given)
      return work({
        holder,
        generation: note.given,
        brokenOff,
        check,
        confirm: async () => {
          await confirm()
          check()
        },
        settle: () => change({ open: brokenOff }),
        settleAll: () => change({ open: [] }),
      })
    },
  )
}

/** The lease document's own members. */
type LoadNote = {
  /** The last generation given to a load. */
  given: number
  /** Generations of unfinished loads, which may have written something that must never become visible. */
  open: number[]
}

async function makeState(at: Connection): Promise<void> {
  await ask(at, {
    method: 'PUT',
    path: `/${at.names.state}`,
    timeoutMs: 60_000,
    body: {
      settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
      mappings: { dynamic: false, properties: {} },
    },
  }).catch((error: unknown) => {
    if (!(error instanceof EngineRefused && error.type === 'resource_already_exists_exception')) throw error
  })
}
