import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import { openState } from './read-state.ts'
import { SearchThread } from './search-thread.ts'
import { removeHeadings, writeHeadings } from './writer.ts'

/**
 * The authority files in one SQLite file in `folder`, searched in a thread of their own that begins with the first
 * question. A load by another process is taken up by the next question.
 */
export function openEmbeddedHeadings(folder: string): HeadingsPort {
  const thread = new SearchThread(folder)
  // One change after the other; the lock of the file is for other processes.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = last.then(change)
    last = turn.catch(() => {})
    return turn.finally(() => {
      if (thread.runs) thread.ask('refresh', []).catch(() => {})
    })
  }
  return {
    search: (query, signal) => thread.ask('search', [query], signal),
    heading: (recordId) => thread.ask('heading', [recordId]),
    letters: () => thread.ask('letters', []),
    index: (letter, range) => thread.ask('index', [letter, range]),
    topTerms: (range) => thread.ask('topTerms', [range]),
    narrowerTerms: (recordId, range) => thread.ask('narrowerTerms', [recordId, range]),
    write: (headings) => inTurn(() => writeHeadings(folder, headings)),
    remove: (recordIds) => inTurn(() => removeHeadings(folder, recordIds)),
    stats: () => thread.ask('stats', []),
    named: (used) => thread.ask('named', [used]),
    state: async () => openState(folder),
    close: async () => {
      await last.catch(() => {})
      await thread.close()
    },
  }
}
