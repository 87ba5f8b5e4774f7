import type { FacetField } from '#features/catalogue/server/query.ts'
import type { ClauseOf, LiveSegment, SearchRun } from './search-run.ts'
import { type FacetColumn, facetNames } from './segment.ts'
import { dateNumber } from './segment-columns.ts'

export type Keep = (doc: number) => boolean

/** A test of single records by their columns, for what is cheaper to test than to list. */
export function keepBy(run: SearchRun, live: LiveSegment, clause: ClauseOf<'values' | 'range'>): Keep {
  return clause.kind === 'values' ? keepByValues(run, live, clause.field, clause.values) : keepByRange(live, clause)
}

function keepByValues(run: SearchRun, live: LiveSegment, field: FacetField, values: string[]): Keep {
  const facet = facetNames.indexOf(field)
  const dictionary = run.snapshot.facets
  const numbers = values.map((value) => dictionary.numberOf(facet, value)).filter((number) => number !== undefined)
  if (numbers.length === 0) return () => false
  const column: FacetColumn = live.segment.facets[facet]!
  const wanted = new Uint8Array(dictionary.values[facet]!.length + 1)
  for (const number of numbers) wanted[number] = 1
  const { starts, values: of } = column
  if (starts.length === 0) return (doc) => of[doc] !== 0 && wanted[of[doc]! - 1] === 1
  return (doc) => {
    for (let at = starts[doc]!; at < starts[doc + 1]!; at++) if (wanted[of[at]!] === 1) return true
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
  return dateNumber(given)
}
