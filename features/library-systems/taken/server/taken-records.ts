import type { App } from '#app/app.ts'
import type { Protocol } from '#features/downloads/contract.ts'
import { type Fingerprint, noFingerprints, recordTaken } from '#features/downloads/server/downloads.ts'

type Needs = Pick<App, 'db' | 'clock' | 'pause' | 'log' | 'metrics'>
type Taken = Parameters<typeof recordTaken>[1]

/** Between two writes for a school: records that come meanwhile share one, each once. */
const betweenMs = 5_000
const retryMs = 5_000

export type TakenRecords = ReturnType<typeof openTakenRecords>

/**
 * Notes in the background which records schools take, so that no reply waits for it: one write at a time for each
 * school, of all its records since the last. While the database is away, they wait in memory.
 */
export function openTakenRecords(app: Needs, protocol: Protocol) {
  const waiting = new Map<string, Taken>()
  const writing = new Map<string, Promise<void>>()
  const closing = new AbortController()

  const write = async (customerId: string) => {
    for (let taken = waiting.get(customerId); taken; taken = waiting.get(customerId)) {
      waiting.delete(customerId)
      try {
        await recordTaken(app, taken)
        await app.pause(betweenMs, closing.signal)
      } catch (error) {
        app.log.error({ err: error, customerId, protocol }, 'taken records are not noted yet')
        keep(customerId, taken)
        if (closing.signal.aborted) return
        await app.pause(retryMs, closing.signal)
      }
    }
  }

  /** Records that were taken since a failed write are the newer ones. */
  const keep = (customerId: string, { prints }: Taken) => {
    const newer = waiting.get(customerId)?.prints.records ?? new Map()
    const records = new Map([...prints.records, ...newer])
    waiting.set(customerId, { customerId, protocol, prints: { ...prints, records } })
  }

  return {
    /** `asOf`: the catalogue's generation before the first of them was read. */
    note(customerId: string, asOf: number, prints: Fingerprint[]): void {
      if (prints.length === 0) return
      app.metrics.recordsTaken.inc({ protocol }, prints.length)
      const taken = waiting.get(customerId) ?? { customerId, protocol, prints: { ...noFingerprints(), asOf } }
      for (const print of prints) taken.prints.records.set(print.id, print)
      waiting.set(customerId, taken)
      if (writing.has(customerId)) return
      const written = write(customerId).finally(() => writing.delete(customerId))
      writing.set(customerId, written)
    },
    /** Tries to write what is left; what the database cannot take now is lost. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(writing.values())
    },
  }
}
