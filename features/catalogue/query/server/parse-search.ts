import { z } from 'zod'
import { deepestHit } from '../../rules.ts'
import { readOuterFilter } from './facet-choices.ts'
import { readPlainJson } from './plain-json.ts'
import type { CatalogueQuery, SortKey } from './query.ts'
import { readAggregations, type YearRange } from './read-aggregations.ts'
import { listOf, readBool, readBoolClause, readClause, typeOf } from './read-clause.ts'
import { maxClauses, type Reading, refuseTooCostly, spend } from './reading.ts'
import { accept, quoted, refuse } from './refuse.ts'
import { builtInVariants, type WordVariants, withVariants } from './variants.ts'

export type SearchLimits = {
  /** Longest query, in bytes of its JSON. */
  bytes: number
  /** Most hits in one reply. */
  size: number
  /** Hits if the query names no number. */
  defaultSize: number
  /** Most values of one `terms`. */
  values: number
}

export const searchLimits: SearchLimits = { bytes: 16 * 1024, size: 100, defaultSize: 50, values: 1000 }
/** Calls that name up to 4,000 records or identifiers in one query. */
export const identifierLimits: SearchLimits = { bytes: 256 * 1024, size: 4000, defaultSize: 4000, values: 4000 }

const Search = z
  .strictObject({
    query: z.unknown(),
    aggs: z.unknown(),
    aggregations: z.unknown(),
    sort: z.unknown(),
    size: z.number().int().min(0).optional(),
    from: z.number().int().min(0).max(deepestHit).default(0),
    _source: z.unknown(),
    version: z.unknown(),
    track_total_hits: z.unknown(),
    /** One hit for each work: see `byWork`. */
    collapse: z.strictObject({ field: z.literal('work') }).optional(),
  })
  .partial()

/** A query and, for the reply, the original bounds of its year ranges. */
export type ParsedSearch = CatalogueQuery & { yearRanges: Map<string, YearRange[]> }

/**
 * Reads the Elasticsearch-style JSON of a page, text or object, into our own tree. Accepts only what this file and its
 * readers name; anything else throws `query_not_accepted` or `leading_wildcard` (400) with a sentence that names it.
 */
export function parseSearch(sent: unknown, limits: SearchLimits = searchLimits): ParsedSearch {
  const search = accept(Search, readPlainJson(sent, limits.bytes), 'a search')
  const { from = 0, size = limits.defaultSize } = search
  if (size > limits.size) throw refuse(`At most ${limits.size} hits are given at once.`)
  if (from + size > deepestHit) throw refuse(`Paging ends at ${deepestHit} records.`)
  if (search.aggs !== undefined && search.aggregations !== undefined)
    throw refuse('A search has either “aggs” or “aggregations”.')

  const reading: Reading = { clausesLeft: maxClauses, values: limits.values, titles: [] }
  const { clause, choices } = readQuery(search.query, reading)
  refuseTooCostly(clause)
  const { facets, yearRanges } = readAggregations(search.aggs ?? search.aggregations)
  const [title, ...others] = new Set(reading.titles)
  return {
    clause,
    choices,
    sort: readSort(search.sort),
    from,
    size,
    facets,
    yearRanges,
    ...(search.collapse && { byWork: true as const }),
    ...(title !== undefined && others.length === 0 ? { wholeTitle: title } : {}),
  }
}

/** The search of a person: also for the other forms of its words that the catalogue knows. */
export function readSearch(
  sent: unknown,
  catalogue: { variants?(): WordVariants } = {},
  limits?: SearchLimits,
): ParsedSearch {
  const variants = catalogue.variants?.() ?? builtInVariants
  const search = parseSearch(sent, limits)
  const titleForms = search.wholeTitle === undefined ? [] : variants.titles(search.wholeTitle)
  return {
    ...search,
    clause: withVariants(search.clause, variants),
    ...(titleForms.length > 0 ? { titleForms } : {}),
  }
}

function readQuery(query: unknown, reading: Reading): Pick<CatalogueQuery, 'clause' | 'choices'> {
  if (query === undefined) return { clause: { kind: 'all' }, choices: [] }
  const [type, body] = typeOf(query)
  if (type !== 'bool') return { clause: readClause(query, reading), choices: [] }
  spend(reading)
  const { filter, ...bool } = readBool(body)
  const { choices, rest } = readOuterFilter(filter, reading)
  return { clause: readBoolClause(bool, reading, 1, true, rest), choices }
}

const maxKeys = 4
const keys = new Set<string>([
  '_score',
  'titleSort',
  'authorSort',
  'publicationYear',
  'voyagerCreateDate',
] satisfies SortKey[])
const order = z.enum(['asc', 'desc'])
const Direction = z.union([order, z.strictObject({ order: order.optional() })])
const Sort = z.union([z.string(), z.record(z.string(), z.unknown())])

/** `titleSort`, `{ titleSort: 'desc' }`, `{ titleSort: { order: 'desc' } }`, or a list of them. */
function readSort(sent: unknown): CatalogueQuery['sort'] {
  const entries = listOf(sent).flatMap((each): [string, unknown][] => {
    const one = accept(Sort, each, 'sort')
    return typeof one === 'string' ? [[one, undefined]] : Object.entries(one)
  })
  if (entries.length > maxKeys) throw refuse(`A search is sorted by at most ${maxKeys} keys.`)
  const sort: CatalogueQuery['sort'] = []
  for (const [key, direction] of entries) {
    const descending = isDescending(key, direction)
    // Headings are sorted in the thesaurus; a bibliographic record has none, so all are equal.
    if (key === 'heading') continue
    if (!keys.has(key)) throw refuse(`Sorting by ${quoted(key)} is not accepted.`)
    if (!sort.some((known) => known.key === key)) sort.push({ key: key as SortKey, descending })
  }
  return sort.length > 0 ? sort : [{ key: '_score', descending: true }]
}

function isDescending(key: string, direction: unknown): boolean {
  const read = direction === undefined ? undefined : accept(Direction, direction, `the order of ${quoted(key)}`)
  const written = typeof read === 'object' ? read.order : read
  return written === undefined ? key === '_score' : written === 'desc'
}
