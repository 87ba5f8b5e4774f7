import type { CatalogueQuery, Clause, SearchField } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'

export const everyField: SearchField[] = ['title', 'author', 'series', 'subject', 'genre', 'notes']

export const queryOf = (clause: Clause, more: Partial<CatalogueQuery> = {}): CatalogueQuery => ({
  clause,
  choices: [],
  sort: [],
  from: 0,
  size: 100,
  facets: [],
  ...more,
})

export const word = (text: string, fields = everyField): Clause => ({ kind: 'word', word: text, fields })
export const phrase = (text: string, lastIsPrefix = false, fields = everyField): Clause => ({
  kind: 'phrase',
  words: text.split(' '),
  fields,
  lastIsPrefix,
})
export const pattern = (text: string, fields = everyField): Clause => ({ kind: 'pattern', pattern: text, fields })
export const and = (...clauses: Clause[]): Clause => ({ kind: 'and', clauses })
export const or = (...clauses: Clause[]): Clause => ({ kind: 'or', clauses, atLeast: 1 })
export const not = (clause: Clause): Clause => ({ kind: 'not', clause })

/** The ids found, in result order. */
export async function idsOf(catalogue: CataloguePort, clause: Clause, more: Partial<CatalogueQuery> = {}) {
  const { hits } = await catalogue.search(queryOf(clause, more))
  return hits.map(({ id }) => id)
}

/** The titles found, in result order. */
export async function titlesOf(catalogue: CataloguePort, clause: Clause, more: Partial<CatalogueQuery> = {}) {
  const { hits } = await catalogue.search(queryOf(clause, more))
  return hits.map(({ document }) => document.title.titlePrimary)
}

export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}
