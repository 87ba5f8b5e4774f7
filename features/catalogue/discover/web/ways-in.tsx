import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { grouped, nounOf } from '#kit/web/format.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { genreGroups } from '#marc/crosswalk/genre-groups.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { Link } from '#ui/link.tsx'
import { facetSize, type ResultFacet } from '../../facets.ts'
import type { Counts } from '../../web/facets.tsx'
import type { HitView } from '../../web/hit-facts.ts'
import { searchByPhrase, searchByValue } from '../../web/search-links.ts'

const counted = ['subjects', 'genreScis', 'targetAudienceText'] as const

/** The whole catalogue's counts; the server omits those that a customer does not get. */
export const waysInQuery = {
  bodybuilderquery: JSON.stringify({
    query: { match_all: {} },
    size: 0,
    aggs: Object.fromEntries(counted.map((field) => [field, { terms: { field, size: facetSize, min_doc_count: 1 } }])),
  }),
}

type Way = { value: string; count?: number | undefined }
const most = 11

/** Entry points to the catalogue without a search term; with counts if the customer gets them. */
export function WaysIn({ counts, newTitles }: { counts: Counts | undefined; newTitles: HitView[] }) {
  const { data: series } = useQuery({ ...queryOf(discoverApi.recentSeries, {}), retry: false })
  const bucketsOf = (field: ResultFacet): Way[] | undefined =>
    counts?.[field]?.buckets
      .filter(({ key }) => !isDivided(key))
      .slice(0, most)
      .map(({ key, doc_count }) => ({ value: key, count: doc_count }))
  const genreCounts = new Map(counts?.genreScis?.buckets.map(({ key, doc_count }) => [key, doc_count]))
  const byValue = (field: ResultFacet) => (value: string) => searchByValue(field, value)
  return (
    <div className="ways-in stack">
      <WayIn
        title={counts?.subjects ? 'Subjects' : 'Subjects of new titles'}
        ways={bucketsOf('subjects') ?? mostFrequent(newTitles, ({ subjects }) => subjects)}
        hrefOf={byValue('subjects')}
      >
        <Link href={thesaurusAddress({ query: '', selectedThesaurus: 'subjects' })}>All subject headings</Link>
      </WayIn>
      <WayIn
        title="Genres"
        ways={genreGroups.map((value) => ({ value, count: genreCounts.get(value) }))}
        hrefOf={byValue('genreScis')}
      />
      <WayIn
        title="Series with new titles"
        ways={(series?.response ?? []).slice(0, most).map((value) => ({ value }))}
        hrefOf={(value) => searchByPhrase('series', value)}
      >
        <Link href={thesaurusAddress({ query: '', selectedThesaurus: 'series' })}>All series headings</Link>
      </WayIn>
      <WayIn
        title="Audience"
        ways={
          bucketsOf('targetAudienceText') ?? mostFrequent(newTitles, ({ targetAudienceText }) => targetAudienceText)
        }
        hrefOf={byValue('targetAudienceText')}
      />
    </div>
  )
}

function WayIn({
  title,
  ways,
  hrefOf,
  children,
}: {
  title: string
  ways: Way[]
  hrefOf: (value: string) => string
  children?: ReactNode
}) {
  if (ways.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="plain-links">
        {ways.map(({ value, count }) => (
          <li className="flex gap-10 spread text-small" key={value}>
            <Link href={hrefOf(value)}>{headingText(value)}</Link>
            {count !== undefined && (
              <span className="num ink-3 text-note">
                {grouped(count)}
                <span className="only-heard"> {nounOf(count, 'record')}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** A subdivision of a heading that is an entry point already: `Magic -- Fiction`. */
const isDivided = (value: string) => value.includes(' -- ')

/** The most frequent values of the new records: entry points for customers without counts. */
function mostFrequent(hits: HitView[], read: (source: HitView['_source']) => string[]): Way[] {
  const times = new Map<string, number>()
  for (const { _source } of hits)
    for (const value of new Set(read(_source))) if (!isDivided(value)) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([value]) => ({ value }))
}
