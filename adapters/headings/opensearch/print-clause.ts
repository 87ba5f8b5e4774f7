import {
  authorities,
  type HeadingClause,
  type HeadingField,
} from '#features/catalogue/headings/server/heading-query.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import { printBetween } from './sort-digits.ts'

/** The words that a pattern matches, looked up beforehand. */
export type WordsLike = (pattern: string) => string[]

const everything = { match_all: {} }
const nothing = { match_none: {} }
export const isHeading = { term: { is: 'heading' } }

/** More words than share any first letter. */
const maxWordsOfPrefix = 50_000

export const anyOf = (queries: object[], atLeast = 1): object =>
  queries.length === 1 && atLeast === 1 ? queries[0]! : { bool: { should: queries, minimum_should_match: atLeast } }
export const allOf = (queries: object[]): object => (queries.length === 1 ? queries[0]! : { bool: { filter: queries } })

/** A clause as a filter query, without ranking. `only` narrows the clause's fields to one. */
export function printClause(clause: HeadingClause, wordsLike: WordsLike, only?: HeadingField): object {
  const within = (each: HeadingClause) => printClause(each, wordsLike, only)
  const inFields = (fields: HeadingField[], print: (field: HeadingField) => object) => {
    const searched = only ? fields.filter((field) => field === only) : fields
    return searched.length === 0 ? nothing : anyOf(searched.map(print))
  }
  switch (clause.kind) {
    case 'all':
      return everything
    case 'none':
      return nothing
    case 'and':
      return clause.clauses.length === 0 ? everything : allOf(clause.clauses.map(within))
    case 'or':
      if (clause.atLeast <= 0) return everything
      if (clause.clauses.length < clause.atLeast) return nothing
      return anyOf(clause.clauses.map(within), clause.atLeast)
    case 'not':
      // A negated clause applies to all fields.
      return { bool: { must_not: [printClause(clause.clause, wordsLike)] } }
    case 'word':
      return inFields(clause.fields, (field) => ({ term: { [stemsOf[field]]: stem(clause.word) } }))
    case 'pattern': {
      const words = wordsLike(clause.pattern)
      return words.length === 0 ? nothing : inFields(clause.fields, (field) => ({ terms: { [field]: words } }))
    }
    case 'phrase':
      if (clause.words.length === 0) return nothing
      return inFields(clause.fields, (field) => printPhrase(field, clause.words, clause.lastIsPrefix))
    case 'beginning':
      // No sort key contains the highest code point.
      return printBetween(clause.letters, `${clause.letters}\u{10ffff}`)
    case 'between':
      return printBetween(clause.from, clause.before)
    case 'topTerm':
      return { term: { isTopTerm: true } }
    case 'authority':
      return { terms: { authority: clause.of.map((authority) => authorities.indexOf(authority)) } }
    case 'ids':
      return { terms: { id: clause.ids } }
    case 'scheme':
      return {
        terms: {
          scheme: clause.codes.flatMap((code) =>
            clause.of === 'topicAuthority' ? [`subject ${code}`] : [`name ${code}`, `series ${code}`],
          ),
        },
      }
  }
}

const stemsOf = { heading: 'headingStems', variants: 'variantStems' } as const

/** Adjacent words; `^` and `$` are the ends of a heading or variant. */
export const printPhrase = (field: HeadingField, words: string[], lastIsPrefix: boolean): object =>
  lastIsPrefix
    ? { match_phrase_prefix: { [field]: { query: words.join(' '), max_expansions: maxWordsOfPrefix } } }
    : { match_phrase: { [field]: words.join(' ') } }

/** Every pattern in a clause. */
export function patternsIn(clause: HeadingClause): string[] {
  if (clause.kind === 'pattern') return [clause.pattern]
  if (clause.kind === 'not') return patternsIn(clause.clause)
  return 'clauses' in clause ? clause.clauses.flatMap(patternsIn) : []
}
