import bodybuilder, { type Bodybuilder } from 'bodybuilder'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
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
  // Alternatives alone beside a filter would move into its bool, where they are optional.
  everything(body, 'query')
  joined(keywordRows(form))(body, 'query')
  limit(body, form)
  const { query } = body.build() as { query: Record<string, unknown> }
  return query
}

/** The searched words without excluded ones: marked in the records found. */
const wordsOfForm = (form: AdvancedForm): string =>
  keywordRows(form)
    .filter(({ operation }) => operation !== 'not')
    .map(({ keyword }) => textOfKeyword(keyword).literal)
    .join(' ')

/** A piece of the query that can be added at any place. */
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

/** Each row is joined to all rows before it. */
function joined(rows: KeywordRow[]): Piece {
  const [first, ...others] = rows
  if (!first) return everything
  // With excluded words only, start from all records.
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

/** `keyword` is the search box's target: every field, and the identifiers for text that looks like one. */
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
