import { type AdvancedForm, emptyForm } from '#features/catalogue/advanced/web/advanced-form.ts'
import { searchOfForm } from '#features/catalogue/advanced/web/advanced-query.ts'
import { emptySearch, type Filter, type SearchState } from '#features/catalogue/web/search-state.ts'

/** A case of the suite as a screen's search, or the reason why no screen can ask it. */
export type OnScreen = SearchState | string

const typed = (query: string): SearchState => ({ ...emptySearch, query })
const chosen = (filters: Filter[], query = ''): SearchState => ({ ...emptySearch, query, filters })
const filled = (form: Partial<AdvancedForm>): SearchState => searchOfForm({ ...emptyForm, ...form })
const sorted = (selectedOrder: string, orderByOperator: 'asc' | 'desc'): SearchState => ({
  ...emptySearch,
  selectedOrder,
  orderByOperator,
})

const leadingWildcard = 'The screens refuse a wildcard at the start of a word.'

export const wordsOnScreen: Record<string, OnScreen> = {
  'a word': typed('magic'),
  'a word in titles only': filled({ keywords0: 'magic', field0: 'title' }),
  'a plural by its singular': typed('spider'),
  'a singular by its plural': filled({ keywords2: 'dragons' }),
  'a word with an accent, written without': typed('miserables'),
  'a word with a macron, written without': typed('Maori'),
  'a title with a typographic apostrophe': typed('Charlotte’s'),
  'a word that nobody wrote': typed('xylophone'),
  'the commonest word': typed('the'),
  'two words': filled({ keywords0: 'wild things' }),
  'either of two words': filled({ keywords0: 'wombat possum', type0: 'any' }),
  'two of three words': typed('(magic australia) OR (magic possum) OR (australia possum)'),
  'a word without another': filled({ keywords0: 'magic', operation0: 'not', keywords1: 'dahl' }),
  'only what is not wanted': filled({ operation0: 'not', keywords1: 'magic' }),
  'a phrase': filled({ keywords0: 'the wild things', type0: 'phrase' }),
  'a phrase in the wrong order': typed('"things wild the"'),
  'a phrase that would run on from one subject to the next': filled({ keywords0: 'magic australia', type0: 'phrase' }),
  'a phrase whose last word has begun': filled({ keywords0: 'the very hun', type0: 'startsWith' }),
  'the beginning of a word': filled({ keywords0: 'cho', type0: 'startsWith' }),
  'a word with a letter left open': filled({ keywords0: 'w?mbat' }),
  'a wildcard in the middle': typed('h*bbit'),
  'a pattern over many words': typed('s*'),
  'the end of a word': leadingWildcard,
  'the middle of a word': leadingWildcard,
  'a word without its first letter': leadingWildcard,
  'a filter alone': chosen([{ field: 'genreScis', value: 'Picture books' }]),
  'two values of one field': chosen([
    { field: 'scisType', value: 'DVD' },
    { field: 'scisType', value: 'E-book' },
  ]),
  'a word and filters': filled({ keywords0: 'study', language: 'French' }),
  years: filled({ keywords0: '*', publicationYearFrom: '1990', publicationYearTo: '1999' }),
  dates: 'The screens ask for single days of cataloguing only.',
  'an identifier': filled({ keywords0: '978-0-399-22690-8', field0: 'isbn' }),
  'some ids and one that does not exist': typed('id:7 OR id:300 OR id:100000'),
  nothing: typed('!!!'),
  'no field': 'A search without a field is none that somebody could make.',
  'an unscored clause': 'What is asked in words counts for the rank; only filters do not.',
  'at least none of some': 'A word that need not be there is not asked for.',
  'more than there are': 'The screens ask for all words or any of them, not for a number.',
  everything: typed(''),
}

export const sortsOnScreen: Record<string, OnScreen> = {
  'by titleSort, ascending': sorted('title', 'asc'),
  'by titleSort, descending': 'Titles are sorted from A to Z only.',
  'by authorSort, ascending': sorted('author', 'asc'),
  'by authorSort, descending': 'Authors are sorted from A to Z only.',
  'by publicationYear, ascending': sorted('publicationYear', 'asc'),
  'by publicationYear, descending': sorted('publicationYear', 'desc'),
  'by voyagerCreateDate, ascending': sorted('catalogueDate', 'asc'),
  'by voyagerCreateDate, descending': sorted('catalogueDate', 'desc'),
  'by several keys, each deciding where those before are equal': 'The sort selector has one key.',
}

const picture: Filter = { field: 'genreScis', value: 'Picture books' }
const animals: Filter[] = [{ field: 'genreScis', value: 'Animal stories' }, picture]
const french: Filter = { field: 'language', value: 'French' }
const recent: Filter = { field: 'publicationYear', value: '2004-2013' }

/** The choices; the clauses around them are typed as words. */
const uncertain: Filter = { field: 'publicationYear', value: 'uncertain' }

export const choicesOnScreen: Record<string, Filter[] | string> = {
  'without a choice': [],
  'with one choice': [picture],
  'with two values of one facet': animals,
  'with choices in two facets': [picture, french],
  'with a year chosen': [recent],
  'with uncertain years chosen': [uncertain],
  'with uncertain years or a range chosen': [uncertain, recent, french],
  'with a decade chosen': [{ field: 'publicationYear', value: '2000-2009' }],
  'with choices in three facets': [...animals, french, recent],
  'with two choices in one facet': [...animals, picture],
  'with a value that nothing has': [{ field: 'scisType', value: 'Papyrus' }],
}
export const choosing = (filters: Filter[], words: string): SearchState => chosen(filters, words)

export const relevanceOnScreen: Record<string, OnScreen> = {
  'a title of one word': typed('whales'),
  'a title with an article': typed('The whales'),
  'a title proper': typed('giants'),
  'a title proper with an article': 'The screen asks for the article among the words, too.',
  'an author by surname': typed('giants jo'),
  'an author by given name': typed('jo giants'),
  'a word of titles and notes': filled({ keywords0: 'whales' }),
  'one form of a word in titles': filled({ keywords0: 'whale', field0: 'title' }),
  'either of two words in titles': filled({ keywords0: 'whales ocean', field0: 'title', type0: 'any' }),
  'a word or a phrase': filled({ keywords0: 'whales', operation0: 'or', keywords1: 'southern ocean', type1: 'phrase' }),
}
