import { lazy, type ReactNode, useState } from 'react'
import type { Bucket } from '#features/catalogue/contract.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { CheckList } from '#ui/table/check-list.tsx'
import { facetSize, type ResultFacet, resultFacets, uncertain } from '../facets.ts'
import { schoolYearOf } from '../filters/rules.ts'
import { keepPart, keptPart } from '../filters/web/kept-filters.ts'
import { words as say } from '../messages.ts'
import { yearRanges, yearsOf } from '../rules.ts'
import { type ChosenFilter, chosenFilters, excluding } from './search-filters.ts'
import { typeAggregations } from './search-query.ts'
import { changeSearch, type Filter, type SearchState, writeFilters } from './search-state.ts'
import { TypeFacet } from './type-facet.tsx'

const FindValue = lazy(async () => ({ default: (await import('../filters/web/find-value.tsx')).FindValue }))
const YearRange = lazy(async () => ({ default: (await import('../filters/web/year-range.tsx')).YearRange }))

export type Counts = Record<string, { buckets: Bucket[] }>
/** Adds filters, or removes them if all of them are chosen. */
export type Toggle = (...filters: Filter[]) => void

export const labelOf = (field: ResultFacet, value: string): string =>
  field === 'publicationYear' ? labelOfYears(value) : headingText(value)

function labelOfYears(value: string): string {
  if (value === uncertain) return say.uncertainYear
  const fixed = yearRanges.find(({ key }) => key === value)
  const { from, to } = yearsOf(value) ?? {}
  if (fixed || !(from || to)) return fixed?.label ?? value
  if (from === to) return String(from)
  return to === undefined ? `${from} ${say.andAfter}` : from === undefined ? `${say.upTo} ${to}` : `${from} - ${to}`
}

export const labelOfChosen = ({ label, filters: [first] }: ChosenFilter): string => {
  const chosen = label ?? labelOf(first!.field, first!.value)
  return first!.excluded ? `${say.not} ${chosen}` : chosen
}

/** The chosen filters, in words. */
export const labelsOfFilters = (state: Pick<SearchState, 'filters'>): string[] =>
  chosenFilters(state).map(labelOfChosen)

/** A search's title: its words, or its filters. */
export const searchTitle = ({ query, queryForDisplay, filters, base, unreadable }: SearchState): string =>
  queryForDisplay ||
  query ||
  (unreadable && say.search) ||
  (base && say.advancedSearch) ||
  labelsOfFilters({ filters }).join(', ') ||
  say.allRecords

/** The facets of the results. A facet without counts for this customer stays while it is chosen. */
export function Facets({
  state,
  counts,
  onToggle,
  onSearch,
}: {
  state: SearchState
  counts: Counts
  onToggle: Toggle
  onSearch: (state: SearchState) => void
}) {
  return resultFacets.map(({ field, label }) => {
    const chosen = state.filters.filter((each) => each.field === field && !each.excluded).map(({ value }) => value)
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
    const counted = counts[field]?.buckets ?? []
    const beside = field === 'publicationYear' ? (counts.uncertainYear?.buckets ?? []) : []
    const options = optionsOf(field, [...beside, ...counted], chosen)
    if (options.length === 0) return null
    const rows = {
      legend: label,
      chosen,
      onToggle: (value: string) => onToggle({ field, value }),
      onExclude: (value: string) => onToggle(...excluding([{ field, value }])),
    }
    // A list of the maximum length may have been cut.
    const finder =
      counted.length < facetSize
        ? undefined
        : (list: ReactNode) => (
            <LazyPart fallback={list}>
              <FindValue {...rows} {...{ field, state }} labelOf={(value) => labelOf(field, value)}>
                {list}
              </FindValue>
            </LazyPart>
          )
    return (
      <CheckList key={field} {...rows} options={options} finder={finder}>
        {field === 'publicationYear' && <OtherYears {...{ state, chosen, onSearch }} />}
      </CheckList>
    )
  })
}

/** Any years, unfolded while some are chosen. */
function OtherYears(props: { state: SearchState; chosen: string[]; onSearch: (state: SearchState) => void }) {
  const { state, chosen, onSearch } = props
  const range = chosen.find((value) => yearsOf(value) && !yearRanges.some(({ key }) => key === value))
  const [unfolded, unfold] = useState(range !== undefined)
  const choose = (value: string) => {
    const others = state.filters.filter(({ field, excluded }) => field !== 'publicationYear' || excluded)
    onSearch(changeSearch(state, { filters: [...others, { field: 'publicationYear', value }] }))
  }
  return (
    <>
      <Button look="bare" aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
        {say.otherYears}
      </Button>
      {unfolded && (
        <LazyPart fallback={<Skeleton lines={4} />}>
          <YearRange state={state} range={range} onChoose={choose} />
        </LazyPart>
      )}
    </>
  )
}

/**
 * Buckets in their own order; years newest first, audiences and reading levels by school year, classes by number; a chosen value without
 * matches comes first. A subject that only subdivides a listed one (`Magic -- Fiction` beside `Magic`) comes after the
 * others.
 */
function optionsOf(field: ResultFacet, buckets: Bucket[], chosen: string[]) {
  const counted = buckets
    .filter(({ key, doc_count }) => doc_count > 0 || chosen.includes(key))
    .map(({ key, doc_count }) => ({ value: key, label: labelOf(field, key), count: doc_count }))
  if (field === 'publicationYear') counted.reverse()
  if (field === 'targetAudienceText') counted.sort((a, b) => schoolYearOf(a.value) - schoolYearOf(b.value))
  if (field === 'readingLevel' || field === 'deweyClass')
    counted.sort((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true }))
  if (field === 'subjects') {
    const listed = new Set(counted.map(({ value }) => value))
    counted.sort((a, b) => Number(dividesOneOf(listed, a.value)) - Number(dividesOneOf(listed, b.value)))
  }
  const gone = chosen.filter((value) => !buckets.some(({ key }) => key === value))
  return [...gone.map((value) => ({ value, label: labelOf(field, value) })), ...counted]
}

const dividesOneOf = (headings: Set<string>, heading: string) =>
  heading.includes(' -- ') && headings.has(heading.slice(0, heading.indexOf(' -- ')))

/** After a change of the filters, while they are kept. */
export function rememberFilters(filters: Filter[]): void {
  if (keptPart('kept-filters') !== undefined) keepPart('kept-filters', writeFilters(filters).toString())
}
