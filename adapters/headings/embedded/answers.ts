import type { DatabaseSync } from 'node:sqlite'
import { authorities, type HeadingQuery } from '#features/headings/server/heading-query.ts'
import type {
  Heading,
  HeadingResult,
  HeadingsStats,
  IndexEntry,
  Page,
  Range,
  TreeTerm,
  Used,
} from '#features/headings/server/headings-port.ts'
import { openBrowsing } from './browse.ts'
import type { Rows } from './evaluate.ts'
import { type HeadingIndex, readIndex } from './heading-index.ts'
import { openNamed } from './named.ts'
import { runSearch } from './run-search.ts'
import { generationOf } from './schema.ts'
import { openHeadingReader } from './stored-references.ts'

/** What a search thread can be asked. */
export type Answers = {
  search(query: HeadingQuery): HeadingResult
  heading(recordId: string): Heading | undefined
  letters(): { letter: string; count: number }[]
  index(letter: string, range: Range): Page<IndexEntry>
  topTerms(range: Range): Page<TreeTerm>
  narrowerTerms(recordId: string, range: Range): Page<TreeTerm>
  stats(): HeadingsStats
  named(used: Used[]): string[][]
  /** Reads the newest state ahead of the next search. */
  refresh(): void
}

type Thread = {
  /** Throws when the answer is no longer wanted. */
  goOn(): void
  /** For work that is to be finished whoever has gone. */
  undisturbed<T>(work: () => T): T
}

export function openAnswers(db: DatabaseSync, { goOn, undisturbed }: Thread): Answers {
  const read = openHeadingReader(db)
  const rowOf = db.prepare('select row from heading where id = ?')
  const sortOf = db.prepare('select sort from heading where row = ?')
  const browsing = openBrowsing(db, goOn)
  const ofAuthority = db.prepare('select count(*) as count from heading where authority = ?')
  const rows: Rows = {
    sortOf: (row) => (sortOf.get(row) as { sort: string }).sort,
    rowsOfTopTerms: browsing.rowsOfTopTerms,
    rowsOfIds: (ids) => ids.flatMap((id) => (rowOf.get(id) as { row: number } | undefined)?.row ?? []),
    rowsOfSchemes: (of, codes) => {
      const schemes = codes.flatMap((code) =>
        of === 'topicAuthority' ? [`subject ${code}`] : [`name ${code}`, `series ${code}`],
      )
      const list = db.prepare(`select row from heading where scheme in (${schemes.map(() => '?').join()})`)
      return (list.all(...schemes) as { row: number }[]).map(({ row }) => row)
    },
  }
  let index: HeadingIndex | undefined
  const newest = () => {
    if (index?.generation !== generationOf(db)) index = undisturbed(() => readIndex(db))
    return index
  }
  return onOneState(db, {
    search: (query: HeadingQuery) => {
      const current = newest()
      const { total, page, ofAuthority } = runSearch({ index: current, rows, goOn }, query)
      const hits = page.map(({ doc, score }) => {
        goOn()
        return { score, heading: read(current.rows[doc]!) }
      })
      return { total, ofAuthority, hits }
    },
    heading: (recordId: string) => {
      const found = rowOf.get(recordId) as { row: number } | undefined
      return found && read(found.row)
    },
    letters: browsing.letters,
    index: browsing.index,
    topTerms: browsing.topTerms,
    narrowerTerms: browsing.narrowerTerms,
    stats: () => {
      const counts = authorities.map((_, number) => (ofAuthority.get(number) as { count: number }).count)
      const [isSubject = 0, isName = 0, isSeriesTitle = 0] = counts
      const headings = isSubject + isName + isSeriesTitle
      return { headings, isSubject, isName, isSeriesTitle, generation: generationOf(db) }
    },
    named: openNamed(db, goOn),
    refresh: () => {
      newest()
    },
  })
}

/** Each answer is read from one unchanging state of the file, whatever is written meanwhile. */
function onOneState(db: DatabaseSync, answers: Answers): Answers {
  const within =
    (answer: (...given: never[]) => unknown) =>
    (...given: never[]) => {
      db.exec('begin')
      try {
        return answer(...given)
      } finally {
        db.exec('commit')
      }
    }
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, within(answer as never)]),
  ) as unknown as Answers
}
