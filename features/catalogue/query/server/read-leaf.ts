import { z } from 'zod'
import { dayAfter, isDay, lastOf } from '#kit/day.ts'
import { SearchText as text } from '../../contract.ts'
import { analyse } from './analysis.ts'
import { allOf, anyOf } from './clauses.ts'
import { atLeastOf } from './minimum-match.ts'
import type { Clause, RangeField, SearchField } from './query.ts'
import { type FieldTarget, targetOf } from './query-fields.ts'
import { readQueryString } from './query-string.ts'
import { type Reading, spend } from './reading.ts'
import { accept, quoted, refuse } from './refuse.ts'
import { identifierClause, literalClauses, phraseClause, prefixClause } from './word-clauses.ts'

const value = z.union([text, z.number()]).transform(String)
const operator = z.enum(['and', 'or', 'AND', 'OR']).transform((written) => written.toLowerCase() as 'and' | 'or')
const minimum = z.union([z.number(), z.string().max(5)])

const QueryString = z.strictObject({
  query: text,
  default_operator: operator.optional(),
  fields: z.array(text).min(1).max(32).optional(),
  analyze_wildcard: z.boolean().optional(),
  /** Accepted and ignored. */
  allow_leading_wildcard: z.boolean().optional(),
})
const Match = z.strictObject({ query: value, operator: operator.optional(), minimum_should_match: minimum.optional() })
const MultiMatch = Match.extend({
  fields: z.array(text).min(1).max(32),
  type: z.enum(['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix']).optional(),
})
const Nothing = z.strictObject({})
const Values = z.array(value)
const OneText = z.strictObject({ query: value })
const OneValue = z.strictObject({ value })

/** A query that contains no other query. */
export function readLeaf(type: string, body: unknown, reading: Reading, scored: boolean): Clause {
  switch (type) {
    case 'match_all':
      accept(Nothing, body, type)
      return { kind: 'all' }
    case 'query_string':
      return readQueryText(accept(QueryString, body, type), reading, scored)
    case 'match': {
      const [target, given] = ofField(type, body, 'query')
      return matchClause(accept(Match, given, type), target, reading, scored)
    }
    case 'multi_match': {
      const { fields, type: kind, ...match } = accept(MultiMatch, body, type)
      const target = textTarget(fields)
      const found =
        kind === 'phrase'
          ? phraseIn(match.query, target)
          : kind === 'phrase_prefix'
            ? startIn(match.query, target)
            : matchClause(match, target, reading, scored)
      const byNumber = target.kind === 'text' && fields.some((name) => targetOf(name)?.kind === 'identifier')
      return byNumber ? anyOf([found, identifierClause([match.query])]) : found
    }
    case 'match_phrase': {
      const [target, given] = ofField(type, body, 'query')
      return phraseIn(accept(OneText, given, type).query, target)
    }
    case 'match_phrase_prefix': {
      const [target, given] = ofField(type, body, 'query')
      return startIn(accept(OneText, given, type).query, target)
    }
    case 'prefix': {
      const [target, given] = ofField(type, body, 'value')
      const { value: start } = accept(OneValue, given, type)
      if (target.kind === 'text' && target.fields.join() === 'title') return startIn(start, target)
      if (target.kind === 'text' && target.facet === 'subjects')
        return { kind: 'beginning', field: 'subjects', text: start }
      throw refuse('A prefix search is accepted on titles and subjects only.')
    }
    case 'term': {
      const [target, given] = ofField(type, body, 'value')
      return valuesClause([accept(OneValue, given, type).value], target, reading)
    }
    case 'terms': {
      const [name, given] = onlyField(type, body)
      const values = accept(Values, given, `terms on ${quoted(name)}`)
      if (values.length > reading.values)
        throw refuse(`terms on ${quoted(name)} has more than ${reading.values} values.`)
      return valuesClause(values, fieldTarget(name), reading)
    }
    case 'range': {
      const [name, given] = onlyField(type, body)
      return readRange(name, fieldTarget(name), given)
    }
    default:
      throw refuse(`A query of the type ${quoted(type)} is not accepted.`)
  }
}

function readQueryText(leaf: z.output<typeof QueryString>, reading: Reading, scored: boolean): Clause {
  const target = leaf.fields && textTarget(leaf.fields)
  const read = readQueryString(leaf.query, {
    ...(target ? { target, identifiers: leaf.fields!.some((name) => targetOf(name)?.kind === 'identifier') } : {}),
    operator: leaf.default_operator ?? 'and',
  })
  if (scored && read.title !== undefined && mayBeTitle(target)) reading.titles.push(read.title)
  return read.clause
}

function matchClause(leaf: z.output<typeof Match>, target: FieldTarget, reading: Reading, scored: boolean): Clause {
  if (target.kind !== 'text') return valuesClause([leaf.query], target, reading)
  const words = literalClauses(leaf.query, target.fields)
  if (words.length === 0) return { kind: 'none' }
  if (scored && mayBeTitle(target)) reading.titles.push(analyse(leaf.query).join(' '))
  if (leaf.minimum_should_match !== undefined && leaf.operator !== 'and')
    return anyOf(words, Math.max(1, atLeastOf(leaf.minimum_should_match, words.length)))
  return leaf.operator === 'and' ? allOf(words) : anyOf(words)
}

