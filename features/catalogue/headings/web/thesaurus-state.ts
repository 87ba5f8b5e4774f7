import { deepestHit, isObject, lastPage, type Order, orderAmong, queryInAddress } from '#features/catalogue/rules.ts'
import { type QueryJson, sortBy, textQuery } from '#features/catalogue/web/search-query.ts'
import { type Thesaurus, thesauri } from './headings-parts.tsx'

/** The state of the thesaurus screen, read from its address. */
export type ThesaurusState = {
  /** As typed, in the query language of the search box. */
  query: string
  selectedThesaurus: Thesaurus
  /** Of subject headings. */
  vocabulary: Vocabulary
  selectedOrder: string
  orderByOperator: Order
  /** The `query` part of `bodybuilderquery`, in place of `query`. */
  base: Record<string, unknown> | undefined
  /** A `bodybuilderquery` without a valid query; '' if it is valid or absent. */
  unreadable: string
  page: number
}

/** Vocabularies of subject headings to choose from: `other` is each but those of SCIS and ScOT. */
export const vocabularies = ['all', 'scis', 'scot', 'other'] as const
export type Vocabulary = (typeof vocabularies)[number]

export const thesaurusPageSize = 50

/** The sort selector; the first is the default. */
export const thesaurusOrders = [
  { selectedOrder: 'relevance', orderByOperator: 'desc', label: 'Relevance', key: '_score' },
  { selectedOrder: 'heading', orderByOperator: 'asc', label: 'Headings ascending', key: 'heading' },
  { selectedOrder: 'heading', orderByOperator: 'desc', label: 'Headings descending', key: 'heading' },
] as const
const [relevance] = thesaurusOrders

export const emptyThesaurus: ThesaurusState = {
  query: '',
  selectedThesaurus: 'all',
  vocabulary: 'all',
  selectedOrder: relevance.selectedOrder,
  orderByOperator: relevance.orderByOperator,
  base: undefined,
  unreadable: '',
  page: 1,
}

/** Reads the address of `/discover/thesaurus`. Invalid values count as not given, except the query itself. */
export function readThesaurus(params: URLSearchParams): ThesaurusState {
  const text = (name: string) => (params.get(name) ?? '').replaceAll('\0', '').trim()
  const page = /^\d{1,5}$/.test(text('page')) ? Number(text('page')) : 1
  const option = orderOf(text('selectedOrder'), text('orderByOperator')) ?? relevance
  const base = queryInAddress(text('bodybuilderquery'))
  const vocabulary = vocabularies.find((each) => each === text('vocabulary')) ?? 'all'
  const chosen = thesauri.find((each) => each === text('selectedThesaurus')) ?? 'all'
  return {
    query: text('query'),
    ...ofVocabulary(chosen, vocabulary),
    selectedOrder: option.selectedOrder,
    orderByOperator: option.orderByOperator,
    base,
    unreadable: base ? '' : text('bodybuilderquery'),
    page: Math.max(1, Math.min(page, lastPage(deepestHit, thesaurusPageSize))),
  }
}

/** The address of a search. Omits defaults, so that equal searches have equal addresses. */
export function addressOfThesaurus(state: ThesaurusState): string {
  const params = new URLSearchParams()
  const write = (name: string, value: string, usual: string) => {
    if (value !== usual) params.set(name, value)
  }
  write('query', state.query, '')
  write('selectedThesaurus', state.selectedThesaurus, 'all')
  write('vocabulary', state.vocabulary, 'all')
  write('bodybuilderquery', state.base ? JSON.stringify({ query: state.base }) : state.unreadable, '')
  if (state.selectedOrder !== relevance.selectedOrder) {
    params.set('selectedOrder', state.selectedOrder)
    params.set('orderByOperator', state.orderByOperator)
  }
  write('page', String(state.page), '1')
  return params.size > 0 ? `/discover/thesaurus?${params}` : '/discover/thesaurus'
}

