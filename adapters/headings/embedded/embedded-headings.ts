import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import { openState } from './read-state.ts'
import { openSearchPool } from './search-pool.ts'
import { removeHeadings, writeHeadings } from './writer.ts'

/** What another process has loaded is read ahead, so that hardly any question waits for it. */
const lookEveryMs = 2_000

/**
 * The authority files in one SQLite file in `folder`, searched in a thread that begins with the first question. A load
 * by another process is taken up by the next question.
 */
export function openEmbeddedHeadings(folder: string): HeadingsPort {
  const pool = openSearchPool(folder)
  const looking = setInterval(() => pool.refresh(), lookEveryMs).unref()
  // One change after the other; the lock of the file is for other processes.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change)
    last = turn.catch(() => {})
    return turn.finally(() => pool.refresh())
  }
  return {
    line: pool.line,
    search: (query, signal) => pool.ask('search', [query], signal),
    heading: (recordId, signal) => pool.ask('heading', [recordId], signal),
    letters: (signal) => pool.ask('letters', [], signal),
    index: (letter, range, signal) => pool.ask('index', [letter, range], signal),
    topTerms: (range, signal) => pool.ask('topTerms', [range], signal),
    narrowerTerms: (recordId, range, signal) => pool.ask('narrowerTerms', [recordId, range], signal),
    write: (headings) => inTurn(() => writeHeadings(folder, headings)),
    remove: (recordIds) => inTurn(() => removeHeadings(folder, recordIds)),
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
