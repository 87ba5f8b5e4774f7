import { readSearch } from '../../query/server/parse-search.ts'
import { deepestHit } from '../../rules.ts'
import { type CataloguePort, CatalogueUnavailable, type RecordId } from '../../server/catalogue-port.ts'
import { withLocalNotes } from '../../server/local-notes.ts'

/** `cataloguedOn` is `YYYY-MM-DD`, or '' if the record has no date. */
export type Match = { id: RecordId; cataloguedOn: string }

const perPage = 1000
const maxTries = 3

/**
 * The records that a search by staff finds, those catalogued last first: all of them, or as many as paging allows. The
 * query's pages, order and facets are ignored.
 */
export async function newestMatches(
  catalogue: Pick<CataloguePort, 'search' | 'stats' | 'variants'>,
  query: unknown,
  signal?: AbortSignal,
): Promise<{ matches: Match[]; all: boolean }> {
  const { clause, choices } = withLocalNotes(readSearch(query, catalogue))
  const search = { clause, choices, facets: [], sort: [{ key: 'voyagerCreateDate' as const, descending: true }] }
  for (let tries = 1; ; tries++) {
    const { generation } = await catalogue.stats()
    const matches = new Map<RecordId, Match>()
    let total = 0
    for (let from = 0; from < deepestHit; from += perPage) {
      const page = await catalogue.search({ ...search, from, size: perPage }, signal)
      total = page.total
      for (const { id, document } of page.hits) matches.set(id, { id, cataloguedOn: document.voyagerCreateDate })
      if (from + perPage >= total) break
    }
    // Pages of two states of the catalogue cannot be combined.
    if ((await catalogue.stats()).generation === generation)
      return { matches: [...matches.values()], all: total <= deepestHit }
    if (tries === maxTries) throw new CatalogueUnavailable('The catalogue changes while it is read.')
  }
}
