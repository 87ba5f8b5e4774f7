import { setImmediate } from 'node:timers/promises'
import type {
  HeadingEntry,
  HeadingsPort,
  HeadingsState,
  StoredHeading,
} from '#features/catalogue/headings/server/headings-port.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { generationOf, openHeadingsFile } from './schema.ts'
import { openSearchPool } from './search-pool.ts'
import { openHeadingReader } from './stored-references.ts'
import { removeHeadings, writeHeadings } from './writer.ts'

/** Preloads what another process has loaded, so that hardly any query waits for it. */
const pollMs = 30_000

/**
 * The authority files in one SQLite file in `folder`, searched in a thread that starts with the first query. The next
 * query sees a load by another process.
 */
export function openEmbeddedHeadings(folder: string, { lockMs }: { lockMs?: number } = {}): HeadingsPort {
  const pool = openSearchPool(folder)
  const looking = setInterval(() => pool.refresh(), pollMs).unref()
  // Serialises changes within this process; the file lock is for other processes.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change)
    last = turn.catch(() => {})
    return turn.finally(() => pool.refresh())
  }
  return {
    waitQueue: pool.waitQueue,
    search: (query, signal) => pool.ask('search', [query], signal),
    heading: (recordId, signal) => pool.ask('heading', [recordId], signal),
    letters: (signal) => pool.ask('letters', [], signal),
    index: (letter, range, signal) => pool.ask('index', [letter, range], signal),
    topTerms: (range, signal) => pool.ask('topTerms', [range], signal),
    narrowerTerms: (recordId, range, signal) => pool.ask('narrowerTerms', [recordId, range], signal),
    write: (headings) => inTurn(() => writeHeadings(folder, headings, lockMs)),
    remove: (recordIds) => inTurn(() => removeHeadings(folder, recordIds, lockMs)),
    stats: () => pool.ask('stats', []),
    named: (used) => pool.ask('named', [used]),
    state: async () => openState(folder),
    close: async () => {
      await last.catch(() => {})
      clearInterval(looking)
      await pool.close()
    },
  }
}

type Row = { row: number; document: string; bytes: Uint8Array | null }

/** Work for this long, then yield, ms. */
const turnMs = 8

/** A separate connection that sees the file as of its opening. */
function openState(folder: string): HeadingsState {
  const db = openHeadingsFile(folder, 20_000)
  // The first read fixes the state.
  db.exec('begin')
  const generation = generationOf(db)
  const columns = 'h.row, h.document, m.bytes from heading h left join marc m on m.row = h.row'
  return {
    generation,
    async *records(ids) {
      if (ids) {
        const one = db.prepare(`select ${columns} where h.id = ?`)
        const inOrder = ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        yield* inTurns(
          inOrder.values().flatMap((id) => one.all(id) as Row[]),
          asStored,
        )
      } else yield* inTurns(db.prepare(`select ${columns} order by h.id`).iterate() as Iterable<Row>, asStored)
    },
    async *entries(isCandidate = () => true) {
      const read = openHeadingReader(db)
      const documentOf = db.prepare('select document from heading where row = ?')
      const rows = db.prepare('select row from heading order by sort, id').iterate() as Iterable<{ row: number }>
      const matching = Iterator.from(rows).filter(({ row }) => isCandidate(row))
      yield* inTurns(matching, ({ row }): HeadingEntry => {
        const { document } = documentOf.get(row) as { document: string }
        return { place: row, document: JSON.parse(document), heading: read(row) }
      })
    },
    close: () => db.close(),
  }
}

const asStored = ({ row, document, bytes }: Row): StoredHeading => ({
  place: row,
  document: JSON.parse(document) as HeadingDocument,
  marc: bytes ?? undefined,
})

async function* inTurns<From, To>(rows: Iterable<From>, read: (row: From) => To): AsyncGenerator<To> {
  let turn = performance.now()
  for (const row of rows) {
    yield read(row)
    if (performance.now() - turn < turnMs) continue
    await setImmediate()
    turn = performance.now()
  }
}
