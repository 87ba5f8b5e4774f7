import { useState } from 'react'
import { Checkbox } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { Chip } from '#ui/tags.tsx'
import { words as say } from '../../messages.ts'
import { labelOfChosen, rememberFilters, type Toggle } from '../../web/facets.tsx'
import { chosenFilters } from '../../web/search-filters.ts'
import { addressOfSearch } from '../../web/search-links.ts'
import { changeSearch, type Filter, type SearchState, writeFilters } from '../../web/search-state.ts'
import { keepPart, keptPart } from './kept-filters.ts'

/** The chosen filters, removable one by one or all at once. */
export function ChosenFilters({ state, onToggle }: { state: SearchState; onToggle: Toggle }) {
  return (
    <ul className="chosen cluster gap-8 w-full" aria-label={say.chosenFilters}>
      {chosenFilters(state).map((chosen) => (
        <li key={`${chosen.filters[0]!.field}:${chosen.filters[0]!.value}`}>
          <Chip onRemove={() => onToggle(...chosen.filters)}>{labelOfChosen(chosen)}</Chip>
        </li>
      ))}
      <li>
        <Link
          className="clear-all text-small no-print"
          href={addressOfSearch(changeSearch(state, { filters: [] }))}
          onClick={() => rememberFilters([])}
        >
          {say.clearAll}
        </Link>
      </li>
      <li className="keep no-print">
        <KeepFilters filters={state.filters} />
      </li>
    </ul>
  )
}

/** Takes the filters along to what is typed into the search box next. */
function KeepFilters({ filters }: { filters: Filter[] }) {
  const [keeps, setKeeps] = useState(keptPart('kept-filters') !== undefined)
  const change = () => {
    keepPart('kept-filters', keeps ? undefined : writeFilters(filters).toString())
    setKeeps(!keeps)
  }
  return <Checkbox label={say.keepFilters} role="switch" checked={keeps} onChange={change} />
}
