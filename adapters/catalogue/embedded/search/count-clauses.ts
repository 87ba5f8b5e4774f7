import { facetNames } from '#features/catalogue/facets.ts'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import { type ValueClause, valueNumbersOf } from '../index/value-numbers.ts'
import type { LiveSegment } from '../snapshot.ts'
import { isDeleted } from '../snapshot.ts'
import { evaluate } from './evaluate.ts'
import type { SearchRun } from './search-run.ts'

/** How many records match each clause. One pass per column counts the facet values of all clauses. */
export function countClauses(run: SearchRun, clauses: Clause[]): number[] {
  const leaves = clauses.flatMap(valueLeaves)
  const numbers = valueNumbersOf(leaves, run.snapshot.facets)
  const counts = clauses.map(() => 0)
  for (const live of run.snapshot.segments) {
    const listing: SearchRun = { ...run, listed: listDocs(run, live, leaves, numbers) }
    clauses.forEach((clause, index) => {
      const { docs } = evaluate(listing, live, clause, false)
      counts[index]! += live.deleted ? countLeft(docs, live.deleted) : docs.length
    })
  }
  return counts
}

function countLeft(docs: Uint32Array, deleted: Uint8Array): number {
  let left = 0
  for (const doc of docs) if (!isDeleted(deleted, doc)) left++
  return left
}

function valueLeaves(clause: Clause): ValueClause[] {
  if (clause.kind === 'values' || clause.kind === 'beginning') return [clause]
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.flatMap(valueLeaves)
  return clause.kind === 'not' || clause.kind === 'unscored' ? valueLeaves(clause.clause) : []
}

function listDocs(run: SearchRun, live: LiveSegment, leaves: ValueClause[], numbers: number[][]) {
  const found = leaves.map((): number[] => [])
  for (const [facet, name] of facetNames.entries()) {
    // By value number: the leaves that ask for it.
    const clausesByNumber = new Map<number, number[]>()
    leaves.forEach((leaf, index) => {
      if (leaf.field === name)
        for (const number of numbers[index]!)
          clausesByNumber.set(number, [...(clausesByNumber.get(number) ?? []), index])
    })
    if (clausesByNumber.size === 0) continue
    run.goOn()
    const isCounted = new Uint8Array(run.snapshot.facets.values[facet]!.length)
    for (const number of clausesByNumber.keys()) isCounted[number] = 1
    const take = (doc: number, number: number) => {
      for (const leaf of clausesByNumber.get(number)!) if (found[leaf]!.at(-1) !== doc) found[leaf]!.push(doc)
    }
    const { starts, values } = live.segment.facets[facet]!
    for (let doc = 0; doc < live.segment.count; doc++) {
      if (starts.length === 0) {
        const number = values[doc]! - 1
        if (number >= 0 && isCounted[number] === 1) take(doc, number)
      } else
        for (let at = starts[doc]!; at < starts[doc + 1]!; at++)
          if (isCounted[values[at]!] === 1) take(doc, values[at]!)
    }
  }
  return new Map<Clause, Uint32Array>(leaves.map((leaf, index) => [leaf, Uint32Array.from(found[index]!)]))
}
