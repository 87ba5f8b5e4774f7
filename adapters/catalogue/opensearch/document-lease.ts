import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, EngineRefused } from './client.ts'

/** Members of every lease document. `holder`: '' if no one writes. `beat` grows by one with each write. */
type Held = { holder: string; beat: number }
type Seen<N> = { _seq_no: number; _primary_term: number; _source: Held & N }

export type LeaseDocument<N> = {
  ask<T>(call: Call): Promise<T>
  /** The document's path; its index exists. */
  path: string
  /** Heartbeat of the holder every `beatMs`; after `deadAfterMs` without one it counts as dead. */
  beatMs: number
  deadAfterMs: number
  /** Between two looks while another process holds the lease. */
  pollMs?: number
  /** Thrown if another process holds the lease. */
  busy(): Error
  /** The members of the document besides the holder and the beat, from those of the last holder. */
  begin(before: N | undefined): Promise<N>
}

export type HeldLease<N> = {
  holder: string
  note: N
  /** False if another process has taken the lease. */
  isHeld(): boolean
  /** As `isHeld`, but asks the cluster. */
  confirm(): Promise<boolean>
  /** Stored with the next heartbeat. */
  change(note: Partial<N>): void
}

/**
 * Runs the work as the only holder across all machines. A dead holder is detected by missing heartbeats: clocks of
 * different machines are never compared.
 */
export async function withDocumentLease<N extends object, T>(
  document: LeaseDocument<N>,
  work: (lease: HeldLease<N>) => Promise<T>,
): Promise<T> {
  const { beatMs, begin } = document
  const holder = randomUUID()
  let note!: N
  let held: Seen<N> | undefined = await take(document, async (before) => {
    note = await begin(before)
    return { holder, beat: 0, ...note }
  })
  let turn: Promise<unknown> = Promise.resolve()
  // One write after another: a holder that dies leaves at most one on its way.
  const say = (holder: string) => {
    const outcome = turn.then(async () => {
      if (held) held = await put(document, { ...held._source, ...note, holder, beat: held._source.beat + 1 }, held)
    })
    // While the cluster is unreachable no one else gets the lease.
    turn = outcome.catch(() => {})
    return outcome
  }
  const timer = setInterval(() => void say(holder).catch(() => {}), beatMs).unref()
  try {
    return await work({
      holder,
      note,
      isHeld: () => held !== undefined,
      confirm: async () => {
        await say(holder)
        return held !== undefined
      },
      change: (part) => {
        note = { ...note, ...part }
      },
    })
  } finally {
    clearInterval(timer)
    // If the release fails, others wait until our lease expires.
    await say('').catch(() => {})
  }
}

/**
 * Takes the lease once its holder has released it or died. The last heartbeat of a dead holder may arrive late, so one
 * beat proves nothing; the second one does.
 */
async function take<N extends object>(
  document: LeaseDocument<N>,
  noteAfter: (before: N | undefined) => Promise<Held & N>,
): Promise<Seen<N>> {
  const first = await see(document)
  let last = first
  let silentSince = performance.now()
  for (let now = first; ; now = await see(document)) {
    const other = now?._source
    if (other?.holder) {
      if (other.holder !== first?._source.holder || other.beat > first._source.beat + 1) throw document.busy()
      if (other.beat !== last?._source.beat) silentSince = performance.now()
    }
    last = now
    if (!other?.holder || performance.now() - silentSince >= document.deadAfterMs) {
      const held = await put(document, await noteAfter(other), now)
      if (held) return held
      // Someone has written since we looked: the dead holder, or another process that was quicker.
    } else await pause(document.pollMs ?? 250)
  }
}

async function see<N>({ ask, path }: LeaseDocument<N>): Promise<Seen<N> | undefined> {
  const found = await ask<Seen<N> & { found?: boolean }>({ method: 'GET', path, expected: [404] })
  return found.found ? found : undefined
}

/** Undefined if another process was quicker. */
async function put<N extends object>(
  document: LeaseDocument<N>,
  note: Held & N,
  over: Seen<N> | undefined,
): Promise<Seen<N> | undefined> {
  const { ask, path } = document
  const query = over ? { if_seq_no: over._seq_no, if_primary_term: over._primary_term } : { op_type: 'create' }
  try {
    const written = await ask<Omit<Seen<N>, '_source'>>({ method: 'PUT', path, query, body: note })
    return { ...written, _source: note }
  } catch (error) {
    if (!(error instanceof EngineRefused && error.status === 409)) throw error
    // An earlier attempt may have succeeded although its answer was lost.
    const now = await see(document)
    return now?._source.holder === note.holder && now._source.beat === note.beat ? now : undefined
  }
}
