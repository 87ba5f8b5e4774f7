import { z } from 'zod'
import type { Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import {
  accept,
  analyse,
  atLeastOf,
  listOf,
  literalClauses,
  phraseClause,
  prefixClause,
  quoted,
  readBool,
  readQueryString,
  refuse,
  respelledPhrases,
  typeOf,
} from '#features/catalogue/server/catalogue.ts'
import { sortKey } from '#marc/crosswalk/sort-key.ts'
import { SearchText as text } from '../../contract.ts'
import { type Authority, authorities, type HeadingClause, type HeadingField } from './heading-query.ts'

/** The remaining budget of one search, and the words of each text in it that may be a whole heading. */
export type Reading = { clausesLeft: number; texts: string[][] }

export function spend(reading: Reading): void {
  reading.clausesLeft--
  if (reading.clausesLeft < 0) throw refuse('The search has too many parts: at most 128.')
}

const operator = z.enum(['and', 'or', 'AND', 'OR']).transform((written) => written.toLowerCase() as 'and' | 'or')
const QueryString = z.strictObject({
  query: text,
  default_operator: operator.optional(),
  fields: z.array(text).min(1).max(8).optional(),
  analyze_wildcard: z.boolean().optional(),
  /** Accepted and ignored. */
  allow_leading_wildcard: z.boolean().optional(),
})
const Match = z.strictObject({
  query: text,
  operator: operator.optional(),
  minimum_should_match: z.union([z.number(), z.string()]).optional(),
})
const MultiMatch = Match.extend({
  fields: z.array(text).min(1).max(8),
  type: z.enum(['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix']).optional(),
})
const OneText = z.strictObject({ query: text })
const Ids = z.strictObject({ values: z.array(text).max(1000) })
const Values = z.array(text).max(1000)
const OneValue = z.union([text.transform((value) => ({ value })), z.strictObject({ value: text })])

const Range = z.strictObject({ gte: text, lt: text })

const isTrue = z.union([z.literal(true), z.literal('true')])
const True = z.union([isTrue, z.strictObject({ value: isTrue })])

const deepest = 12

/** A query and everything in it as a tree. */
export function readClause(query: unknown, reading: Reading, depth = 1): HeadingClause {
  if (depth > deepest) throw refuse(`The search is nested too deeply: at most ${deepest} levels.`)
  const [type, body] = typeOf(query)
  spend(reading)
  switch (type) {
    case 'bool':
      return readBoolClause(body, reading, depth)
    case 'match_all':
      accept(z.strictObject({}), body, type)
      return { kind: 'all' }
    case 'query_string': {
      const leaf = accept(QueryString, body, type)
      return readText(leaf.query, leaf.default_operator ?? 'and', fieldsOf(leaf.fields), reading)
    }
    case 'match': {
      const [fields, given] = inField(type, body)
      return readMatch(accept(Match, given, type), fields, reading)
    }
    case 'multi_match': {
      const { fields: names, type: kind, ...match } = accept(MultiMatch, body, type)
      const fields = fieldsOf(names)
      if (kind === 'phrase') return readPhrase(match.query, fields, reading, false)
      if (kind === 'phrase_prefix') return readPhrase(match.query, fields, reading, true)
      return readMatch(match, fields, reading)
    }
    case 'match_phrase':
    case 'match_phrase_prefix': {
      const [fields, given] = inField(type, body)
      return readPhrase(accept(OneText, given, type).query, fields, reading, type === 'match_phrase_prefix')
    }
    case 'ids':
      return { kind: 'ids', ids: accept(Ids, body, type).values }
    case 'prefix': {
      const [name, given] = onlyField(type, body)
      if (name !== 'heading') throw refuse('A prefix search is accepted on the heading only.')
      const letters = sortKey(accept(OneValue, given, type).value)
      return letters === '' ? { kind: 'none' } : { kind: 'beginning', letters }
    }
    case 'range': {
      const [name, given] = onlyField(type, body)
      if (name !== 'heading') throw refuse('A range is accepted on the heading only.')
      const { gte, lt } = accept(Range, given, type)
      return { kind: 'between', from: sortKey(gte), before: sortKey(lt) }
    }
    case 'term': {
      const [name, given] = onlyField(type, body)
      const authority = authorities.find((each) => each === name)
      if (authority || name === 'isTopTerm') accept(True, given, `term on ${quoted(name)}`)
      if (authority) return { kind: 'authority', of: [authority] }
      if (name === 'isTopTerm') return { kind: 'topTerm' }
      return readValues(name, [accept(OneValue, given, type).value])
    }
    case 'terms': {
      const [name, given] = onlyField(type, body)
      return readValues(name, accept(Values, given, type))
    }
    default:
      throw refuse(`A query of the type ${quoted(type)} is not accepted.`)
  }
}

function readBoolClause(body: unknown, reading: Reading, depth: number): HeadingClause {
  const bool = readBool(body)
  const read = (part: unknown, into = reading) => listOf(part).map((each) => readClause(each, into, depth + 1))
  const required = [...read(bool.must), ...read(bool.filter)]
  const should = read(bool.should)
  // Excluded words are not compared with whole headings.
  const aside = { ...reading, texts: [] }
  const without = read(bool.must_not, aside)
  reading.clausesLeft = aside.clausesLeft
  // Beside required clauses, alternatives are optional unless a number is asked for.
  const usual = required.length === 0 && should.length > 0 ? 1 : 0
  const atLeast = bool.minimum_should_match === undefined ? usual : atLeastOf(bool.minimum_should_match, should.length)
  return all([
    ...required,
    ...(atLeast > 0 ? [anyOf(should, atLeast)] : []),
    ...without.map((clause): HeadingClause => ({ kind: 'not', clause })),
  ])
}

/** Alternatives between authorities are one choice of several. */
function anyOf(clauses: HeadingClause[], atLeast: number): HeadingClause {
  const of = clauses.flatMap((clause): Authority[] => (clause.kind === 'authority' ? clause.of : []))
  if (atLeast === 1 && of.length > 0 && clauses.every(({ kind }) => kind === 'authority'))
    return { kind: 'authority', of: [...new Set(of)] }
  return { kind: 'or', clauses, atLeast }
}

/** In a heading a colon is a colon, no matter what precedes it. */
function readText(query: string, clause: 'and' | 'or', fields: HeadingField[], reading: Reading): HeadingClause {
  const literal = query.replace(/\\[\s\S]|:/g, (found) => (found === ':' ? '\\:' : found))
  const read = readQueryString(literal, {
    target: { kind: 'text', fields: [carrier] },
    identifiers: false,
    operator: clause,
  })
  if (read.title !== undefined) reading.texts.push(read.title.split(' '))
  return inFields(read.clause, fields)
}

function readMatch(leaf: z.output<typeof Match>, fields: HeadingField[], reading: Reading): HeadingClause {
  const clauses = literalClauses(leaf.query, [carrier]).map((clause) => inFields(clause, fields))
  if (clauses.length === 0) return { kind: 'none' }
  reading.texts.push(analyse(leaf.query))
  if (leaf.operator === 'and') return all(clauses)
  return { kind: 'or', clauses, atLeast: Math.max(1, atLeastOf(leaf.minimum_should_match ?? 1, clauses.length)) }
}

function readPhrase(query: string, fields: HeadingField[], reading: Reading, isPrefix: boolean): HeadingClause {
  reading.texts.push(analyse(query))
  return inFields(isPrefix ? prefixClause(query, [carrier]) : phraseClause(query, [carrier]), fields)
}

function readValues(name: string, values: string[]): HeadingClause {
  if (name === 'recordId' || name === '_id' || name === 'id') return { kind: 'ids', ids: values }
  if (name === 'topicAuthority' || name === 'nameAuthority') return { kind: 'scheme', of: name, codes: values }
  throw refuse(`${quoted(name)} cannot be searched for whole values.`)
}

/** The catalogue's reader needs a field in each clause; here the fields are set afterwards. */
const carrier: SearchField = 'title'

function inFields(clause: Clause, fields: HeadingField[]): HeadingClause {
  switch (clause.kind) {
    case 'all':
    case 'none':
      return clause
    case 'and':
      return all(clause.clauses.map((each) => inFields(each, fields)))
    case 'or':
      return { ...clause, clauses: clause.clauses.map((each) => inFields(each, fields)) }
    case 'not':
      return { kind: 'not', clause: inFields(clause.clause, fields) }
    case 'unscored':
      return inFields(clause.clause, fields)
    case 'phrase':
      return anyOf(
        [clause, ...respelledPhrases(clause.words).map((words) => ({ ...clause, words }))].map((each) => ({
          ...each,
          fields,
        })),
        1,
      )
    case 'word':
    case 'pattern':
      return { ...clause, fields }
    default:
      return { kind: 'none' }
  }
}

export const all = (clauses: HeadingClause[]): HeadingClause =>
  clauses.length === 0 ? { kind: 'all' } : clauses.length === 1 ? clauses[0]! : { kind: 'and', clauses }

const both: HeadingField[] = ['heading', 'variants']

/** `heading^10` means `heading`: the ranking is fixed. */
function fieldsOf(names: string[] | undefined): HeadingField[] {
  if (names === undefined) return both
  const fields = names.flatMap((name): HeadingField[] => {
    const bare = name.replace(/\^\d+(?:\.\d+)?$/, '')
    if (bare === '*') return both
    if (bare === 'heading' || bare === 'variants') return [bare]
    throw refuse(`${quoted(name)} is not a field of a heading that can be searched.`)
  })
  return [...new Set(fields)]
}

function inField(type: string, body: unknown): [HeadingField[], unknown] {
  const [name, given] = onlyField(type, body)
  return [fieldsOf([name]), typeof given === 'object' && given !== null ? given : { query: given }]
}

function onlyField(type: string, body: unknown): [string, unknown] {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  if (members.length !== 1) throw refuse(`${type} must name exactly one field.`)
  return members[0]!
}
