import './discover.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { NewsOfSearches } from '#features/catalogue/searches/web/searches-parts.tsx'
import { grouped } from '#kit/web/format.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { highestTotal } from '../../rules.ts'
import { SearchField } from '../../search-box/web/search-field.tsx'
import { Unauthorised } from '../../web/search-refused.tsx'
import { PastSearches } from './past-searches.tsx'
import { isUnauthorised, RecentShelf } from './recent-shelf.tsx'
import { WaysIn, waysInQuery } from './ways-in.tsx'

/** The front page of the catalogue: search, new records, entry points, and recent searches. */
export function DiscoverScreen() {
  const fiction = useLatestReply(discoverApi.recentFiction, {})
  const nonFiction = useLatestReply(discoverApi.recentNonFiction, {})
  const { data: whole } = useQuery({ ...queryOf(catalogueApi.search, waysInQuery), retry: false })
  const shut = isUnauthorised(fiction.problem) && isUnauthorised(nonFiction.problem)
  const newTitles = [fiction, nonFiction].flatMap(({ reply }) => reply?.response ?? [])

  return (
    <div className="stack gap-28">
      <title>Discover the catalogue</title>
      <Search total={whole?.hits.total} />
      {shut && fiction.problem ? (
        <Unauthorised
          problem={fiction.problem}
          onRetry={() => {
            fiction.again()
            nonFiction.again()
          }}
        />
      ) : (
        <div className="discover-columns stack items-start one-column-1080">
          <div className="stack one-column gap-28">
            <RecentShelf title="New fiction" {...fiction} />
            <RecentShelf title="New non-fiction" {...nonFiction} />
            <WaysIn counts={whole?.aggregations} newTitles={newTitles} />
          </div>
          <aside className="discover-own stack gap-28 one-column-640" aria-label="Your searches">
            <NewsOfSearches />
            <PastSearches />
          </aside>
        </div>
      )}
    </div>
  )
}

function Search({ total }: { total: number | undefined }) {
  const box = useRef<HTMLInputElement>(null)
  const [complaint, complain] = useState<string>()
  const all = total === undefined ? '' : `${grouped(total)}${total >= highestTotal ? '+' : ''} `
  return (
    <div className="discover-search stack gap-12 pt-6 no-print">
      <h1>Discover the catalogue</h1>
      <SearchField box={box} complaint={complaint} onComplain={complain} label={`Search ${all}records`} />
      <ul className="discover-links flow text-small">
        <li>
          <Link href="/discover/advancedSearch">Advanced search</Link>
        </li>
        <li>
          <Link href={thesaurusAddress({ query: '' })}>Thesaurus</Link>
        </li>
        <li>
          <Link href="/discover/shelf">Browse by Dewey number</Link>
        </li>
        <li>
          <Link href="/discover/thesaurus?selectedThesaurus=names&selectedOrder=heading&orderByOperator=asc">
            Names from A to Z
          </Link>
        </li>
        <li>
          <Link href="/standards/tree">Subject tree</Link>
        </li>
        <li>
          <Link className="num" href="/discover/results/">
            All {all}records
          </Link>
        </li>
      </ul>
    </div>
  )
}
