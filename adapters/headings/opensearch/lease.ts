import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type EngineClient, EngineRefused } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsBusy } from '#features/catalogue/headings/server/headings-port.ts'
import { busySentence } from '../embedded/writer.ts'
import { ask, isAbsent } from './asking.ts'
import type { Names } from './live-index.ts'
import { indexOfNotes, makeNotes } from './notes.ts'

/** A writer sends five heartbeats within the time after which it counts as dead. */
export const usualDeadAfterMs = 15_000
const beatsInTime = 5
const lookMs = 250

type Writer = { holder: string; beat: number }
type Seen = { _seq_no: number; _primary_term: number; _source: Writer }

/** Throws if this process no longer holds the lease. */
export type StillAlone = () => Promise<void>

/**
 * Runs the work as the only writer across all machines; HeadingsBusy if another holds the lease. A dead writer is
 * detected by missing heartbeats: clocks of different machines are never compared.
 */
export async function alone<T>(
  client: EngineClient,
  names: Names & { deadAfterMs: number },
  work: (stillAlone: StillAlone) => Promise<T>,
) {
  await makeNotes(client, names)
  const path = `/${indexOfNotes(names)}/_doc/writer`
  const look = () =>
    ask<Seen>(client, { method: 'GET', path }).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    })
  /** Undefined if another process was quicker. */
  const put = async (writer: Writer, over: Seen | undefined) => {
    const query = over ? { if_seq_no: over._seq_no, if_primary_term: over._primary_term } : { op_type: 'create' }
    const written = await ask<Omit<Seen, '_source'>>(client, { method: 'PUT', path, query, body: writer }).catch(
      async (error: unknown) => {
        if (!(error instanceof EngineRefused && error.status === 409)) throw error
        // An earlier attempt may have succeeded although its answer was lost.
        const now = await look()
        return now?._source.holder === writer.holder && now._source.beat === writer.beat ? now : undefined
      },
    )
    return written && { ...written, _source: writer }
  }

  let held = await put({ holder: randomUUID(), beat: 0 }, await freed(look, names.deadAfterMs))
  if (!held) throw new HeadingsBusy(busySentence)
  let turn: Promise<unknown> = Promise.resolve()
  const beat = () => {
    const next = turn.then(async () => {
      if (!held) return
      held = await put({ ...held._source, beat: held._source.beat + 1 }, held)
    })
    turn = next.catch(() => {})
    return next
  }
  const timer = setInterval(() => void beat().catch(() => {}), names.deadAfterMs / beatsInTime)
  try {
    return await work(async () => {
      await beat()
      if (!held) throw new HeadingsBusy(busySentence)
    })
  } finally {
    clearInterval(timer)
    await turn
    // If the release fails, others wait until our lease expires.
    if (held) await put({ ...held._source, holder: '' }, held).catch(() => {})
  }
}

/** The lease once its holder has released it or died. */
async function freed(look: () => Promise<Seen | undefined>, deadAfterMs: number): Promise<Seen | undefined> {
  const first = await look()
  const begun = performance.now()
  for (let now = first; ; now = await look()) {
    if (!now || now._source.holder === '') return now
    if (now._source.holder !== first!._source.holder || now._source.beat !== first!._source.beat)
      throw new HeadingsBusy(busySentence)
    if (performance.now() - begun > deadAfterMs) return now
    await pause(lookMs)
  }
}
