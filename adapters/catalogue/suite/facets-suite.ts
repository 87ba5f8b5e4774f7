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
  { name: 'uncertain', field: 'uncertainYear', size: 20, minCount: 1, only: ['uncertain'] },
  {
    name: 'years from the left and the right',
    field: 'publicationYear',
    ranges: [
      { key: 'to 1999', to: 1999 },
      { key: 'from 2000', from: 2000 },
      { key: '2000–2009', from: 2000, to: 2009 },
    ],
  },
  { name: 'containing', field: 'subjects', size: 20, minCount: 1, containing: ['ri', 's'] },
  { name: 'containing accents', field: 'subjects', size: 20, minCount: 1, containing: ['maori'] },
  { name: 'containing signs', field: 'subjects', size: 20, minCount: 1, containing: ['(new'] },
  { name: 'containing nothing', field: 'subjects', size: 20, minCount: 1, containing: ['.*'] },
  { name: 'few subjects containing', field: 'subjects', size: 2, minCount: 1, containing: ['a'] },
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
const uncertain: Choice = { kind: 'values', field: 'uncertainYear', values: ['uncertain'] }
const recent: Choice = { kind: 'range', field: 'publicationYear', from: 2004, to: 2013 }

/** The search screens run each of these too: see screen-suite.ts. */
export const choiceCases: [name: string, Choice[]][] = [
  ['without a choice', []],
  ['with one choice', [picture]],
  ['with two values of one facet', [animals]],
  ['with choices in two facets', [picture, french]],
  ['with a year chosen', [recent]],
  ['with uncertain years chosen', [uncertain]],
  ['with uncertain years or a range chosen', [uncertain, recent, french]],
  ['with a decade chosen', [{ kind: 'range', field: 'publicationYear', from: 2000, to: 2009 }]],
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
