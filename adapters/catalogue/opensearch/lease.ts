import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CatalogueBusy, CatalogueUnavailable } from '#features/catalogue/server/catalogue-port.ts'
import { busySentence } from '../busy-sentence.ts'
import { overtaken } from './bulk.ts'
import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'

/** Milliseconds. Whoever writes says so every `beatMs`; one that says nothing for `silenceMs` is dead. */
const beatMs = 1_000
export const silenceMs = 8_000
const lookMs = 250

export type Lease = {
  holder: string
  /** The generation that this load may become. */
  generation: number
  /** Those of loads that were broken off. */
  brokenOff: number[]
  /** Throws where another process has taken over. */
  check(): void
  /** As `check`, asked of the cluster. */
  confirm(): Promise<void>
  /** Nothing is left of this load: its generation need not be remembered. */
  settle(): void
  /** All of it is seen, and beside it which loads were broken off. */
  settleAll(): void
}

/**
 * Does the work as the only writer of all processes on all machines; CatalogueBusy where another one is writing. A dead
 * one is known by its silence: clocks of different machines are never compared. `seen` is the generation that is seen.
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
    // While the cluster is away nobody else gets the lease.
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
    // Where this cannot be said, the others wait until they take us for dead.
    await say('').catch(() => {})
  }
}

/** What stands where nobody writes, or whoever did is dead. */
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

/** What one writer notes for the next. */
type WriterNote = {
  /** '' where nobody writes. */
  holder: string
  /** Grows while the holder lives. */
  beat: number
  /** The last generation that a load was given. */
  given: number
  /** Generations of loads that may have written something and did not end: whatever is of them must never be seen. */
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

/** Undefined where another process was quicker. */
async function putNote(at: Connection, note: WriterNote, over: SeenNote | undefined): Promise<SeenNote | undefined> {
  const query = over ? { if_seq_no: over._seq_no, if_primary_term: over._primary_term } : { op_type: 'create' }
  try {
    const written = await ask<Omit<SeenNote, '_source'>>(at, { method: 'PUT', path: pathOf(at), query, body: note })
    return { ...written, _source: note }
  } catch (error) {
    if (!(error instanceof EngineRefused && error.status === 409)) throw error
    // The answer of an earlier attempt may have been lost.
    const now = await seeNote(at)
    return now?._source.holder === note.holder && now._source.beat === note.beat ? now : undefined
  }
}
