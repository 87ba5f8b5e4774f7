import { emptySearch, readSearchState, type SearchState, writeSearchState } from '../../web/search-state.ts'
import { type AdvancedForm, emptyForm, writeForm } from './advanced-form.ts'

export const formPath = '/discover/advancedSearch'

/** The address that shows the form filled like this. `around`: what of the search that is changed is not in the form. */
export function addressOfForm(form: AdvancedForm, around: SearchState = emptySearch): string {
  const params = writeSearchState({ ...around, form: undefined })
  writeForm(form, params)
  const query = params.toString()
  return query ? `${formPath}?${query}` : formPath
}

/** What the address of the form holds beside the form. */
export function readAround(params: URLSearchParams): SearchState {
  const search = readSearchState(params)
  return { ...search, form: undefined, page: 1, unreadable: '' }
}

/** How results are shown and what they were narrowed by goes from one search to the next. */
export const shownAs = ({ selectedOrder, orderByOperator, size, filters }: SearchState) => ({
  selectedOrder,
  orderByOperator,
  size,
  filters,
})

/**
 * The form that a search came from; of words that were typed into the search box, the form with these words. The search
 * goes along whole: what the form has no fields for, it can lead back to.
 */
export function addressToEdit(state: SearchState): string {
  const { form, base, query } = state
  if (!form && !base && isPlain(query))
    return addressOfForm({ ...emptyForm, keywords0: query }, { ...emptySearch, ...shownAs(state) })
  return addressOfForm(form ?? emptyForm, { ...state, page: 1, unreadable: '' })
}

/** Whether the form has no fields for the search that was to be changed. */
export const isElsewhere = ({ base, query }: SearchState): boolean => base !== undefined || query !== ''

/** Without signs and operators of the query language. */
const isPlain = (query: string) =>
  /^[\p{L}\p{N}\p{M}\s'’.,&-]*$/u.test(query) && !/(?<!\S)(?:-\S|(?:AND|OR|NOT)(?!\S))/.test(query)
