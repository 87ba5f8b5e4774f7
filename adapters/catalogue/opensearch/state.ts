import { EngineRefused } from './client.ts'
import { ask, type Connection } from './connection.ts'

/** What one writer notes for the next. */
export type WriterNote = {
  /** '' where nobody writes. */
  holder: string
  /** Grows while the holder lives. */
  beat: number
  /** The last generation that a load was given. */
  given: number
  /** Generations of loads that may have written something and did not end: whatever is of them must never be seen. */
  open: number[]
}
export type SeenNote = { _seq_no: number; _primary_term: number; _source: WriterNote }

const pathOf = ({ names }: Connection) => `/${names.state}/_doc/records`

export async function makeState(at: Connection): Promise<void> {
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

export async function seeNote(at: Connection): Promise<SeenNote | undefined> {
  const found = await ask<SeenNote & { found?: boolean }>(at, { method: 'GET', path: pathOf(at), expected: [404] })
  return found.found ? found : undefined
}

/** Undefined where another process was quicker. */
export async function putNote(
  at: Connection,
  note: WriterNote,
  over: SeenNote | undefined,
): Promise<SeenNote | undefined> {
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
