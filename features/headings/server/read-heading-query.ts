import { z } from 'zod'
import { accept, listOf, quoted, readPlainJson, refuse, typeOf } from '#features/catalogue/server/catalogue.ts'
import { defaultHeadings, mostHeadings } from '../rules.ts'
import type { Authority, HeadingClause, HeadingQuery } from './heading-query.ts'
import { all, type Reading, readClause, spend, True } from './read-heading-clause.ts'

const longestQuery = 16 * 1024
const deepestHit = 10_000
const mostClauses = 128

const Search = z
  .strictObject({
    query: z.unknown(),
    sort: z.unknown(),
    size: z.number().int().min(0).max(mostHeadings),
    from: z.number().int().min(0).max(deepestHit),
    _source: z.unknown(),
    version: z.unknown(),
    track_total_hits: z.unknown(),
  })
  .partial()

/**
 * Reads the JSON that the thesaurus sends: match_all, query_string, match, multi_match, match_phrase, match_phrase_prefix,
 * prefix, range, ids, term and terms in a bool of must and filter. Anything else throws `query_not_accepted` or
 * `leading_wildcard` (400).
 */
export function readHeadingQuery(sent: unknown): HeadingQuery {
  const search = accept(Search, readPlainJson(sent, longestQuery), 'a search')
  const { from = 0, size = defaultHeadings } = search
  if (from + size > deepestHit) throw refuse(`Paging ends at ${deepestHit} headings.`)
  const reading: Reading = { clausesLeft: mostClauses, texts: [] }
  const { clause, authorities } = readQuery(search.query, reading)
  const [text, ...others] = reading.texts
  return {
    clause,
    authorities,
    sort: readSort(search.sort),
    from,
    size,
    words: text !== undefined && others.length === 0 ? text : [],
  }
}

/** The chosen authority stands among the outermost conditions: its own counts ignore it. */
function readQuery(query: unknown, reading: Reading): Pick<HeadingQuery, 'clause' | 'authorities'> {
  if (query === undefined) return { clause: { kind: 'all' }, authorities: [] }
  const authorities: Authority[][] = []
  const clauses: HeadingClause[] = []
  for (const part of outermost(query, reading)) {
    const chosen = chosenAuthority(part)
    if (chosen) authorities.push(chosen)
    else clauses.push(readClause(part, reading))
  }
  // A heading belongs to one authority only: two that must both hold are never met.
  const [first = [], ...more] = authorities
  const common = first.filter((each) => more.every((others) => others.includes(each)))
  const impossible = first.length > 0 && common.length === 0
  return { clause: impossible ? { kind: 'none' } : all(clauses), authorities: common }
}

const deepest = 12

/** What must hold, taken out of bools within bools, as bodybuilder writes them. */
function outermost(query: unknown, reading: Reading, depth = 1): unknown[] {
  if (depth > deepest) throw refuse(`The search is nested too deeply: at most ${deepest} levels.`)
  const [type, body] = typeOf(query)
  if (type !== 'bool') return [query]
  spend(reading)
  const { must, filter } = accept(Bool, body, 'bool')
  return [...listOf(must), ...listOf(filter)].flatMap((each) => outermost(each, reading, depth + 1))
}

const member = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional()
const Bool = z.strictObject({ must: member, filter: member })

/** `{ term: { isSubject: true } }`. */
function chosenAuthority(query: unknown): Authority[] | undefined {
  const [type, body] = typeOf(query)
  if (type !== 'term' || typeof body !== 'object' || body === null) return undefined
  const [name, ...others] = Object.keys(body)
  if (others.length > 0 || (name !== 'isSubject' && name !== 'isName' && name !== 'isSeriesTitle')) return undefined
  accept(True, (body as Record<string, unknown>)[name], `term on ${quoted(name)}`)
  return [name]
}

const order = z.enum(['asc', 'desc'])
const Direction = z.union([order, z.strictObject({ order: order.optional() })]).optional()
const SortPart = z.union([z.string(), z.record(z.string(), z.unknown())])

/** `_score` or `heading`, as text, `{ heading: 'desc' }` or `{ heading: { order: 'desc' } }`; the first one decides. */
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
