import { emptySearch, readSearchState, type SearchState, writeSearchState } from '../../web/search-state.ts'
import { type AdvancedForm, emptyForm, writeForm } from './advanced-form.ts'

export const formPath = '/discover/advancedSearch'

/** The address of the filled-in form. `around`: the parts of the changed search that the form cannot show. */
export function addressOfForm(form: AdvancedForm, around: SearchState = emptySearch): string {
  const params = writeSearchState({ ...around, form: undefined })
  writeForm(form, params)
  const query = params.toString()
  return query ? `${formPath}?${query}` : formPath
}

/** The rest of a form's address: the search around it. */
export function readAround(params: URLSearchParams): SearchState {
  const search = readSearchState(params)
  return { ...search, form: undefined, page: 1, unreadable: '' }
}

/** The display options and filters, which the next search keeps. */
export const shownAs = ({ selectedOrder, orderByOperator, size, filters, grouped }: SearchState) => ({
  selectedOrder,
  orderByOperator,
  size,
  filters,
  grouped,
})

/**
 * The form that a search came from; for words from the search box, the form with these words. The whole search is
 * included, so that the form can link back to it.
 */
export function addressToEdit(state: SearchState): string {
  const { form, base, query } = state
  if (!form && !base && isPlain(query))
    return addressOfForm({ ...emptyForm, keywords0: query }, { ...emptySearch, ...shownAs(state) })
  return addressOfForm(form ?? emptyForm, { ...state, page: 1, unreadable: '' })
}

/** Whether the form cannot show the search to be changed. */
export const isElsewhere = ({ base, query }: SearchState): boolean => base !== undefined || query !== ''

/** Whether it has no special characters or operators of the query language. */
const isPlain = (query: string) =>
  /^[\p{L}\p{N}\p{M}\s'’.,&-]*$/u.test(query) && !/(?<!\S)(?:-\S|(?:AND|OR|NOT)(?!\S))/.test(query)
