import { analyse } from '#features/catalogue/server/analysis.ts'
import type { CatalogueQuery, Clause } from '#features/catalogue/server/query.ts'

/** Titles with all these words, the last one perhaps unfinished; those that have them in a row come first. */
export function suggestionQuery(prefix: string): CatalogueQuery | undefined {
  const words = analyse(prefix)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const whole = words.slice(0, -1)
  const startOf: Clause = { kind: 'pattern', pattern: `${last}*`, fields: ['title'] }
  const scattered: Clause = {
    kind: 'and',
    clauses: [...whole.map((word): Clause => ({ kind: 'word', word, fields: ['title'] })), startOf],
  }
  const inARow: Clause = { kind: 'phrase', words, fields: ['title'], lastIsPrefix: true }
  return {
    clause: whole.length > 0 ? { kind: 'or', clauses: [scattered, inARow], atLeast: 1 } : startOf,
    choices: [],
    sort: [{ key: '_score', descending: true }],
    from: 0,
    size: 20,
    facets: [],
    wholeTitle: words.join(' '),
  }
}
