import { facetNames } from '#features/catalogue/facets.ts'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import type { FacetDictionary } from './facet-dictionary.ts'

export type ValueClause = Extract<Clause, { kind: 'values' | 'beginning' }>

const subdivision = ' -- '

/** The numbers of the facet values that each clause names, in one pass over the dictionary. */
export function valueNumbersOf(clauses: ValueClause[], dictionary: FacetDictionary): number[][] {
  const found: number[][] = clauses.map(() => [])
  // By facet: subdivided headings are found by lookup, any other prefix by comparing each value.
  const under = new Map<number, Map<string, number[]>>()
  const others = new Map<number, { text: string; clause: number }[]>()
  clauses.forEach((clause, index) => {
    const facet = facetNames.indexOf(clause.field)
    if (clause.kind === 'values') {
      for (const value of clause.values) {
        const number = dictionary.numberOf(facet, value)
        if (number !== undefined) found[index]!.push(number)
      }
    } else if (clause.text.endsWith(subdivision)) {
      const clausesByText = under.get(facet) ?? new Map<string, number[]>()
      under.set(facet, clausesByText.set(clause.text, [...(clausesByText.get(clause.text) ?? []), index]))
    } else others.set(facet, [...(others.get(facet) ?? []), { text: clause.text, clause: index }])
  })
  for (const [facet, clausesByText] of under) findSubdivided(dictionary.values[facet]!, clausesByText, found)
  for (const [facet, clausesByText] of others)
    dictionary.values[facet]!.forEach((value, number) => {
      for (const { text, clause } of clausesByText) if (value.startsWith(text)) found[clause]!.push(number)
    })
  return found
}

function findSubdivided(values: string[], clausesByText: Map<string, number[]>, found: number[][]) {
  for (let number = 0; number < values.length; number++) {
    const value = values[number]!
    for (let at = value.indexOf(subdivision); at >= 0; at = value.indexOf(subdivision, at + 1)) {
      const clauses = clausesByText.get(value.slice(0, at + subdivision.length))
      if (clauses) for (const clause of clauses) found[clause]!.push(number)
    }
  }
}