/** The state after a change. Any change except of the page leads to the first page. */
export const changeThesaurus = (state: ThesaurusState, change: Partial<ThesaurusState>): ThesaurusState => ({
  ...state,
  page: 1,
  // Names and series have no vocabulary.
  ...(change.selectedThesaurus && change.selectedThesaurus !== 'subjects' && { vocabulary: 'all' as const }),
  ...change,
})

/** A vocabulary has subject headings only. */
export const ofVocabulary = (selectedThesaurus: Thesaurus, vocabulary: Vocabulary) =>
  vocabulary === 'all' ? { selectedThesaurus, vocabulary } : { selectedThesaurus: 'subjects' as const, vocabulary }

/** Whether there is a search, if only for all of one authority; without one, the screen offers entry points. */
export const hasQuery = ({ query, base, selectedThesaurus }: ThesaurusState): boolean =>
  query !== '' || base !== undefined || selectedThesaurus !== 'all'

/** The pseudo-letter of headings that begin with a digit. */
export const figures = '0–9'
const fromFigures = { gte: '0', lt: 'a' }

/** Headings that begin with these letters, or with a digit, in alphabetical order. */
export const beginningWith = (letters: string, selectedThesaurus: Thesaurus = 'all'): ThesaurusState => ({
  ...emptyThesaurus,
  selectedThesaurus,
  selectedOrder: 'heading',
  orderByOperator: 'asc',
  base: letters === figures ? { range: { heading: fromFigures } } : { prefix: { heading: letters.toLowerCase() } },
})

/** The letters given to `beginningWith`; undefined for any other search. */
export function lettersOf({ base }: ThesaurusState): string | undefined {
  if (JSON.stringify(base) === JSON.stringify(beginningWith(figures).base)) return figures
  const prefix = base?.prefix
  const letters = isObject(prefix) ? prefix.heading : undefined
  return typeof letters === 'string' && letters !== '' ? letters : undefined
}

const allOf: Record<Thesaurus, string> = {
  all: 'All headings',
  subjects: 'All subjects',
  names: 'All names',
  series: 'All series',
}

/** The search's title on the screen. */
export function titleOfThesaurus(state: ThesaurusState): string {
  const letters = lettersOf(state)
  if (letters) return letters.toLocaleUpperCase()
  return state.query || allOf[state.selectedThesaurus]
}

/** The query of a page of headings, as `/rest/heading/search` takes it. */
export function headingQueryOf(state: ThesaurusState, size = thesaurusPageSize): QueryJson {
  const flag = flags[state.selectedThesaurus]
  const filter = [...(flag ? [{ term: { [flag]: true } }] : []), ...vocabularyFilter[state.vocabulary]]
  return {
    size,
    from: (state.page - 1) * size,
    // The base has a bool inside this one, so that the authority is not mixed into it.
    query: { bool: { must: [state.base ?? textQuery(state.query)], ...(filter.length > 0 && { filter }) } },
    ...sortBy(orderOf(state.selectedOrder, state.orderByOperator)),
  }
}

/** As `headingQueryOf`, for the total alone. */
export const headingTotalQueryOf = (state: ThesaurusState): QueryJson => {
  const { sort: _, ...query } = headingQueryOf({ ...state, page: 1 })
  return { ...query, size: 0 }
}

/** Subject headings with narrower ones and no broader one, in alphabetical order. */
export const topTermsQuery = {
  query: { bool: { filter: [{ term: { isTopTerm: true } }] } },
  sort: [{ heading: 'asc' }],
  size: 100,
}

/** The member of a heading that marks its authority. */
export const flags = { all: undefined, subjects: 'isSubject', names: 'isName', series: 'isSeriesTitle' } as const

const scisAndScot = { terms: { topicAuthority: ['scisshl', 'scisgenre', 'scot'] } }
const vocabularyFilter: Record<Vocabulary, Record<string, unknown>[]> = {
  all: [],
  scis: [{ terms: { topicAuthority: ['scisshl', 'scisgenre'] } }],
  scot: [{ term: { topicAuthority: 'scot' } }],
  other: [{ bool: { must_not: [scisAndScot] } }],
}

const orderOf = (selectedOrder: string, orderByOperator: string) =>
  orderAmong(thesaurusOrders, selectedOrder, orderByOperator)
