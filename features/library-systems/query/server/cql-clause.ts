import type { Clause } from '#features/catalogue/query/server/query.ts'
import { maxTermLength } from '#features/catalogue/rules.ts'
import { allOf, anyOf, not } from '#features/catalogue/server/catalogue.ts'
import { type AccessPoint, accessPointOfIndex } from './access-points.ts'
import { type Lookup, maxWords } from './in-place.ts'
import type { CqlModifier, CqlQuery } from './parse-cql.ts'
import type { Place } from './places.ts'
import { type Comparison, clauseOfTerm, type SearchTerm, type TermRefused } from './search-term.ts'
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
export async function clauseOfCql(query: CqlQuery, lookup: Lookup): Promise<Clause> {
  if (query.kind === 'term') return clauseOfCqlTerm(query, lookup)
  const { operator, modifiers, left, right } = query
  if (operator === 'prox') throw new SruDiagnostic('proximityUnsupported', 'prox')
  // How ranks are combined is a wish; anything else would change what is found.
  const other = modifiers.find(({ name }) => !name.startsWith('rel.'))
  if (other) throw new SruDiagnostic('unsupportedBooleanModifier', other.name)
  const [one, two] = [await clauseOfCql(left, lookup), await clauseOfCql(right, lookup)]
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

async function clauseOfCqlTerm(given: Term, lookup: Lookup): Promise<Clause> {
  const name = indexName(given)
  const { term } = given
  const relation = given.relation.replace(/^cql\./, '')
  if (name === 'cql.allrecords') return { kind: 'all' }
  if (name === 'cql.resultsetid') throw new SruDiagnostic('resultSetsUnsupported', term)
  const at = accessPointOfCql(given)
  refuseModifiers(given.modifiers)
  if (term.trim() === '') throw new SruDiagnostic('emptyTerm', given.index)
  const read = (more: Partial<SearchTerm> = {}) =>
    oneClause({ at, comparison: '=', match: 'phrase', ...more }, given, lookup)
  if (relation === 'within')
    return within(given, (comparison, text) =>
      oneClause({ at, comparison, match: 'phrase' }, { ...given, term: text }, lookup),
    )
  if (relation === '<>') return not(await read())
  if (relation === '==' || relation === 'exact') return read({ place: wholeField })
  if (comparisons.has(relation)) return read({ comparison: relation as Comparison })
  const match = matches.get(relation)
  if (!match) throw new SruDiagnostic('unsupportedRelation', relation)
  return read({ match })
}

const wholeField: Place = { within: 'field', starts: true, ends: true }
const comparisons: ReadonlySet<string> = new Set<Comparison>(['<', '<=', '=', '>=', '>'])
/** `=` is adjacency, as the standard has it. */
const matches = new Map<string, SearchTerm['match']>([
  ['all', 'all'],
  ['any', 'any'],
  ['adj', 'phrase'],
  ['scr', 'all'],
])

async function oneClause(
  wanted: Omit<SearchTerm, 'text' | 'truncation'>,
  given: Term,
  lookup: Lookup,
): Promise<Clause> {
  const isUnmasked = given.modifiers.some(({ name }) => name === 'unmasked' || name === 'cql.unmasked')
  const text: ReadText = isUnmasked ? { text: given.term, truncation: 'none' } : readMasks(given.term)
  // Words without an index may be anywhere, unless they are anchored.
  const match = given.index === 'cql.serverchoice' && !wanted.place && !text.place ? 'all' : wanted.match
  const read = await clauseOfTerm({ ...wanted, ...text, match }, lookup)
  if ('clause' in read) return read.clause
  const details: Partial<Record<TermRefused, string>> = {
    combination: `${given.relation} ${given.index}`,
    longTerm: `at most ${maxTermLength} characters`,
    manyWords: `at most ${maxWords} words`,
  }
  throw new SruDiagnostic(conditions[read.refused], details[read.refused] ?? given.term)
}

const conditions = {
  term: 'termInvalid',
  combination: 'unsupportedRelationAndIndex',
  longTerm: 'termInvalid',
  manyWords: 'tooManyBooleans',
  shortMask: 'maskTooShort',
  manyMasks: 'tooManyMasks',
  manyRecords: 'tooManyRecords',
} as const satisfies Record<TermRefused, string>

/** `dc.date within "1990 1999"`. */
async function within(given: Term, read: (comparison: Comparison, text: string) => Promise<Clause>): Promise<Clause> {
  const bounds = given.term.trim().split(/\s+/)
  if (bounds.length !== 2) throw new SruDiagnostic('termInvalid', given.term)
  return allOf([await read('>=', bounds[0]!), await read('<=', bounds[1]!)])
}

type ReadText = Pick<SearchTerm, 'text' | 'truncation' | 'place'>

/** Masks, `*` and `?`, and anchors: `^` at the start or end of the term. Escaped ones are text. */
function readMasks(term: string): ReadText {
  const parts = term.match(/\\[\s\S]|[\s\S]/gu) ?? []
  const starts = parts[0] === '^'
  const ends = parts.length > 1 && parts.at(-1) === '^'
  const inner = parts.slice(starts ? 1 : 0, ends ? -1 : undefined)
  if (inner.includes('^')) throw new SruDiagnostic('anchorMisplaced', term)
  const place: Pick<SearchTerm, 'place'> = starts || ends ? { place: { within: 'field', starts, ends } } : {}
  const plain = inner.map((part) => (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part))
  if (!inner.some((part) => part === '*' || part === '?')) return { text: plain.join(''), truncation: 'none', ...place }
  // An escaped mask separates words, as other punctuation does.
  const text = inner.map((part, i) => (/^\\[*?]$/.test(part) ? ' ' : plain[i])).join('')
  return { text, truncation: 'masks', ...place }
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
