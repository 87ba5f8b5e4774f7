import { counted } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import { words as say } from '../messages.ts'
import { type HitView, titleOf } from './hit-facts.ts'
import { addressOfSearch } from './search-links.ts'
import { textQuery } from './search-query.ts'
import { changeSearch, type SearchState } from './search-state.ts'

/** Link from the hit that represents a work to all of its editions among the results. */
export function EditionsLink({ hit, search }: { hit: HitView; search: SearchState }) {
  const { count, work } = hit.editions!
  const title = titleOf(hit)
  return (
    <p className="text-small mt-6">
      <Link href={searchOfWork(search, work, title)}>
        {counted(count, say.edition, say.editions)}
        <span className="only-heard"> {say.ofTitle({ title })}</span>
      </Link>
    </p>
  )
}

/** The search box shows the title, so that the next search can begin with it. */
function searchOfWork(state: SearchState, work: string, title: string): string {
  const base = { bool: { must: [state.base ?? textQuery(state.query)], filter: [{ terms: { work: [work] } }] } }
  return addressOfSearch(changeSearch(state, { base, grouped: false, queryForDisplay: title }))
}
