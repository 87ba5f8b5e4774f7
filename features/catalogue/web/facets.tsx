import type { Bucket } from '#features/catalogue/contract.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { Link } from '#ui/link.tsx'
import { CheckList } from '#ui/table/check-list.tsx'
import { Chip } from '#ui/tags.tsx'
import { type ResultFacet, resultFacets } from '../facets.ts'
import { yearRanges } from '../rules.ts'
import { chosenFilters, typeAggregations } from './search-filters.ts'
import { addressOfSearch } from './search-links.ts'
import { changeSearch, type Filter, type SearchState } from './search-state.ts'
import { TypeFacet } from './type-facet.tsx'

export type Counts = Record<string, { buckets: Bucket[] }>
/** Adds filters, or removes them if all of them are chosen. */
type Toggle = (...filters: Filter[]) => void

export const labelOf = (field: ResultFacet, value: string): string =>
  field === 'publicationYear' ? (yearRanges.find(({ key }) => key === value)?.label ?? value) : headingText(value)

/** The chosen filters, in words. */
export const labelsOfFilters = (state: Pick<SearchState, 'filters'>): string[] =>
  chosenFilters(state).map(({ label, filters: [first] }) => label ?? labelOf(first!.field, first!.value))

/** A search's title: its words, or its filters. */
export const searchTitle = ({ query, queryForDisplay, filters, base, unreadable }: SearchState): string =>
  queryForDisplay ||
  query ||
  (unreadable && 'Search') ||
  (base && 'Advanced search') ||
  labelsOfFilters({ filters }).join(', ') ||
  'All records'

/** The facets of the results. A facet without counts for this customer stays while it is chosen. */
export function Facets({ state, counts, onToggle }: { state: SearchState; counts: Counts; onToggle: Toggle }) {
  return resultFacets.map(({ field, label }) => {
    const chosen = state.filters.filter((filter) => filter.field === field).map(({ value }) => value)
    if (field === 'scisType')
      return (
        <TypeFacet
          key={field}
          legend={label}
          buckets={typeAggregations.flatMap(({ name }) => counts[name]?.buckets ?? [])}
          chosen={chosen}
          onToggle={onToggle}
        />
      )
    const options = optionsOf(field, counts[field]?.buckets ?? [], chosen)
    if (options.length === 0) return null
    return (
      <CheckList
        key={field}
        legend={label}
        options={options}
        chosen={chosen}
        onToggle={(value) => onToggle({ field, value })}
      />
    )
  })
}

/**
 * Buckets in their own order; years newest first; a chosen value without matches comes first. A subject that only
 * subdivides a listed one (`Magic -- Fiction` beside `Magic`) comes after the others.
 */
function optionsOf(field: ResultFacet, buckets: Bucket[], chosen: string[]) {
  const counted = buckets
    .filter(({ key, doc_count }) => doc_count > 0 || chosen.includes(key))
    .map(({ key, doc_count }) => ({ value: key, label: labelOf(field, key), count: doc_count }))
  if (field === 'publicationYear') counted.reverse()
  if (field === 'subjects') {
    const listed = new Set(counted.map(({ value }) => value))
    counted.sort((a, b) => Number(dividesOneOf(listed, a.value)) - Number(dividesOneOf(listed, b.value)))
  }
  const gone = chosen.filter((value) => !buckets.some(({ key }) => key === value))
  return [...gone.map((value) => ({ value, label: labelOf(field, value) })), ...counted]
}

const dividesOneOf = (headings: Set<string>, heading: string) =>
  heading.includes(' -- ') && headings.has(heading.slice(0, heading.indexOf(' -- ')))

/** The chosen filters, removable one by one or all at once. */
export function ChosenFilters({ state, onToggle }: { state: SearchState; onToggle: Toggle }) {
  if (state.filters.length === 0) return null
  return (
    <ul className="chosen cluster gap-8 w-full" aria-label="Chosen filters">
      {chosenFilters(state).map(({ label, filters }) => (
        <li key={`${filters[0]!.field}:${filters[0]!.value}`}>
          <Chip onRemove={() => onToggle(...filters)}>{label ?? labelOf(filters[0]!.field, filters[0]!.value)}</Chip>
        </li>
      ))}
      <li>
        <Link className="clear-all text-small no-print" href={addressOfSearch(changeSearch(state, { filters: [] }))}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}