/** Whole values of a facet, identifiers, ids, years, or words next to each other; several are alternatives. */
export function valuesClause(values: string[], target: FieldTarget, reading: Reading): Clause {
  if (values.length === 0) return { kind: 'none' }
  switch (target.kind) {
    case 'identifier':
      return identifierClause(values)
    case 'id':
      return { kind: 'ids', ids: [...new Set(values)] }
    case 'facet':
      return { kind: 'values', field: target.facet, values: [...new Set(values)] }
    case 'range':
      return anyOf(values.map((each) => ({ kind: 'range', field: target.range, ...yearOf(each, target.range) })))
    case 'text':
      if (target.facet) return { kind: 'values', field: target.facet, values: [...new Set(values)] }
      spend(reading, values.length - 1)
      return anyOf(values.map((each) => phraseClause(each, target.fields)))
  }
}

const mayBeTitle = (target: FieldTarget | undefined) =>
  target === undefined || (target.kind === 'text' && target.fields.includes('title'))

const phraseIn = (phrase: string, target: FieldTarget) =>
  target.kind === 'text' ? phraseClause(phrase, target.fields) : readNothingButText()
const startIn = (start: string, target: FieldTarget) =>
  target.kind === 'text' ? prefixClause(start, target.fields) : readNothingButText()
const readNothingButText = () => {
  throw refuse('A phrase can be searched in fields of words only.')
}

/** `{ title: 'x' }` and `{ title: { query: 'x' } }` are the same. */
function ofField(type: string, body: unknown, key: 'query' | 'value'): [FieldTarget, unknown] {
  const [name, given] = onlyField(type, body)
  return [fieldTarget(name), typeof given === 'object' && given !== null ? given : { [key]: given }]
}

function onlyField(type: string, body: unknown): [string, unknown] {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Object.keys(body).length !== 1)
    throw refuse(`${quoted(type)} must name exactly one field.`)
  return Object.entries(body)[0]!
}

export function fieldTarget(name: string): FieldTarget {
  const target = targetOf(name)
  if (!target) throw refuse(`There is no search field ${quoted(name)}.`)
  return target
}

/** Several names as one target: the word fields of all of them. */
function textTarget(names: string[]): FieldTarget {
  const found = names.map(fieldTarget)
  const fields = new Set<SearchField>()
  for (const target of found) if (target.kind === 'text') for (const field of target.fields) fields.add(field)
  if (fields.size > 0) return { kind: 'text', fields: [...fields] }
  if (found.length === 1 || found.every((target) => target.kind === 'identifier')) return found[0]!
  throw refuse('These fields cannot be searched together.')
}

const bound = z.union([z.number(), z.string().max(32)]).optional()
const Bounds = z.strictObject({ gte: bound, gt: bound, lte: bound, lt: bound })

/** Years and days, with both bounds inclusive. */
function readRange(name: string, target: FieldTarget, body: unknown): Clause {
  if (target.kind !== 'range') throw refuse(`A range on ${quoted(name)} is not accepted.`)
  const { gte, gt, lte, lt } = accept(Bounds, body, 'range')
  if ((gte !== undefined && gt !== undefined) || (lte !== undefined && lt !== undefined))
    throw refuse('A range has one lower and one upper bound.')
  const field = target.range
  const from =
    gte !== undefined ? boundOf(gte, field, 0, 'first') : gt !== undefined ? boundOf(gt, field, 1, 'last') : undefined
  const to =
    lte !== undefined ? boundOf(lte, field, 0, 'last') : lt !== undefined ? boundOf(lt, field, -1, 'first') : undefined
  if (from === undefined && to === undefined) return { kind: 'all' }
  return { kind: 'range', field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** A single year or day as a range. */
const yearOf = (value: string, field: RangeField) => ({
  from: boundOf(value, field, 0, 'first'),
  to: boundOf(value, field, 0, 'last'),
})

function boundOf(value: number | string, field: RangeField, step: number, edge: 'first' | 'last'): number | string {
  if (field === 'publicationYear') {
    if (/^\d{1,4}$/.test(String(value))) return Number(value) + step
    throw refuse(`${quoted(value)} is not a year.`)
  }
  // Only the day of an instant counts: records have no time.
  const match = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:(?<=-\d\d-\d\d)T[\d:.]{5,12}Z)?$/.exec(String(value))
  if (!match) throw refuse(`${quoted(value)} is not a date: YYYY-MM-DD.`)
  const [, year, month, day] = match
  // A year or month alone means its first or last day.
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  if (!isDay(first)) throw refuse(`${quoted(value)} is not a date.`)
  if (day || edge === 'first') return dayAfter(first, step)
  return dayAfter(lastOf(month ? first : `${year}-12`), step)
}
