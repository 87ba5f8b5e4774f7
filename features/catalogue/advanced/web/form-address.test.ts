import { expect, test } from 'vitest'
import { addressOfSearch } from '../../web/search-links.ts'
import { emptySearch, readSearchState, type SearchState } from '../../web/search-state.ts'
import { emptyForm } from './advanced-form.ts'
import { completeSearch, searchOfForm } from './advanced-query.ts'
import { readFormAddress } from './advanced-search-screen.tsx'
import { addressToEdit, isElsewhere } from './form-address.ts'

const paramsOf = (address: string) => new URL(address, 'http://x').searchParams
/** Opens the search by a shared link, then the form to edit it. */
const edited = (state: SearchState) => {
  const opened = completeSearch(readSearchState(paramsOf(addressOfSearch(state))))
  return readFormAddress(new URL(addressToEdit(opened), 'http://x').search)
}
const own = searchOfForm({ ...emptyForm, keywords0: 'dragon', field0: 'title', language: 'French' })
const foreign = { bool: { must: { match: { title: 'dog' } } } }

test('a search of the form returns to it, with its order, page size and chosen facets', () => {
  const narrowed: SearchState = {
    ...own,
    selectedOrder: 'title',
    orderByOperator: 'asc',
    size: 10,
    filters: [{ field: 'genreScis', value: 'War' }],
  }
  const { form, around } = edited({ ...narrowed, page: 3 })
  expect(form).toEqual(own.form)
  expect(isElsewhere(around)).toBe(false)
  expect(around).toMatchObject({ selectedOrder: 'title', orderByOperator: 'asc', size: 10, filters: narrowed.filters })
})

test('plain words go into the first row', () => {
  const { form, around } = edited({ ...emptySearch, query: 'the very hungry caterpillar' })
  expect(form).toEqual({ ...emptyForm, keywords0: 'the very hungry caterpillar' })
  expect(isElsewhere(around)).toBe(false)
})

test.each<[string, SearchState]>([
  ['words with operators', { ...emptySearch, query: 'title:dragon OR magic' }],
  ['a query that this form did not make', { ...emptySearch, base: foreign, queryForDisplay: 'Dogs' }],
  ['a query that is not what the form says', { ...own, base: foreign }],
])('%s: the link back leads to the same search', (_, state) => {
  const { around } = edited(state)
  expect(isElsewhere(around)).toBe(true)
  const back = readSearchState(paramsOf(addressOfSearch(around)))
  expect(back).toMatchObject({ query: state.query, queryForDisplay: state.queryForDisplay, base: state.base })
})

test('a link that is truncated within its query is searched by its form', () => {
  const address = addressOfSearch({ ...own, size: 10 })
  expect(address.indexOf('bodybuilderquery')).toBeGreaterThan(address.indexOf('keywords0'))
  for (const cut of [address.slice(0, -40), address.slice(0, address.indexOf('&bodybuilderquery'))])
    expect(completeSearch(readSearchState(paramsOf(cut)))).toEqual({ ...own, size: 10 })
})

test('an invalid year in a link counts as not given', () => {
  const state = completeSearch(
    readSearchState(new URLSearchParams('advSearch=true&keywords0=dog&publicationYearFrom=abc')),
  )
  expect(state.base).toEqual(searchOfForm({ ...emptyForm, keywords0: 'dog' }).base)
})
