import { expect, test } from 'vitest'
import { facetNames } from '#features/catalogue/facets.ts'
import type { CatalogueQuery, Choice, FacetRequest } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { someRecords } from './documents.ts'
import { naiveSearch } from './naive-search.ts'
import { queryOf, word } from './queries.ts'

const documents = someRecords.map(({ document }) => document)

const facets: FacetRequest[] = [
  ...facetNames.map((field) => ({ name: `by ${field}`, field, size: 20, minCount: 1 })),
  { name: 'two types', field: 'scisType', size: 20, minCount: 1, only: ['DVD', 'E-book', 'Papyrus'] },
  { name: 'few subjects', field: 'subjects', size: 2, minCount: 5 },
  {
    name: 'year',
    field: 'publicationYear',
    ranges: [
      { key: '2014 and after', from: 2014, to: 2099 },
      { key: '2004–2013', from: 2004, to: 2013 },
      { key: 'before 2004', from: 1600, to: 2003 },
    ],
  },
]

const picture: Choice = { kind: 'values', field: 'genreScis', values: ['Picture books'] }
const animals: Choice = { kind: 'values', field: 'genreScis', values: ['Animal stories', 'Picture books'] }
const french: Choice = { kind: 'values', field: 'language', values: ['French'] }
const recent: Choice = { kind: 'range', field: 'publicationYear', from: 2004, to: 2013 }

/** The search screens run each of these too: see screen-suite.ts. */
export const choiceCases: [name: string, Choice[]][] = [
  ['without a choice', []],
  ['with one choice', [picture]],
  ['with two values of one facet', [animals]],
  ['with choices in two facets', [picture, french]],
  ['with a year chosen', [recent]],
  ['with choices in three facets', [animals, french, recent]],
  ['with two choices in one facet', [animals, picture]],
  ['with a value that nothing has', [{ kind: 'values', field: 'scisType', values: ['Papyrus'] }]],
]

/** The clauses that the choices narrow down. */
export const chosenWithin = [word('magic'), { kind: 'all' } as const, word('the')]

export function describeFacets(it: () => CataloguePort) {
  test.each(choiceCases)('counts exactly, %s', async (_, chosen) => {
    for (const clause of chosenWithin) {
      const query: CatalogueQuery = queryOf(clause, { choices: chosen, facets, size: 0 })
      const { total, facets: counted, hits } = await it().search(query)
      const expected = naiveSearch(documents, query)
      expect(hits).toEqual([])
      expect({ total, facets: counted }).toEqual({ total: expected.total, facets: expected.facets })
    }
  })
}
