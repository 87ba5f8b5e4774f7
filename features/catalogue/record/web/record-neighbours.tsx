import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { hearSingleKey } from '#kit/web/single-keys.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { deepestHit, highestTotal } from '../../rules.ts'
import { describeSearch } from '../../web/describe-search.ts'
import { titleOf } from '../../web/hit-facts.ts'
import { recordInResults } from '../../web/record-in-results.ts'
import { addressOfSearch } from '../../web/search-links.ts'
import { queryOf } from '../../web/search-query.ts'
import { readSearchState, type SearchState } from '../../web/search-state.ts'

/** Records that one search serves: stepping through them asks the server once for each block. */
const block = 10

/** The results that a record was opened from, its place in them, and the records before and after it. */
export function RecordNeighbours({ id, address }: { id: string; address: string }) {
  const place = placeInResults(address)
  return place && <Neighbours id={id} {...place} />
}

function Neighbours({ id, search, at }: { id: string; search: SearchState; at: number }) {
  const from = Math.max(0, Math.floor((at - 1) / block) * block - 1)
  const { aggs: _, ...query } = queryOf(search)
  const page = { ...query, from, size: Math.min(block + 2, deepestHit - from) }
  const { reply, stale } = useLatestReply(catalogueApi.search, { bodybuilderquery: JSON.stringify(page) })
  const hits = stale ? [] : (reply?.hits.hits ?? [])
  // A record that was added or withdrawn meanwhile moves the others.
  const index = hits.findIndex(({ _id }) => _id === id)
  const number = from + index + 1
  const neighbour = (step: 1 | -1) => {
    const hit = index < 0 ? undefined : hits[index + step]
    return hit && { href: recordInResults(hit._id, search, number + step), title: titleOf(hit) }
  }
  const [previous, next] = [neighbour(-1), neighbour(1)]
  useNeighbourKeys(previous?.href, next?.href)
  const results = addressOfSearch({ ...search, page: Math.ceil((index < 0 ? at : number) / search.size) })
  const total = reply?.hits.works ?? reply?.hits.total ?? 0
  return (
    <nav className="record-neighbours row gap-12 text-small num no-print" aria-label="Results">
      {previous && (
        <Link className="row tall-24" href={previous.href} rel="prev" title={previous.title}>
          <Icon of={ChevronLeft} small />
          Previous<span className="only-heard"> record: {previous.title}</span>
        </Link>
      )}
      <Link
        className="row tall-24"
        href={results}
        title={`Results: ${describeSearch(results.replace(/^[^?]*\??/, ''))}`}
      >
        {index < 0 ? 'Results' : `${grouped(number)} of ${grouped(total)}${total >= highestTotal ? '+' : ''}`}
      </Link>
      {next && (
        <Link className="row tall-24" href={next.href} rel="next" title={next.title}>
          Next<span className="only-heard"> record: {next.title}</span>
          <Icon of={ChevronRight} small />
        </Link>
      )}
    </nav>
  )
}

/** Read from the record's address, which anyone may have shared or changed; undefined if it names no results. */
function placeInResults(address: string): { search: SearchState; at: number } | undefined {
  const params = new URLSearchParams(address)
  const at = params.get('at') ?? ''
  const search = readSearchState(new URLSearchParams(params.get('results') ?? ''))
  const unknown = search.unreadable !== '' || (search.form !== undefined && search.base === undefined)
  if (unknown || !/^[1-9]\d{0,4}$/.test(at) || Number(at) > deepestHit) return undefined
  return { search, at: Number(at) }
}

/** `n` goes to the next record, `p` to the previous one. */
function useNeighbourKeys(previous: string | undefined, next: string | undefined): void {
  useEffect(() =>
    hearSingleKey('page-keys', (key) => {
      const href = { n: next, p: previous }[key.toLowerCase()]
      if (!href) return false
      goTo(href)
      return true
    }),
  )
}
