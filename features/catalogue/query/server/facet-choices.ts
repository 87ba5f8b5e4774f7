import { facetOfChoice } from '../../facets.ts'
import type { Choice, Clause } from './query.ts'
import { type Bool, listOf, readBool, readClause, typeOf } from './read-clause.ts'
import { type Reading, spend } from './reading.ts'

type Range = Extract<Choice, { kind: 'range' }>

/** Splits the outermost filters into facet choices and the other conditions. */
export function readOuterFilter(filter: unknown, reading: Reading): { choices: Choice[]; rest: Clause[] } {
  const chosen: Choice[][] = []
  const rest: Clause[] = []
  for (const { query, depth } of takenApart(filter, reading, 2)) {
    const [type] = typeOf(query)
    const clause = readClause(query, reading, depth, false)
    const choices = ['term', 'terms', 'range', 'bool'].includes(type) ? choicesOf(clause) : undefined
    if (choices) chosen.push(choices)
    else rest.push(clause)
  }
  return { choices: [...valueChoices(chosen.flat()), ...yearChoices(chosen)], rest }
}

/** Several filters may be wrapped in one `bool`, as bodybuilder writes it. */
function takenApart(filter: unknown, reading: Reading, depth: number): { query: unknown; depth: number }[] {
  return listOf(filter).flatMap((query) => {
    const [type, body] = typeOf(query)
    // A filter that is nested too deeply is refused by its reader.
    if (type !== 'bool' || depth > 12) return [{ query, depth }]
    const { must, filter, ...others } = readBool(body)
    const together = [...listOf(must), ...listOf(filter)]
    if (together.length === 0) return [{ query, depth }]
    spend(reading)
    const beside = remains(others).map((each) => ({ query: each, depth }))
    return [...takenApart(together, reading, depth + 1), ...beside]
  })
}

/** Beside required clauses, alternatives in a filter mean nothing unless a number of them is asked for. */
function remains({ should, must_not, minimum_should_match }: Omit<Bool, 'must' | 'filter'>): unknown[] {
  const query = minimum_should_match === undefined ? [] : [{ bool: { should: listOf(should), minimum_should_match } }]
  return must_not === undefined ? query : [...query, { bool: { must_not } }]
}

/** The values or year ranges of one facet, if the clause is nothing else. */
function choicesOf(clause: Clause): Choice[] | undefined {
  if (clause.kind === 'values') return [clause]
  if (clause.kind === 'range') return clause.field === 'publicationYear' ? [clause] : undefined
  if (clause.kind !== 'or' || clause.atLeast !== 1) return undefined
  const inner = clause.clauses.map(choicesOf)
  const all = inner.flatMap((choices) => choices ?? [])
  const facets = new Set(all.map(({ field }) => facetOfChoice(field)))
  const oneFacet = inner.every((choices) => choices !== undefined) && facets.size === 1
  return oneFacet ? all : undefined
}

/** Several values of one facet are alternatives, however they were sent. */
function valueChoices(choices: Choice[]): Choice[] {
  const byField = new Map<string, Extract<Choice, { kind: 'values' }>>()
  for (const choice of choices) {
    if (choice.kind !== 'values') continue
    const values = [...new Set([...(byField.get(choice.field)?.values ?? []), ...choice.values])]
    byField.set(choice.field, { ...choice, values })
  }
  return [...byField.values()]
}

/** Disjoint year ranges are alternatives; overlapping ranges sent separately narrow each other. */
function yearChoices(chosen: Choice[][]): Choice[] {
  const sent = chosen
    .map((choices) => choices.filter((choice) => choice.kind === 'range'))
    .filter((each) => each.length > 0)
  if (sent.length < 2 || sent.some((each) => each.length > 1)) return sent.flat()
  const ranges = sent.flat()
  const from = Math.max(...ranges.map((range) => Number(range.from ?? Number.NEGATIVE_INFINITY)))
  const to = Math.min(...ranges.map((range) => Number(range.to ?? Number.POSITIVE_INFINITY)))
  if (from > to) return ranges
  const common: Range = { kind: 'range', field: 'publicationYear' }
  if (Number.isFinite(from)) common.from = from
  if (Number.isFinite(to)) common.to = to
  return [common]
}
