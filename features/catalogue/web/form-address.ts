import { type AdvancedForm, emptyForm, writeForm } from './advanced-form.ts'
import { queryOfForm } from './advanced-query.ts'
import { emptySearch, readSearchState, type SearchState, writeSearchState } from './search-state.ts'

export const formPath = '/discover/advancedSearch'

/** The address that shows the form filled like this. `around`: what of the search that is changed is not in the form. */
export function addressOfForm(form: AdvancedForm, around: SearchState = emptySearch): string {
  const params = writeSearchState({ ...around, form: undefined })
  writeForm(form, params)
  const query = params.toString()
  return query ? `${formPath}?${query}` : formPath
}

/** What the address of the form holds beside the form. */
export const readAround = (params: URLSearchParams): SearchState => ({
  ...readSearchState(params),
  form: undefined,
  page: 1,
  unreadable: '',
})

/** How results are shown and what they were narrowed by goes from one search to the next. */
export const shownAs = ({ selectedOrder, orderByOperator, size, filters }: SearchState) => ({
  selectedOrder,
  orderByOperator,
  size,
  filters,
})

/**
 * The form that a search came from; of words that were typed into the search box, the form with these words. Any other
 * search goes along whole, for the form to lead back to: see `isElsewhere`.
 */
export function addressToEdit(state: SearchState): string {
  const { form, base, query } = state
  const kept = { ...emptySearch, ...shownAs(state) }
  if (form && (!base || JSON.stringify(base) === JSON.stringify(queryOfForm(form)))) return addressOfForm(form, kept)
  if (!base && isPlain(query)) return addressOfForm(query ? { ...emptyForm, keywords0: query } : emptyForm, kept)
  return addressOfForm(form ?? emptyForm, { ...state, page: 1, unreadable: '' })
}

/** Whether the form has no fields for the search that was to be changed. */
export const isElsewhere = ({ base, query }: SearchState): boolean => base !== undefined || query !== ''

/** Without signs and operators of the query language. */
const isPlain = (query: string) =>
  /^[\p{L}\p{N}\p{M}\s'’.,&-]*$/u.test(query) && !/(?<!\S)(?:-\S|(?:AND|OR|NOT)(?!\S))/.test(query)
