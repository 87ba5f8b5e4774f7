import { allOf, anyOf } from './clauses.ts'
import type { Clause } from './query.ts'
import type { FieldTarget } from './query-fields.ts'
import type { Token } from './query-string-tokens.ts'
import {
  identifierClause,
  identifierPattern,
  literalClauses,
  looksLikeIdentifier,
  patternClause,
  phraseClause,
} from './word-clauses.ts'

/** A word or phrase asked for in a field; undefined where nothing of it can be searched for (a lone dash). */
export function targetClause(
  token: Extract<Token, { kind: 'word' | 'phrase' }>,
  target: FieldTarget,
  identifiers: boolean,
): Clause | undefined {
  switch (target.kind) {
    case 'text':
      return textClause(token, target.fields, identifiers)
    case 'identifier':
      return token.kind === 'word' && token.wild ? identifierPattern(token.pattern) : identifierClause([token.text])
    case 'id':
      return { kind: 'ids', ids: [token.text] }
    case 'facet':
      return { kind: 'values', field: target.facet, values: [token.text] }
    case 'range':
      return rangeClause(token.text, target.range)
  }
}

function textClause(
  token: Extract<Token, { kind: 'word' | 'phrase' }>,
  fields: Extract<FieldTarget, { kind: 'text' }>['fields'],
  identifiers: boolean,
): Clause | undefined {
  const numbers = identifiers && looksLikeIdentifier(token.text) ? [identifierClause([token.text])] : []
  if (token.kind === 'phrase') {
    const phrase = phraseClause(token.text, fields)
    return phrase.kind === 'none' ? undefined : anyOf([phrase, ...numbers])
  }
  const words = token.wild ? patternClause(token.pattern, fields) : literalClauses(token.text, fields)
  return words.length === 0 ? undefined : anyOf([allOf(words), ...numbers])
}

/** A single year or day; anything else is no date. */
function rangeClause(text: string, field: Extract<FieldTarget, { kind: 'range' }>['range']): Clause {
  if (field === 'publicationYear')
    return /^\d{4}$/.test(text) ? { kind: 'range', field, from: +text, to: +text } : { kind: 'none' }
  return /^\d{4}-\d\d-\d\d$/.test(text) ? { kind: 'range', field, from: text, to: text } : { kind: 'none' }
}
