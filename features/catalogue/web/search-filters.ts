import { type ItemCategory, itemTypes } from '#marc/crosswalk/item-types.ts'
import { changeSearch, type Filter, isChosen, ofSameValue, type SearchState } from './search-state.ts'

export const typeCategories = Object.keys(itemTypes) as ItemCategory[]

/** The filters of a whole category of resource types. */
export const typeFilters = (category: ItemCategory): Filter[] =>
  itemTypes[category].map((value) => ({ field: 'scisType', value }))

export const excluding = (filters: Filter[]): Filter[] => filters.map((filter) => ({ ...filter, excluded: true }))

/**
 * Adds the filters that are not among the chosen ones yet; if all are, removes all of them. A value is either chosen or
 * excluded, so adding one removes the other; a category is chosen without its excluded types.
 */
export function toggleFilters(state: SearchState, filters: Filter[]): SearchState {
  const included = filters.filter((filter) => filter.excluded || !isChosen(state, { ...filter, excluded: true }))
  const wanted = included.length > 0 ? included : filters
  const missing = wanted.filter((filter) => !isChosen(state, filter))
  const opposed = missing.length > 0 ? missing : wanted
  const others = state.filters.filter((each) => !opposed.some((filter) => ofSameValue(each, filter)))
  return changeSearch(state, { filters: [...others, ...missing] })
}

export type ChosenFilter = { label: string | undefined; filters: Filter[] }

/** The filters for display: a category with every type chosen, or every type excluded, is one. */
export function chosenFilters(state: Pick<SearchState, 'filters'>): ChosenFilter[] {
  const whole = typeCategories.flatMap((category) =>
    [typeFilters(category), excluding(typeFilters(category))]
      .filter((filters) => filters.every((filter) => isChosen(state, filter)))
      .map((filters) => ({ label: category, filters })),
  )
  const isWithin = (filter: Filter) => whole.some(({ filters }) => isChosen({ filters }, filter))
  return [
    ...whole,
    ...state.filters.filter((filter) => !isWithin(filter)).map((filter) => ({ label: undefined, filters: [filter] })),
  ]
}
