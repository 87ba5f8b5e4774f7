import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { withDocumentLease } from '#adapters/catalogue/opensearch/document-lease.ts'
import { HeadingsBusy } from '#features/catalogue/headings/server/headings-port.ts'
import { busySentence } from '../embedded/writer.ts'
import { ask } from './asking.ts'
import type { Names } from './live-index.ts'
import { indexOfNotes, makeNotes } from './notes.ts'

/** A writer sends five heartbeats within the time after which it counts as dead. */
export const usualDeadAfterMs = 15_000
const beatsInTime = 5

/** Throws if this process no longer holds the lease. */
export type StillAlone = () => Promise<void>

/** Runs the work as the only writer across all machines; HeadingsBusy if another holds the lease. */
export async function alone<T>(
  client: EngineClient,
  names: Names & { deadAfterMs: number },
  work: (stillAlone: StillAlone) => Promise<T>,
): Promise<T> {
  await makeNotes(client, names)
  const { deadAfterMs } = names
  const busy = () => new HeadingsBusy(busySentence)
  return withDocumentLease(
    {
      ask: (call) => ask(client, call),
      path: `/${indexOfNotes(names)}/_doc/writer`,
      beatMs: deadAfterMs / beatsInTime,
      deadAfterMs,
      busy,
      begin: async () => ({}),
    },
    ({ confirm }) =>
      work(async () => {
        if (!(await confirm())) throw busy()
      }),
  )
}
