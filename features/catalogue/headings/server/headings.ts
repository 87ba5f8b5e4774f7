import { highestTotal } from '#features/catalogue/rules.ts'
import { countSearches } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { RawReply } from '#kit/contract.ts'
import type { HeadingSource, headingsApi } from '../contract.ts'
import { searchOfHeading } from '../rules.ts'
import { schemesOfHeadings } from './heading-schemes.ts'
import type { Heading, HeadingsPort } from './headings-port.ts'
import { readHeadingQuery } from './read-heading-query.ts'

type Indexes = { headings: HeadingsPort; catalogue: Pick<CataloguePort, 'counts'> }

/** A page of headings, each with its record count. `query` is the page's JSON, not yet validated. */
export async function searchHeadings(
  { headings, catalogue }: Indexes,
  query: unknown,
  signal?: AbortSignal,
): Promise<RawReply<typeof headingsApi.searchHeadings>> {
  const start = performance.now()
  const headingQuery = readHeadingQuery(query)
  const { total, hits, ofAuthority } = await headings.search(headingQuery, signal)
  const page = hits.map(({ heading }) => heading)
  const subjects = page.flatMap(({ isSubject, heading }) => (isSubject ? heading : []))
  const [counted, schemes] = await Promise.all([
    withCounts(catalogue, page, signal),
    schemesOfHeadings(headings, subjects, signal),
  ])
  const sources = counted.map((source) => ({
    ...source,
    schemes: source.isSubject ? (schemes[source.heading] ?? [source.topicAuthority]) : [],
  }))
  return {
    hits: {
      total: Math.min(total, highestTotal),
      hits: sources.map((source, place) => ({
        _id: source.recordId,
        _score: headingQuery.sort === 'relevance' ? hits[place]!.score : null,
        _source: source,
      })),
    },
    aggregations: ofAuthority,
    took: Math.round(performance.now() - start),
  }
}

/** The counts of a whole page in one call: exactly the totals of the searches that the headings lead to. */
export async function withCounts(
  catalogue: Indexes['catalogue'],
  headings: Heading[],
  signal?: AbortSignal,
): Promise<Omit<HeadingSource, 'schemes'>[]> {
  const counts = await countSearches(
    catalogue,
    headings.map((heading) => searchOfHeading(heading.heading, heading)),
    signal,
  )
  return headings.map((heading, place) => ({ ...heading, recordCount: counts[place]! }))
}
