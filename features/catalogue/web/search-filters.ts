import { type ItemCategory, itemTypes } from '#marc/crosswalk/item-types.ts'
import { changeSearch, type Filter, isChosen, type SearchState } from './search-state.ts'

export const typeCategories = Object.keys(itemTypes) as ItemCategory[]

/** The aggregations that count the types together: the category Other apart, as each has at most `facetSize` buckets. */
export const typeAggregations = [
  {
    name: 'scisType',
    types: typeCategories.flatMap((each): string[] => (each === 'Other' ? [] : [...itemTypes[each]])),
  },
  { name: 'scisTypeOther', types: [...itemTypes.Other] },
]

/** The filters of a whole category of resource types. */
export const typeFilters = (category: ItemCategory): Filter[] =>
  itemTypes[category].map((value) => ({ field: 'scisType', value }))

/** Adds the filters that are not chosen yet; if all are chosen, removes all of them. */
export function toggleFilters(state: SearchState, filters: Filter[]): SearchState {
  const missing = filters.filter((filter) => !isChosen(state, filter))
  const among = ({ field, value }: Filter) => filters.some((each) => each.field === field && each.value === value)
  return changeSearch(state, {
    filters: missing.length > 0 ? [...state.filters, ...missing] : state.filters.filter((each) => !among(each)),
  })
}

export type ChosenFilter = { label: string | undefined; filters: Filter[] }

/** The chosen filters for display: a category with every type chosen is one. */
export function chosenFilters(state: Pick<SearchState, 'filters'>): ChosenFilter[] {
  const whole = typeCategories.filter((category) => typeFilters(category).every((filter) => isChosen(state, filter)))
  const isWithin = ({ field, value }: Filter) =>
    field === 'scisType' && whole.some((category) => (itemTypes[category] as readonly string[]).includes(value))
  return [
    ...whole.map((category) => ({ label: category, filters: typeFilters(category) })),
    ...state.filters.filter((filter) => !isWithin(filter)).map((filter) => ({ label: undefined, filters: [filter] })),
  ]
}
