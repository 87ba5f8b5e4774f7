import { facetNames } from '#features/catalogue/facets.ts'
import { uncertainYearsWithin } from '#features/catalogue/query/server/facet-values.ts'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import { dayNumber } from '../../day-number.ts'
import type { ClauseOf, SearchRun } from '../search/search-run.ts'
import type { LiveSegment } from '../snapshot.ts'
import type { FacetColumn } from './segment.ts'

export type Keep = (doc: number) => boolean

/** A predicate on single records by their columns, for clauses that are cheaper to test than to list. */
export function keepBy(run: SearchRun, live: LiveSegment, clause: ColumnClause): Keep {
  if (clause.kind !== 'range') return keepByValues(run, live, clause)
  const inRange = keepByRange(live, clause)
  if (clause.field !== 'publicationYear') return inRange
  const values = uncertainYearsWithin(Number(clause.from ?? 0), Number(clause.to ?? Number.POSITIVE_INFINITY))
  const uncertain: ColumnClause = { kind: 'values', field: 'uncertainYear', values }
  if (run.valueNumbers(uncertain).length === 0) return inRange
  const isUncertain = keepByValues(run, live, uncertain)
  return (doc) => inRange(doc) || isUncertain(doc)
}

/** Clauses that columns can answer without word lists. */
export type ColumnClause = ClauseOf<'values' | 'beginning' | 'range'>
export const isColumnClause = (clause: Clause): clause is ColumnClause =>
  clause.kind === 'values' || clause.kind === 'beginning' || clause.kind === 'range'

function keepByValues(run: SearchRun, live: LiveSegment, clause: ClauseOf<'values' | 'beginning'>): Keep {
  const facet = facetNames.indexOf(clause.field)
  const numbers = run.valueNumbers(clause)
  if (numbers.length === 0) return () => false
  const column: FacetColumn = live.segment.facets[facet]!
  const matching = new Uint8Array(run.snapshot.facets.values[facet]!.length + 1)
  for (const number of numbers) matching[number] = 1
  const { starts, values: of } = column
  if (starts.length === 0) return (doc) => of[doc] !== 0 && matching[of[doc]! - 1] === 1
  return (doc) => {
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) if (matching[of[at]!] === 1) return true
    return false
  }
}

function keepByRange(live: LiveSegment, { field, from, to }: ClauseOf<'range'>): Keep {
  const column = field === 'publicationYear' ? live.segment.year : live.segment.date
  const low = Math.max(1, bound(field, from, 0))
  const high = bound(field, to, Number.MAX_SAFE_INTEGER)
  return (doc) => column[doc]! >= low && column[doc]! <= high
}

function bound(field: ClauseOf<'range'>['field'], given: number | string | undefined, open: number): number {
  if (given === undefined) return open
  if (field === 'publicationYear' || typeof given === 'number') return Number(given)
  return dayNumber(given)
}
