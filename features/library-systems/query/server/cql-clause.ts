import type { Clause } from '#features/catalogue/query/server/query.ts'
import { allOf, anyOf, not } from '#features/catalogue/server/catalogue.ts'
import type { CqlModifier, CqlQuery } from './parse-cql.ts'
import { type AccessPoint, accessPointOfIndex, type Comparison, clauseOfTerm, type SearchTerm } from './search-term.ts'

/** Conditions of the diagnostic list of SRU, by their name there. */
export const sruDiagnostics = {
  querySyntaxError: 10,
  unsupportedContextSet: 15,
  unsupportedIndex: 16,
  unsupportedRelation: 19,
  unsupportedRelationModifier: 20,
  unsupportedRelationAndIndex: 22,
  emptyTerm: 27,
  maskingUnsupported: 28,
  anchoringUnsupported: 31,
  termInvalid: 36,
  tooManyBooleans: 38,
  proximityUnsupported: 39,
  unsupportedBooleanModifier: 46,
} as const

export class CqlDiagnostic extends Error {
  readonly condition: number
  readonly details: string

  constructor(condition: keyof typeof sruDiagnostics, details: string) {
    super(`${sruDiagnostics[condition]} ${details}`)
    this.condition = sruDiagnostics[condition]
    this.details = details
  }
}

/** Context sets by their URI; a prefix that the query does not define has its usual meaning. */
const contextSets: Record<string, string> = {
  'info:srw/cql-context-set/1/cql-v1.1': 'cql',
  'info:srw/cql-context-set/1/cql-v1.2': 'cql',
  'info:srw/cql-context-set/1/dc-v1.1': 'dc',
  'info:srw/cql-context-set/2/rec-1.0': 'rec',
  'info:srw/cql-context-set/2/rec-1.1': 'rec',
  'http://zing.z3950.org/cql/bath/2.0/': 'bath',
}

/** The catalogue's query of a CQL query. Throws a CqlDiagnostic that names what is not supported. */
export function clauseOfCql(query: CqlQuery): Clause {
  if (query.kind === 'term') return clauseOfCqlTerm(query)
  const { operator, modifiers, left, right } = query
  if (operator === 'prox') throw new CqlDiagnostic('proximityUnsupported', 'prox')
  // How ranks are combined is a wish; anything else would change what is found.
  const other = modifiers.find(({ name }) => !name.startsWith('rel.'))
  if (other) throw new CqlDiagnostic('unsupportedBooleanModifier', other.name)
  const [one, two] = [clauseOfCql(left), clauseOfCql(right)]
  if (operator === 'and') return allOf([one, two])
  return operator === 'or' ? anyOf([one, two]) : allOf([one, not(two)])
}

type Term = Extract<CqlQuery, { kind: 'term' }>

function clauseOfCqlTerm(given: Term): Clause {
  const name = indexName(given)
  const { relation, term } = given
  if (name === 'cql.allrecords') return { kind: 'all' }
  const at = accessPointOfIndex(name)
  if (!at) throw new CqlDiagnostic('unsupportedIndex', given.index)
  refuseModifiers(given.modifiers)
  if (term.trim() === '') throw new CqlDiagnostic('emptyTerm', given.index)
  if (relation === 'within') return within(at, given)
  if (relation === '<>') return not(oneClause(at, '=', 'phrase', given))
  const comparison = comparisons[relation]
  if (comparison) return oneClause(at, comparison, 'phrase', given)
  const match = matches[relation]
  if (!match) throw new CqlDiagnostic('unsupportedRelation', relation)
  return oneClause(at, '=', match, given)
}

const comparisons: Record<string, Comparison> = { '<': '<', '<=': '<=', '=': '=', '>=': '>=', '>': '>' }
/** `=` is adjacency, as the standard has it. */
const matches: Record<string, SearchTerm['match']> = { all: 'all', any: 'any', adj: 'phrase', scr: 'all' }

function oneClause(at: AccessPoint, comparison: Comparison, match: SearchTerm['match'], given: Term): Clause {
  const isUnmasked = given.modifiers.some(({ name }) => name === 'unmasked' || name === 'cql.unmasked')
  const read = isUnmasked ? ({ text: given.term, truncation: 'none' } as const) : unmasked(given.term)
  const choice = given.index === 'cql.serverchoice' ? 'all' : match
  const clause = clauseOfTerm({ at, comparison, match: choice, ...read })
  if (clause) return clause
  if (at.kind === 'year' || at.kind === 'dateAdded') throw new CqlDiagnostic('termInvalid', given.term)
  throw new CqlDiagnostic('unsupportedRelationAndIndex', `${given.relation} ${given.index}`)
}

/** `dc.date within "1990 1999"`. */
function within(at: AccessPoint, given: Term): Clause {
  const bounds = given.term.trim().split(/\s+/)
  if (bounds.length !== 2) throw new CqlDiagnostic('termInvalid', given.term)
  const [from, to] = bounds.map((term) => ({ ...given, term }))
  return allOf([oneClause(at, '>=', 'phrase', from!), oneClause(at, '<=', 'phrase', to!)])
}

/** Masks become a pattern; an escaped mask is text. A word must not start with a mask, and `^` is not supported. */
function unmasked(term: string): Pick<SearchTerm, 'text' | 'truncation'> {
  let text = ''
  let pattern = ''
  let isMasked = false
  for (const [part] of term.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (part === '^') throw new CqlDiagnostic('anchoringUnsupported', term)
    if (part === '*' || part === '?') isMasked = true
    const plain = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
    text += plain
    pattern += plain !== part && /[*?]/.test(plain) ? ' ' : plain
  }
  if (!isMasked) return { text, truncation: 'none' }
  if (pattern.split(/\s+/).some((word) => /^[*?]/.test(word))) throw new CqlDiagnostic('maskingUnsupported', term)
  return { text: pattern, truncation: 'pattern' }
}

/** The index with its set's usual prefix, in lower case. */
function indexName({ index, prefixes }: Term): string {
  const dot = index.indexOf('.')
  const prefix = dot < 0 ? '' : index.slice(0, dot)
  const uri = prefixes.get(prefix)
  if (uri === undefined) return index
  const set = contextSets[uri.toLowerCase()]
  if (set === undefined) throw new CqlDiagnostic('unsupportedContextSet', uri)
  return `${set}.${index.slice(dot + 1)}`
}

/** The catalogue folds case and accents and finds stems anyway. */
const accepted = new Set([
  'stem',
  'relevant',
  'string',
  'word',
  'isodate',
  'number',
  'masked',
  'unmasked',
  'ignorecase',
  'ignoreaccents',
  'locale',
])

function refuseModifiers(modifiers: CqlModifier[]) {
  const other = modifiers.find(({ name }) => !accepted.has(name.replace(/^cql\./, '')))
  if (other) throw new CqlDiagnostic('unsupportedRelationModifier', other.name)
}
