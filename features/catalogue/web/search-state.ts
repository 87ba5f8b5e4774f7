import { type AdvancedForm, isEmptyForm, readForm, writeForm } from '../advanced/web/advanced-form.ts'
import { type ResultFacet, resultFacets, uncertain } from '../facets.ts'
import {
  deepestHit,
  defaultPageSize,
  fitsSearch,
  lastPage,
  type Order,
  orderAmong,
  pageSizes,
  queryInAddress,
  sortOptions,
  yearsOf,
} from '../rules.ts'

/** A chosen or excluded facet value; for the year, a range (`2004-2013`, `1990-`) or `uncertain`. */
export type Filter = { field: ResultFacet; value: string; excluded?: true }

/** The state of the results screen, read from its address. */
export type SearchState = {
  /** As typed, in the query language of the search box. */
  query: string
  /** The search's name on the screen, if it is not the text itself. */
  queryForDisplay: string
  /** From the advanced search form: then `base` is the query and `query` only its words. */
  advSearch: boolean
  /** The fields of that form, to change it again; the search itself is `base`. */
  form?: AdvancedForm | undefined
  /** The `query` part of `bodybuilderquery`. */
  base: Record<string, unknown> | undefined
  /** A `bodybuilderquery` without a valid query, so nothing can be searched; '' if it is valid or absent. */
  unreadable: string
  selectedOrder: string
  orderByOperator: Order
  page: number
  size: number
  filters: Filter[]
  /** One hit for each work, with the number of its editions. */
  grouped: boolean
}

const maxFilters = 40
export const [relevance] = sortOptions

export const emptySearch: SearchState = {
  query: '',
  queryForDisplay: '',
  advSearch: false,
  base: undefined,
  unreadable: '',
  selectedOrder: relevance.selectedOrder,
  orderByOperator: relevance.orderByOperator,
  page: 1,
  size: defaultPageSize,
  filters: [],
  grouped: false,
}

/** Reads the address of `/discover/results/`. Invalid values count as not given, except the query itself. */
export function readSearchState(params: URLSearchParams): SearchState {
  const text = (name: string) => (params.get(name) ?? '').replaceAll('\0', '').trim()
  const size = pageSizes.find((each) => String(each) === text('size')) ?? defaultPageSize
  const page = /^\d{1,5}$/.test(text('page')) ? Number(text('page')) : 1
  const option = sortOption(text('selectedOrder'), text('orderByOperator')) ?? relevance
  const base = queryInAddress(text('bodybuilderquery'))
  const advSearch = text('advSearch') === 'true'
  const form = advSearch ? readForm(params) : undefined
  return {
    query: text('query'),
    queryForDisplay: text('queryForDisplay'),
    advSearch,
    ...(form && !isEmptyForm(form) ? { form } : {}),
    base,
    unreadable: base ? '' : text('bodybuilderquery'),
    selectedOrder: option.selectedOrder,
    orderByOperator: option.orderByOperator,
    page: Math.max(1, Math.min(page, lastPage(deepestHit, size))),
    size,
    filters: readFilters(params),
    grouped: text('editions') === 'grouped',
  }
}

/** The address of a search. Omits defaults, so that equal searches have equal addresses. */
export function writeSearchState(state: SearchState): URLSearchParams {
  const params = new URLSearchParams()
  const write = (name: string, value: string | number, usual: string | number) => {
    if (value !== usual) params.set(name, String(value))
  }
  write('query', state.query, '')
  write('queryForDisplay', state.queryForDisplay, '')
  if (state.advSearch) {
    params.set('advSearch', 'true')
    if (state.form) writeForm(state.form, params)
  }
  if (state.selectedOrder !== relevance.selectedOrder) {
    params.set('selectedOrder', state.selectedOrder)
    params.set('orderByOperator', state.orderByOperator)
  }
  write('page', state.page, 1)
  write('size', state.size, defaultPageSize)
  writeFilters(state.filters, params)
  if (state.grouped) params.set('editions', 'grouped')
  // The longest parameter comes last, so that a truncated link keeps the others.
  write('bodybuilderquery', state.base ? JSON.stringify({ query: state.base }) : state.unreadable, '')
  return params
}

/** The filters of a search as a part of its address. */
export function writeFilters(filters: Filter[], params = new URLSearchParams()): URLSearchParams {
  for (const { field, value, excluded } of filters) params.append(excluded ? 'exclude' : 'filter', `${field}:${value}`)
  return params
}

/** The state after a change. Any change except of the page leads to the first page. */
export const changeSearch = (state: SearchState, change: Partial<SearchState>): SearchState => ({
  ...state,
  page: 1,
  ...change,
})

export const ofSameValue = (a: Filter, b: Filter) => a.field === b.field && a.value === b.value
const same = (a: Filter, b: Filter) => ofSameValue(a, b) && a.excluded === b.excluded
export const isChosen = (state: Pick<SearchState, 'filters'>, filter: Filter): boolean =>
  state.filters.some((each) => same(each, filter))

/** Adds a filter, or removes it. */
export const toggleFilter = (state: SearchState, filter: Filter): SearchState =>
  changeSearch(state, {
    filters: isChosen(state, filter) ? state.filters.filter((each) => !same(each, filter)) : [...state.filters, filter],
  })

export const sortOption = (selectedOrder: string, orderByOperator: string) =>
  orderAmong(sortOptions, selectedOrder, orderByOperator)

function readFilters(params: URLSearchParams): Filter[] {
  const filters: Filter[] = []
  const sent = [...params].filter(([name]) => name === 'filter' || name === 'exclude')
  for (const [name, text] of sent.slice(0, maxFilters)) {
    const colon = text.indexOf(':')
    const facet = resultFacets.find(({ field }) => field === text.slice(0, colon))
    const value = text.slice(colon + 1)
    const known = facet?.field !== 'publicationYear' || value === uncertain || yearsOf(value) !== undefined
    if (!facet || value === '' || !known) continue
    const filter: Filter = { field: facet.field, value, ...(name === 'exclude' && { excluded: true }) }
    if (!filters.some((each) => ofSameValue(each, filter))) filters.push(filter)
  }
  return filters
}

/** With more hits a search has found enough. */
const few = 5

/** Whether likelier spellings of a search are worth naming below its hits. */
export const findsLittle = ({ query, base, filters }: SearchState, total: number): boolean =>
  total > 0 && total <= few && query !== '' && fitsSearch(query) && base === undefined && filters.length === 0
