import { typedWords } from '#features/catalogue/query/server/analysis.ts'
import type { CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'

export const maxTitles = 20

/** The sort title prefix for typed text, without a leading article. */
export function beginningOf(prefix: string): string {
  const words = typedWords(prefix)
  return (words.length > 1 && /^(the|an?)$/.test(words[0]!) ? words.slice(1) : words).join(' ')
}

/**
 * Titles with all these words, the last one perhaps unfinished; those with them in a row come first, unless the words
 * are common: then a phrase says little and is slow to find.
 */
export function suggestionQuery(prefix: string, isCommon: (word: string) => boolean): CatalogueQuery | undefined {
  const words = typedWords(prefix)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const whole = words.slice(0, -1)
  const startOf: Clause = { kind: 'pattern', pattern: `${last}*`, fields: ['title'] }
  const scattered: Clause = {
    kind: 'and',
    clauses: [...[...new Set(whole)].map((word): Clause => ({ kind: 'word', word, fields: ['title'] })), startOf],
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

/** Both lists without duplicates; the first list wins. */
export function oneAfterTheOther<T extends { id: string }>(first: T[], then: T[]): T[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...then.filter(({ id }) => !known.has(id))]
}
