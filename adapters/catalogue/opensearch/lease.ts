import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CatalogueBusy, CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { busySentence } from '../busy-sentence.ts'
import { overtaken } from './bulk.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'

/** Heartbeat of the writer every `beatMs`, ms; after `silenceMs` without one it counts as dead. */
const beatMs = 1_000
export const silenceMs = 8_000
const lookMs = 250

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

/**
 * Runs the work as the only writer across all machines; CatalogueBusy if another holds the lease. A dead writer is
 * detected by missing heartbeats: clocks of different machines are never compared. `seen` is the visible generation.
 */
export async function withLease<T>(
  at: Connection,
  { seen, deadAfterMs }: { seen: () => Promise<number>; deadAfterMs: number },
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  await makeState(at)
  const before = await whenFree(at, deadAfterMs)
  const generation = Math.max(before?._source.given ?? 0, await seen()) + 1
  const brokenOff = before?._source.open ?? []
  const holder = randomUUID()
  let held = await putNote(at, { holder, beat: 0, given: generation, open: [...brokenOff, generation] }, before)
  if (!held) throw new CatalogueBusy(busySentence)
  let open = held._source.open
  let turn: Promise<unknown> = Promise.resolve()
  const say = (holder: string) => {
    const said = turn.then(async () => {
      if (held) held = await putNote(at, { ...held._source, holder, beat: held._source.beat + 1, open }, held)
    })
    // While the cluster is unreachable nobody else gets the lease.
    turn = said.catch(() => {})
    return said
  }
  const check = () => {
    if (!held) throw new CatalogueUnavailable(overtaken)
  }
  const timer = setInterval(() => void say(holder).catch(() => {}), beatMs).unref()
  try {
    return await work({
      holder,
      generation,
      brokenOff,
      check,
      confirm: async () => {
        await say(holder)
        check()
      },
      settle: () => {
        open = brokenOff
      },
      settleAll: () => {
        open = []
      },
    })
  } finally {
    clearInterval(timer)
    // If the release fails, others wait until our lease expires.
    await say('').catch(() => {})
  }
}

/** The lease document once its holder has released it or died. */
async function whenFree(at: Connection, deadAfterMs: number): Promise<SeenNote | undefined> {
  const first = await seeNote(at)
  if (!first?._source.holder) return first
  for (const begun = performance.now(); performance.now() - begun < deadAfterMs; ) {
    await pause(lookMs)
    const now = await seeNote(at)
    if (!now?._source.holder) return now
    if (now._source.beat !== first._source.beat || now._source.holder !== first._source.holder)
      throw new CatalogueBusy(busySentence)
  }
  return first
}

/** The lease document. */
type WriterNote = {
  /** '' if nobody writes. */
  holder: string
  /** Grows with each heartbeat. */
  beat: number
  /** The last generation given to a load. */
  given: number
  /** Generations of unfinished loads, which may have written something that must never become visible. */
  open: number[]
}
type SeenNote = { _seq_no: number; _primary_term: number; _source: WriterNote }

const pathOf = ({ names }: Connection) => `/${names.state}/_doc/records`

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

async function seeNote(at: Connection): Promise<SeenNote | undefined> {
  const found = await ask<SeenNote & { found?: boolean }>(at, { method: 'GET', path: pathOf(at), expected: [404] })
  return found.found ? found : undefined
}

/** Undefined if another process was quicker. */
async function putNote(at: Connection, note: WriterNote, over: SeenNote | undefined): Promise<SeenNote | undefined> {
  const query = over ? { if_seq_no: over._seq_no, if_primary_term: over._primary_term } : { op_type: 'create' }
  try {
    const written = await ask<Omit<SeenNote, '_source'>>(at, { method: 'PUT', path: pathOf(at), query, body: note })
    return { ...written, _source: note }
  } catch (error) {
    if (!(error instanceof EngineRefused && error.status === 409)) throw error
    // An earlier attempt may have succeeded although its answer was lost.
    const now = await seeNote(at)
    return now?._source.holder === note.holder && now._source.beat === note.beat ? now : undefined
  }
}
