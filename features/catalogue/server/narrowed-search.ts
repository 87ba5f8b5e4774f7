import type { CataloguePort, DocumentHit, RecordId } from './catalogue-port.ts'
import { allOf, anyOf } from './clauses.ts'
import { identifierLimits, parseSearch, type SearchLimits } from './parse-search.ts'
import type { Clause } from './query.ts'

/** What a query finds among these records, in the order that it asks for; a page has up to 4,000. */
export async function searchAmong(
  catalogue: Pick<CataloguePort, 'search'>,
  query: unknown,
  ids: RecordId[],
  signal?: AbortSignal,
): Promise<{ total: number; hits: DocumentHit[] }> {
  const { clause, yearRanges: _, ...asked } = parseSearch(query, identifierLimits)
  const own: Clause = { kind: 'unscored', clause: { kind: 'ids', ids } }
  return catalogue.search({ ...asked, clause: allOf([clause, own]), facets: [] }, signal)
}

export type ValueClause = Extract<Clause, { kind: 'values' | 'range' }>

/** The first records for which all of these hold, and the query too where there is one; newest catalogued first. */
export async function newestOf(
  catalogue: Pick<CataloguePort, 'search'>,
  { hold, query, most }: { hold: ValueClause[]; query?: unknown; most: number },
  signal?: AbortSignal,
): Promise<{ total: number; ids: RecordId[] }> {
  const { total, hits } = await catalogue.search(
    {
      clause: allOf([...hold, ...(query === undefined ? [] : [conditionOf(query, identifierLimits)])]),
      choices: [],
      sort: [{ key: 'voyagerCreateDate', descending: true }],
      from: 0,
      size: most,
      facets: [],
    },
    signal,
  )
  return { total, ids: hits.map(({ id }) => id) }
}

/** What must hold for a record to be found by a query. */
export function conditionOf(query: unknown, limits?: SearchLimits): Clause {
  const { clause, choices } = parseSearch(query, limits)
  const fields = [...new Set(choices.map(({ field }) => field))]
  return allOf([clause, ...fields.map((field) => anyOf(choices.filter((choice) => choice.field === field)))])
}
