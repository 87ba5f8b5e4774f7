import { useRef } from 'react'
import { Link } from '#ui/link.tsx'
import { Chip } from '#ui/tags.tsx'
import { labelOf } from '../../web/facets.tsx'
import { chosenFilters, toggleFilters } from '../../web/search-filters.ts'
import { addressOfSearch } from '../../web/search-links.ts'
import type { SearchState } from '../../web/search-state.ts'

/** The form cannot show the search it was opened to change: names that search and links back to it. */
export function OtherSearch({ search }: { search: SearchState }) {
  const name = search.queryForDisplay || search.query
  return (
    <section
      className="other-search flow items-baseline p-12-16 framed rounded on-sunken gap-4-14"
      aria-label="Previous search"
    >
      <p>
        {name ? (
          <>
            This form can’t show the search <b>{name}</b>.
          </>
        ) : (
          'This form can’t show your previous search.'
        )}{' '}
        What you enter here starts a new search.
      </p>
      <Link href={addressOfSearch(search)}>Back to the previous results</Link>
    </section>
  )
}

/** The results' facet filters also apply to the changed search until they are removed. */
export function AdvancedNarrowed({
  around,
  onChange,
}: {
  around: SearchState
  onChange: (around: SearchState) => void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  if (around.filters.length === 0) return null
  return (
    <fieldset className="narrowed" ref={list}>
      <legend>Filters from the results page</legend>
      <ul className="chosen flow gap-6 unlisted">
        {chosenFilters(around).map(({ label, filters }) => (
          <li key={`${filters[0]!.field}:${filters[0]!.value}`}>
            <Chip
              onRemove={() => {
                // The focused button disappears.
                const form = list.current?.closest('form')
                onChange(toggleFilters(around, filters))
                form?.querySelector<HTMLElement>('[type=submit]')?.focus()
              }}
            >
              {label ?? labelOf(filters[0]!.field, filters[0]!.value)}
            </Chip>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
