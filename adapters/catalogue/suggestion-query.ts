import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'

export const maxTitles = 20

/** What a sort title begins with where somebody has typed so much: it has no article at its start. */
export function beginningOf(prefix: string): string {
  const words = analyse(prefix)
  return (words.length > 1 && /^(the|an?)$/.test(words[0]!) ? words.slice(1) : words).join(' ')
}

/**
 * Titles with all these words, the last one perhaps unfinished; those that have them in a row come first. Common words
 * stand in a row so often that it says little, and takes long to find out.
 */
export function suggestionQuery(prefix: string, isCommon: (word: string) => boolean): CatalogueQuery | undefined {
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
    clause:
      whole.length > 0 && !whole.every(isCommon) ? { kind: 'or', clauses: [scattered, inARow], atLeast: 1 } : scattered,
    choices: [],
    sort: [{ key: '_score', descending: true }],
    from: 0,
    size: maxTitles,
    facets: [],
    wholeTitle: words.join(' '),
  }
}

/** What is in both stands where it is in the first. */
export function oneAfterTheOther<T extends { id: string }>(first: T[], then: T[]): T[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !known.has(id))]
}
