import type { Clause } from '#features/catalogue/query/server/query.ts'
import { allOf, anyOf, not } from '#features/catalogue/server/catalogue.ts'
import type { CqlModifier, CqlQuery } from './parse-cql.ts'
import {
  type AccessPoint,
  accessPointOfIndex,
  type Comparison,
  clauseOfTerm,
  type SearchTerm,
  whyNoClause,
} from './search-term.ts'
import { SruDiagnostic } from './sru-diagnostics.ts'

/** Usual prefixes of context sets by their URI. Explain names the newest of each. */
export const contextSets = new Map([
  ['info:srw/cql-context-set/1/cql-v1.1', 'cql'],
  ['info:srw/cql-context-set/1/cql-v1.2', 'cql'],
  ['info:srw/cql-context-set/1/dc-v1.1', 'dc'],
  ['info:srw/cql-context-set/2/rec-1.0', 'rec'],
  ['info:srw/cql-context-set/2/rec-1.1', 'rec'],
  ['http://zing.z3950.org/cql/bath/2.0/', 'bath'],
])

/** The catalogue's query of a CQL query. Throws an SruDiagnostic that names what is not supported. */
export function clauseOfCql(query: CqlQuery): Clause {
  if (query.kind === 'term') return clauseOfCqlTerm(query)
  const { operator, modifiers, left, right } = query
  if (operator === 'prox') throw new SruDiagnostic('proximityUnsupported', 'prox')
  // How ranks are combined is a wish; anything else would change what is found.
  const other = modifiers.find(({ name }) => !name.startsWith('rel.'))
  if (other) throw new SruDiagnostic('unsupportedBooleanModifier', other.name)
  const [one, two] = [clauseOfCql(left), clauseOfCql(right)]
  if (operator === 'and') return allOf([one, two])
  return operator === 'or' ? anyOf([one, two]) : allOf([one, not(two)])
}

type Term = Extract<CqlQuery, { kind: 'term' }>

/** Throws an SruDiagnostic if the index or its context set is unknown. */
export function accessPointOfCql(given: Term): AccessPoint {
  const at = accessPointOfIndex(indexName(given))
  if (!at) throw new SruDiagnostic('unsupportedIndex', given.index)
  return at
}

function clauseOfCqlTerm(given: Term): Clause {
  const name = indexName(given)
  const { term } = given
  const relation = given.relation.replace(/^cql\./, '')
  if (name === 'cql.allrecords') return { kind: 'all' }
  if (name === 'cql.resultsetid') throw new SruDiagnostic('resultSetsUnsupported', term)
  const at = accessPointOfCql(given)
  refuseModifiers(given.modifiers)
  if (term.trim() === '') throw new SruDiagnostic('emptyTerm', given.index)
  if (relation === 'within') return within(at, given)
  if (relation === '<>') return not(oneClause(at, '=', 'phrase', given))
  if (comparisons.has(relation)) return oneClause(at, relation as Comparison, 'phrase', given)
  const match = matches.get(relation)
  if (!match) throw new SruDiagnostic('unsupportedRelation', relation)
  return oneClause(at, '=', match, given)
}

const comparisons: ReadonlySet<string> = new Set<Comparison>(['<', '<=', '=', '>=', '>'])
/** `=` is adjacency, as the standard has it. */
const matches = new Map<string, SearchTerm['match']>([
  ['all', 'all'],
  ['any', 'any'],
  ['adj', 'phrase'],
  ['scr', 'all'],
])

function oneClause(at: AccessPoint, comparison: Comparison, match: SearchTerm['match'], given: Term): Clause {
  const isUnmasked = given.modifiers.some(({ name }) => name === 'unmasked' || name === 'cql.unmasked')
  const read = isUnmasked ? ({ text: given.term, truncation: 'none' } as const) : unmasked(given.term)
  const choice = given.index === 'cql.serverchoice' ? 'all' : match
  const term = { at, comparison, match: choice, ...read }
  const clause = clauseOfTerm(term)
  if (clause) return clause
  if (whyNoClause(term) === 'term') throw new SruDiagnostic('termInvalid', given.term)
  throw new SruDiagnostic('unsupportedRelationAndIndex', `${given.relation} ${given.index}`)
}

/** `dc.date within "1990 1999"`. */
function within(at: AccessPoint, given: Term): Clause {
  const bounds = given.term.trim().split(/\s+/)
  if (bounds.length !== 2) throw new SruDiagnostic('termInvalid', given.term)
  const [from, to] = bounds.map((term) => ({ ...given, term }))
  return allOf([oneClause(at, '>=', 'phrase', from!), oneClause(at, '<=', 'phrase', to!)])
}

/** Masks become a pattern; an escaped mask is text. A word must not start with a mask, and `^` is not supported. */
function unmasked(term: string): Pick<SearchTerm, 'text' | 'truncation'> {
  let text = ''
  let pattern = ''
  let isMasked = false
  for (const [part] of term.matchAll(/\\[\s\S]|[\s\S]/gu)) {
    if (part === '^') throw new SruDiagnostic('anchoringUnsupported', term)
    if (part === '*' || part === '?') isMasked = true
    const plain = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
    text += plain
    pattern += plain !== part && /[*?]/.test(plain) ? ' ' : plain
  }
  if (!isMasked) return { text, truncation: 'none' }
  if (pattern.split(/\s+/).some((word) => /^[*?]/.test(word))) throw new SruDiagnostic('maskingUnsupported', term)
  return { text: pattern, truncation: 'pattern' }
}

/** The index with its set's usual prefix, in lower case. */
function indexName({ index, prefixes }: Term): string {
  const dot = index.indexOf('.')
  const prefix = dot < 0 ? '' : index.slice(0, dot)
  const uri = prefixes.get(prefix)
  if (uri === undefined) return index
  const set = contextSets.get(uri.toLowerCase())
  if (set === undefined) throw new SruDiagnostic('unsupportedContextSet', uri)
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
  if (other) throw new SruDiagnostic('unsupportedRelationModifier', other.name)
}
