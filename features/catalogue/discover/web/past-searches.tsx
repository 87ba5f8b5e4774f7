import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { readersDay } from '#kit/web/dates.ts'
import { grouped, shortDate, timeOfDay } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { TextButton } from '#ui/text-button.tsx'
import {
  clearHistory,
  nameOfSearch,
  switchHistory,
  useHistoryIsOn,
  useSearchHistory,
} from '../../search-box/web/search-history.ts'

const few = 6

/** This person's searches on this device; they can be cleared and switched off. */
export function PastSearches() {
  const { data: signedIn, isPending } = useQuery(currentUser)
  const userId = signedIn?.user.id
  const history = useSearchHistory(userId)
  const on = useHistoryIsOn(userId)
  const [all, showAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (isPending) return null
  const searches = all ? history : history.slice(0, few)
  const clear = () => {
    clearHistory(userId)
    // The focused button disappears.
    heading.current?.focus()
    announce('Search history cleared.')
  }
  return (
    <section className="own-searches stack gap-8 justify-items-start text-small" aria-label="Recent searches">
      <div className="own-head flex gap-12 items-baseline spread w-full line-below pb-6">
        <h2 ref={heading} tabIndex={-1}>
          Recent searches
        </h2>
        {history.length > 0 && <TextButton onClick={clear}>Clear</TextButton>}
      </div>
      {history.length === 0 && (
        <p className="quiet">{on ? 'Your searches will appear here.' : 'Search history is off.'}</p>
      )}
      <ul className="w-full">
        {searches.map((search) => (
          <li className="py-6 line-below" key={search.address}>
            <Link className="clamp-2 plain-link weight-500" href={search.address}>
              {nameOfSearch(search)}
            </Link>
            <span className="own-note num remark block">
              {grouped(search.total)} found, <time dateTime={search.at}>{whenOf(search.at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {history.length > few && (
        <TextButton aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Show fewer' : `Show all ${history.length}`}
        </TextButton>
      )}
      <Checkbox
        label="Keep a list of my searches on this device"
        checked={on}
        onChange={(event) => switchHistory(userId, event.target.checked)}
      />
    </section>
  )
}

/** The time if it is today, else the day. */
function whenOf(at: string): string {
  const date = new Date(at)
  const today = readersDay(date) === readersDay()
  return today ? timeOfDay(date) : shortDate(date)
}
