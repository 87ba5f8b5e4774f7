import { setTimeout as pause } from 'node:timers/promises'
import { CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { ask, type Connection } from './connection.ts'

/** Lines of `_bulk` for one entry, and its name in error messages. */
export type Operation = { about: string; lines: string }

type Outcome = { status: number; error?: { type: string; reason: string } }

export const overtaken = 'Another load has started, since this one was silent for too long.'

/** Bytes per call. */
const maxAtOnce = 5 * 1024 * 1024
/** How long a load retries while the cluster is unreachable or overloaded, ms. */
const retryForMs = 300_000
const isPassing = ({ status }: Outcome) => status === 429 || status === 502 || status === 503

export const operations = {
  add: (entry: string, source: object, about: string): Operation => ({
    about,
    lines: `{"index":{"_id":${JSON.stringify(entry)}}}\n${JSON.stringify(source)}\n`,
  }),
  change: (entry: string, members: object, about: string): Operation => ({
    about,
    lines: `{"update":{"_id":${JSON.stringify(entry)}}}\n{"doc":${JSON.stringify(members)}}\n`,
  }),
  drop: (entry: string, about: string): Operation => ({
    about,
    lines: `{"delete":{"_id":${JSON.stringify(entry)}}}\n`,
  }),
}

/** Writes everything; retries what the cluster temporarily rejects. `check` may stop the retries by throwing. */
export async function sendBulk(at: Connection, index: string, all: Operation[], check: () => void): Promise<void> {
  for (let from = 0; from < all.length; ) {
    let size = 0
    let to = from
    while (to < all.length && (to === from || size + all[to]!.lines.length <= maxAtOnce))
      size += all[to++]!.lines.length
    await sendOne(at, index, all.slice(from, to), check)
    from = to
  }
}

async function sendOne(at: Connection, index: string, given: Operation[], check: () => void): Promise<void> {
  const until = performance.now() + retryForMs
  let left = given
  for (let tries = 0; left.length > 0; tries++) {
    check()
    const { errors, items } = await ask<{ errors: boolean; items?: Record<string, Outcome>[] }>(at, {
      method: 'POST',
      path: `/${index}/_bulk`,
      query: { filter_path: 'errors,items.*.status,items.*.error.type,items.*.error.reason' },
      lines: left.map(({ lines }) => lines).join(''),
      timeoutMs: 90_000,
      retryForMs,
    })
    if (!errors) return
    const outcomes = items!.map((item) => Object.values(item)[0]!)
    outcomes.forEach((outcome, i) => {
      // A record to delete may be gone already.
      if (outcome.status < 300 || isPassing(outcome) || (outcome.status === 404 && !outcome.error)) return
      const { type = '', reason = '' } = outcome.error ?? {}
      // Only a later writer can have removed what ours found.
      if (type === 'document_missing_exception') throw new CatalogueUnavailable(overtaken)
      throw new Error(
        `OpenSearch does not accept record ${left[i]!.about.slice(0, 60)} (${type}: ${reason.slice(0, 300)})`,
      )
    })
    left = left.filter((_, i) => isPassing(outcomes[i]!))
    if (left.length > 0 && performance.now() > until)
      throw new CatalogueUnavailable('OpenSearch has had too much to do for several minutes.')
    await pause(Math.min(100 * 2 ** tries, 5_000))
  }
}
