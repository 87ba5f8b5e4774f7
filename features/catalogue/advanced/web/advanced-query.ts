import bodybuilder, { type Bodybuilder } from 'bodybuilder'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { emptySearch, type SearchState } from '../../web/search-state.ts'
import { checkForm } from './advanced-check.ts'
import { type AdvancedForm, type KeywordRow, keywordRows } from './advanced-form.ts'
import { displayOf } from './advanced-sentence.ts'
import { numbersOf, textOfKeyword, withoutSpaces } from './advanced-words.ts'

/** The search that a checked form asks for. What it is limited to belongs to the search; the facets narrow it further. */
export const searchOfForm = (form: AdvancedForm): SearchState => ({
  ...emptySearch,
  advSearch: true,
  form,
  base: queryOfForm(form),
  query: wordsOfForm(form),
  queryForDisplay: displayOf(form),
})

/**
 * The search of an address that has the form and no query that can be read, as a link that was cut off: by the form.
 * A year that is none counts as not given.
 */
export function completeSearch(state: SearchState): SearchState {
  if (!state.form || state.base) return state
  const year = new Date().getFullYear()
  const { errors } = checkForm(state.form, year)
  const given = { ...state.form }
  for (const field of ['publicationYearFrom', 'publicationYearTo'] as const) if (errors[field]) given[field] = ''
  const { form } = checkForm(given, year)
  const { base, query, queryForDisplay } = searchOfForm(form)
  return { ...state, form, base, query, queryForDisplay: state.queryForDisplay || queryForDisplay, unreadable: '' }
}

/** The `query` part of the search, in the form of a search-engine query. */
export function queryOfForm(form: AdvancedForm): Record<string, unknown> {
  const body = bodybuilder()
  // Alone beside a filter, alternatives would be taken into its bool, where they need not hold.
  everything(body, 'query')
  joined(keywordRows(form))(body, 'query')
  limit(body, form)
  const { query } = body.build() as { query: Record<string, unknown> }
  return query
}

/** What was looked for, without what was not wanted: marked in the records found. */
const wordsOfForm = (form: AdvancedForm): string =>
  keywordRows(form)
    .filter(({ operation }) => operation !== 'not')
    .map(({ keyword }) => textOfKeyword(keyword).literal)
    .join(' ')

/** A piece of the query that can be put where it is wanted. */
type Piece = (to: Bodybuilder, as: 'query' | 'orQuery' | 'notQuery') => void

const everything: Piece = (to, as) => to[as]('match_all')
const group =
  (fill: (inside: Bodybuilder) => void): Piece =>
  (to, as) => {
    to[as]('bool', (inside: Bodybuilder) => {
      fill(inside)
      return inside
    })
  }
const both = (one: Piece, other: Piece) =>
  group((inside) => {
    one(inside, 'query')
    other(inside, 'query')
  })
const without = (one: Piece, other: Piece) =>
  group((inside) => {
    one(inside, 'query')
    other(inside, 'notQuery')
  })
const allOf = (pieces: Piece[]): Piece => pieces.slice(1).reduce(both, pieces[0] ?? everything)
const anyOf = (pieces: Piece[]): Piece =>
  pieces.length < 2
    ? allOf(pieces)
    : group((inside) => {
        for (const each of pieces) each(inside, 'orQuery')
      })

/** Each row is joined to all that stands before it. */
function joined(rows: KeywordRow[]): Piece {
  const [first, ...others] = rows
  if (!first) return everything
  // Only what is not wanted: everything else is.
  const start = first.operation === 'not' ? without(everything, pieceOf(first)) : pieceOf(first)
  return others.reduce((before, row) => {
    const piece = pieceOf(row)
    return row.operation === 'or' ? anyOf([before, piece]) : (row.operation === 'not' ? without : both)(before, piece)
  }, start)
}

function pieceOf({ keyword, field, type }: KeywordRow): Piece {
  if (keyword === '*') return everything
  if (field === 'isbn') return numberPiece(keyword, type)
  const beginning = type === 'startsWith' || (type === 'phrase' && /[\p{L}\p{N}]\*$/u.test(keyword))
  if (beginning) return (to, as) => to[as]('match_phrase_prefix', field, keyword)
  if (type === 'phrase') return (to, as) => to[as]('match_phrase', field, keyword)
  const { literal, escaped } = textOfKeyword(keyword)
  const operator = type === 'any' ? 'or' : 'and'
  return anyOf([...new Set([literal, escaped])].map((text) => textPiece(text, field, operator)))
}

/** `keyword` is what the search box searches: every field, and the numbers for what looks like one. */
const textPiece =
  (text: string, field: string, operator: 'and' | 'or'): Piece =>
  (to, as) => {
    const fields = field === 'keyword' ? {} : { fields: [field] }
    to[as]('query_string', 'query', text, { ...fields, default_operator: operator, analyze_wildcard: true })
  }

/** A field named isbn maps to the identifier field. */
function numberPiece(keyword: string, type: string): Piece {
  const numbers = numbersOf(keyword).map((number): Piece => {
    const start = type === 'startsWith' ? `${number.replace(/\*+$/, '')}*` : number
    if (!/[*?]/.test(start)) return (to, as) => to[as]('term', 'identifier', number)
    return textPiece(withoutSpaces(start).replaceAll(':', '\\:'), 'identifier', 'and')
  })
  return type === 'any' ? anyOf(numbers) : allOf(numbers)
}

function limit(body: Bodybuilder, form: AdvancedForm) {
  const { publicationYearFrom: from, publicationYearTo: to, placeOfPublication: place, issuance } = form
  const years = { ...(from ? { gte: Number(from) } : {}), ...(to ? { lte: Number(to) } : {}) }
  if (from || to) body.filter('range', 'publicationYear', years)
  if (form.scisType) {
    const category = Object.entries(itemTypes).find(([name]) => name === form.scisType)
    if (category) body.filter('terms', 'scisType', [...category[1]])
    else body.filter('term', 'scisType', form.scisType)
  }
  if (form.language) body.filter('term', 'language', form.language)
  if (place.startsWith('-')) body.notFilter('term', 'placeOfPublicationMarcCountry', place.slice(1))
  else if (place) body.filter('term', 'placeOfPublicationMarcCountry', place)
  if (form.genre) body.filter('term', 'genreScis', form.genre)
  if (form.learningArea) body.filter('term', 'scisLearningArea', form.learningArea)
  if (issuance !== 'all') body.filter('term', 'issuance', issuance)
}
