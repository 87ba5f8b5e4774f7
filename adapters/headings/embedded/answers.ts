import type { DatabaseSync } from 'node:sqlite'
import { keepOnly, type Matches } from '#adapters/catalogue/embedded/search/matches.ts'
import { type Authority, authorities, type HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import type {
  Heading,
  HeadingResult,
  HeadingsStats,
  IndexEntry,
  Page,
  Range,
  TreeTerm,
  Used,
} from '#features/catalogue/headings/server/headings-port.ts'
import { openBrowsing } from './browse.ts'
import { evaluate, type Rows, type SearchRun } from './evaluate.ts'
import { type HeadingIndex, readIndex } from './heading-index.ts'
import { generationOf } from './schema.ts'
import { keyOf } from './stored-heading.ts'
import { openHeadingReader } from './stored-references.ts'
/** The calls of a search thread. */
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
  /** Throws if the answer is no longer wanted. */
  goOn(): void
  /** For work to be finished even if its caller has gone. */
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

/** Each answer reads a single state of the file, despite concurrent writes. */
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

/** Finds headings by their spelling, in every scheme of an authority. */
function openNamed(db: DatabaseSync, goOn: () => void): (used: Used[]) => string[][] {
  // One index step per scheme, however many headings it has.
  const nextScheme = db.prepare('select scheme from heading where scheme > ? order by scheme limit 1')
  const find = db.prepare('select id, authority from heading where scheme = ? and key = ? order by row')
  return (used) => {
    const schemes: string[] = []
    for (let last = ''; ; last = schemes.at(-1)!) {
      const next = nextScheme.get(last) as { scheme: string } | undefined
      if (!next) break
      schemes.push(next.scheme)
    }
    return used.map(({ authority, heading, scheme }) => {
      goOn()
      const key = keyOf(heading)
      const number = authorities.indexOf(authority)
      const named = (among: string[]) =>
        among
          .flatMap((each) => find.all(each, key) as { id: string; authority: number }[])
          .flatMap((found) => (found.authority === number ? found.id : []))
      if (key === '') return []
      const own = scheme === undefined ? [] : named([`subject ${scheme}`])
      return own.length > 0 ? own : named(schemes)
    })
  }
}

type Found = { total: number; page: { doc: number; score: number }[]; ofAuthority: Record<Authority, number> }

/** The requested page of docs, the exact total, and the matches per authority. */
function runSearch(run: SearchRun, query: HeadingQuery): Found {
  const { index } = run
  const all = evaluate(run, query.clause)
  const counts = new Uint32Array(authorities.length)
  for (const doc of all.docs) counts[index.authority[doc]!]!++
  const chosen = query.authorities.map((authority) => authorities.indexOf(authority))
  const found = chosen.length === 0 ? all : keepOnly(all, (doc) => chosen.includes(index.authority[doc]!))
  return {
    total: found.docs.length,
    page: pageOf(run, query, found),
    ofAuthority: Object.fromEntries(authorities.map((name, i) => [name, counts[i]!])) as Record<Authority, number>,
  }
}

function pageOf(run: SearchRun, query: HeadingQuery, { docs, scores }: Matches): Found['page'] {
  const { from, size, sort } = query
  const unranked = (list: Uint32Array) => [...list].map((doc) => ({ doc, score: 0 }))
  if (sort === 'heading') return unranked(docs.subarray(from, from + size))
  if (sort === 'headingDescending') {
    const end = Math.max(0, docs.length - from)
    return unranked(docs.subarray(Math.max(0, end - size), end)).reverse()
  }
  const inHeading = evaluate(run, query.clause, 'heading')
  // Without words to compare, all matching headings score the same.
  if (query.words.length === 0 && query.authorities.length === 0 && inHeading.docs.length === docs.length)
    return [...docs.subarray(from, from + size)].map((doc) => ({ doc, score: worth.inHeading }))
  run.goOn()
  const ranks = rank(run.index, { docs, scores }, inHeading, query.words)
  const page: Found['page'] = []
  let passed = 0
  for (let score: number = worth.exact; score > 0 && page.length < size; score--)
    for (let i = 0; i < docs.length && page.length < size; i++)
      if (ranks[i] === score && passed++ >= from) page.push({ doc: docs[i]!, score })
  return page
}

/** The score of a match: the heading itself, its beginning, words in it, a whole variant, words in variants. */
const worth = { exact: 5, beginning: 4, inHeading: 3, variant: 2, inVariants: 1 } as const

/** The score of each match. `inHeading`: those that match by the heading alone; `words`: of the whole query. */
function rank(index: HeadingIndex, found: Matches, inHeading: Matches, words: string[]): Uint8Array {
  const ranks = new Uint8Array(found.docs.length)
  let next = 0
  found.docs.forEach((doc, i) => {
    while (next < inHeading.docs.length && inHeading.docs[next]! < doc) next++
    const isInHeading = inHeading.docs[next] === doc
    ranks[i] =
      (words.length > 0 ? byWholeWords(index, doc, words) : 0) || worth[isInHeading ? 'inHeading' : 'inVariants']
    if (!isInHeading && ranks[i]! > worth.variant) ranks[i] = worth.variant
    if (isInHeading && ranks[i]! < worth.inHeading) ranks[i] = worth.inHeading
  })
  return ranks
}

/** 0 if neither the heading has this prefix nor a variant is equal. */
function byWholeWords(index: HeadingIndex, doc: number, words: string[]): number {
  const { tokens, starts } = index
  let from = starts[doc]!
  for (let part = 0; from < starts[doc + 1]!; part++) {
    const end = tokens.indexOf(0, from)
    // Only the text as it is written.
    let to = from
    while (tokens[to]! > 1) to++
    if (beginsWith(index, from, to, words)) {
      const isWhole = to - from === words.length && index.words[tokens[to - 1]!] === words.at(-1)
      if (part === 0) return isWhole ? worth.exact : worth.beginning
      if (isWhole) return worth.variant
    }
    from = end + 1
  }
  return 0
}

/** The last word may be a prefix. */
function beginsWith({ words: known, tokens }: HeadingIndex, from: number, to: number, words: string[]): boolean {
  if (to - from < words.length) return false
  const last = words.length - 1
  for (let i = 0; i < last; i++) if (known[tokens[from + i]!] !== words[i]) return false
  return known[tokens[from + last]!]!.startsWith(words[last]!)
}
