import { z } from 'zod'
import { accept, listOf, quoted, readPlainJson, refuse, refuseTooCostly } from '#features/catalogue/server/catalogue.ts'
import { defaultHeadings, maxHeadings } from '../rules.ts'
import type { Authority, HeadingClause, HeadingQuery } from './heading-query.ts'
import { all, type Reading, readClause } from './read-heading-clause.ts'

const maxQueryLength = 16 * 1024
const deepestHit = 10_000
const maxClauses = 128

const Search = z
  .strictObject({
    query: z.unknown(),
    sort: z.unknown(),
    size: z.number().int().min(0).max(maxHeadings),
    from: z.number().int().min(0).max(deepestHit),
    _source: z.unknown(),
    version: z.unknown(),
    track_total_hits: z.unknown(),
  })
  .partial()

/**
 * Reads the JSON that the thesaurus sends: match_all, query_string, match, multi_match, match_phrase, match_phrase_prefix,
 * prefix, range, ids, term, terms, and bools of these. Anything else throws `query_not_accepted` or
 * `leading_wildcard` (400).
 */
export function readHeadingQuery(sent: unknown): HeadingQuery {
  const search = accept(Search, readPlainJson(sent, maxQueryLength), 'a search')
  const { from = 0, size = defaultHeadings } = search
  if (from + size > deepestHit) throw refuse(`Paging ends at ${deepestHit} headings.`)
  const reading: Reading = { clausesLeft: maxClauses, texts: [] }
  const clause: HeadingClause = search.query === undefined ? { kind: 'all' } : readClause(search.query, reading)
  refuseTooCostly(clause)
  // One text may occur twice: as typed, and with its colons escaped.
  const texts = new Set(reading.texts.map((words) => words.join(' ')))
  return {
    ...apart(clause),
    sort: readSort(search.sort),
    from,
    size,
    words: texts.size === 1 ? reading.texts[0]! : [],
  }
}

/** Takes the chosen authority out of the outermost conditions: its own counts ignore it. */
function apart(query: HeadingClause): Pick<HeadingQuery, 'clause' | 'authorities'> {
  const choices: Authority[][] = []
  const clauses: HeadingClause[] = []
  for (const clause of outermost(query)) {
    if (clause.kind === 'authority') choices.push(clause.of)
    else clauses.push(clause)
  }
  // A heading belongs to one authority only, so two required ones match nothing.
  const [first = [], ...more] = choices
  const common = first.filter((each) => more.every((others) => others.includes(each)))
  const impossible = first.length > 0 && common.length === 0
  return { clause: impossible ? { kind: 'none' } : all(clauses), authorities: common }
}

/** Flattens nested conjunctions, as bodybuilder writes bools within bools. */
const outermost = (clause: HeadingClause): HeadingClause[] =>
  clause.kind === 'and' ? clause.clauses.flatMap(outermost) : [clause]

const order = z.enum(['asc', 'desc'])
const Direction = z.union([order, z.strictObject({ order: order.optional() })]).optional()
const SortPart = z.union([z.string(), z.record(z.string(), z.unknown())])

/** `_score` or `heading`, as text, `{ heading: 'desc' }` or `{ heading: { order: 'desc' } }`; the first one counts. */
function readSort(sent: unknown): HeadingQuery['sort'] {
  const keys = listOf(sent).flatMap((each): [string, unknown][] => {
    const part = accept(SortPart, each, 'sort')
    return typeof part === 'string' ? [[part, undefined]] : Object.entries(part)
  })
  if (keys.length > 4) throw refuse('A search is sorted by at most 4 keys.')
  const read = keys.map(([key, given]): HeadingQuery['sort'] => {
    const direction = accept(Direction, given, `the order of ${quoted(key)}`)
    const descending = (typeof direction === 'object' ? direction.order : direction) === 'desc'
    if (key === 'heading') return descending ? 'headingDescending' : 'heading'
    if (key !== '_score') throw refuse(`Sorting by ${quoted(key)} is not accepted.`)
    return 'relevance'
  })
  return read[0] ?? 'relevance'
}
