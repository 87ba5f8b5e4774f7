import { facetOfChoice } from '../../facets.ts'
import type { Choice, Clause } from './query.ts'

/** Requires all of them. Flattened as far as possible, so that equal searches become equal trees. */
export function allOf(clauses: Clause[]): Clause {
  const flat = clauses
    .flatMap((clause) => (clause.kind === 'and' ? clause.clauses : [clause]))
    .filter((clause) => clause.kind !== 'all')
  if (flat.some((clause) => clause.kind === 'none')) return { kind: 'none' }
  return flat.length === 0 ? { kind: 'all' } : flat.length === 1 ? flat[0]! : { kind: 'and', clauses: flat }
}

/** Requires at least `atLeast` of them; without any, nothing matches. */
export function anyOf(given: Clause[], atLeast = 1): Clause {
  const clauses = given.filter((clause) => clause.kind !== 'none')
  if (atLeast <= 0 && clauses.length === 0) return { kind: 'all' }
  if (clauses.length < atLeast) return { kind: 'none' }
  if (atLeast === clauses.length) return clauses.length === 1 ? clauses[0]! : allOf(clauses)
  return { kind: 'or', clauses, atLeast: Math.max(0, atLeast) }
}

export const not = (clause: Clause): Clause => ({ kind: 'not', clause })

/** Choices of one facet are alternatives (or); facets combine with and. */
export const choicesByFacet = (choices: readonly Choice[]): Map<Choice['field'], Choice[]> =>
  Map.groupBy(choices, ({ field }) => facetOfChoice(field))
