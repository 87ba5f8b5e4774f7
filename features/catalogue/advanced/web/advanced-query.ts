import { readersYear } from '#kit/web/dates.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import type { QueryJson } from '../../web/search-query.ts'
import { emptySearch, type SearchState } from '../../web/search-state.ts'
import { checkForm } from './advanced-check.ts'
import { type AdvancedForm, type KeywordRow, keywordRows } from './advanced-form.ts'
import { displayOf } from './advanced-sentence.ts'
import { numbersOf, textOfKeyword, withoutSpaces } from './parse-keyword.ts'

/** The search of a checked form. Its limits belong to the search; the facets narrow it further. */
export const searchOfForm = (form: AdvancedForm): SearchState => ({
  ...emptySearch,
  advSearch: true,
  form,
  base: queryOfForm(form),
  query: wordsOfForm(form),
  queryForDisplay: displayOf(form),
})

/**
 * Rebuilds a search from the form if its address has the form but no readable query, as in a truncated link. An invalid
 * year counts as not given.
 */
export function completeSearch(state: SearchState): SearchState {
  if (!state.form || state.base) return state
  const year = readersYear()
  const { errors } = checkForm(state.form, year)
  const given = { ...state.form }
  for (const field of ['publicationYearFrom', 'publicationYearTo'] as const) if (errors[field]) given[field] = ''
  const { form } = checkForm(given, year)
  const { base, query, queryForDisplay } = searchOfForm(form)
  return { ...state, form, base, query, queryForDisplay: state.queryForDisplay || queryForDisplay, unreadable: '' }
}

/** The `query` part of the search, in the form of a search-engine query. */
export const queryOfForm = (form: AdvancedForm): QueryJson => ({
  bool: { must: [joined(keywordRows(form))], ...limitsOf(form) },
})

/** The searched words without excluded ones: marked in the records found. */
const wordsOfForm = (form: AdvancedForm): string =>
  keywordRows(form)
    .filter(({ operation }) => operation !== 'not')
    .map(({ keyword }) => textOfKeyword(keyword).literal)
    .join(' ')

const everything: QueryJson = { match_all: {} }
const both = (one: QueryJson, other: QueryJson): QueryJson => ({ bool: { must: [one, other] } })
const without = (one: QueryJson, other: QueryJson): QueryJson => ({ bool: { must: [one], must_not: [other] } })
const allOf = (parts: QueryJson[]): QueryJson => parts.slice(1).reduce(both, parts[0] ?? everything)
const anyOf = (parts: QueryJson[]): QueryJson => (parts.length < 2 ? allOf(parts) : { bool: { should: parts } })

/** Each row is joined to all rows before it. */
function joined(rows: KeywordRow[]): QueryJson {
  const [first, ...others] = rows
  if (!first) return everything
  // With excluded words only, start from all records.
  const start = first.operation === 'not' ? without(everything, queryOfRow(first)) : queryOfRow(first)
  return others.reduce((before, row) => {
    const query = queryOfRow(row)
    return row.operation === 'or' ? anyOf([before, query]) : (row.operation === 'not' ? without : both)(before, query)
  }, start)
}

function queryOfRow({ keyword, field, type }: KeywordRow): QueryJson {
  if (keyword === '*') return everything
  if (field === 'isbn') return numberQuery(keyword, type)
  // All that begins so is found, whatever the type.
  if (field === 'dewey') return wordQuery(textOfKeyword(keyword).literal, field, type === 'any' ? 'or' : 'and')
  const beginning = type === 'startsWith' || (type === 'phrase' && /[\p{L}\p{N}]\*$/u.test(keyword))
  if (beginning) return { match_phrase_prefix: { [field]: keyword } }
  if (type === 'phrase') return { match_phrase: { [field]: keyword } }
  const { literal, escaped } = textOfKeyword(keyword)
  const operator = type === 'any' ? 'or' : 'and'
  return anyOf([...new Set([literal, escaped])].map((text) => wordQuery(text, field, operator)))
}

/** `keyword` is the search box's target: every field, and the identifiers for text that looks like one. */
function wordQuery(query: string, field: string, operator: 'and' | 'or'): QueryJson {
  const fields = field === 'keyword' ? {} : { fields: [field] }
  return { query_string: { query, ...fields, default_operator: operator, analyze_wildcard: true } }
}

/** A field named isbn maps to the identifier field. */
function numberQuery(keyword: string, type: string): QueryJson {
  const numbers = numbersOf(keyword).map((number): QueryJson => {
    const start = type === 'startsWith' ? `${number.replace(/\*+$/, '')}*` : number
    if (!/[*?]/.test(start)) return { term: { identifier: number } }
    return wordQuery(withoutSpaces(start).replaceAll(':', '\\:'), 'identifier', 'and')
  })
  return type === 'any' ? anyOf(numbers) : allOf(numbers)
}

function limitsOf(form: AdvancedForm): { filter: QueryJson[] } {
  const { publicationYearFrom: from, publicationYearTo: to, placeOfPublication: place, issuance } = form
  const filter: QueryJson[] = []
  const term = (field: string, value: string) => {
    if (value) filter.push({ term: { [field]: value } })
  }
  if (from || to)
    filter.push({ range: { publicationYear: { ...(from && { gte: Number(from) }), ...(to && { lte: Number(to) }) } } })
  const category = Object.entries(itemTypes).find(([name]) => name === form.scisType)
  if (category) filter.push({ terms: { scisType: [...category[1]] } })
  else term('scisType', form.scisType)
  term('language', form.language)
  const elsewhere = place.startsWith('-') && { term: { placeOfPublicationMarcCountry: place.slice(1) } }
  if (!elsewhere) term('placeOfPublicationMarcCountry', place)
  term('genreScis', form.genre)
  term('scisLearningArea', form.learningArea)
  if (issuance !== 'all') term('issuance', issuance)
  return elsewhere ? { filter: [...filter, { bool: { must_not: [elsewhere] } }] } : { filter }
}
