import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { type ResultFacet, resultFacets } from '#features/catalogue/facets.ts'
import { parseSearch } from '#features/catalogue/query/server/parse-search.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { excluding, toggleFilters, typeCategories, typeFilters } from '#features/catalogue/web/search-filters.ts'
import { queryOf, typeAggregations } from '#features/catalogue/web/search-query.ts'
import { emptySearch, type Filter, type SearchState } from '#features/catalogue/web/search-state.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'

const records = [...sampleRecords()].map((record) => ({
  document: toDocument(record),
  marc: encodeRecord(record).bytes,
  encoding: 'utf-8' as const,
}))
for (const [i, dateIssuedMarc] of ['19uu', '200u', '201u', '1uuu'].entries()) {
  const { document, ...record } = records[i]!
  const id = `uncertain ${i}`
  records.push({ ...record, document: { ...document, id, dateIssuedMarc, publicationYear: null } })
}

/** Every count beside a value or a category of types is the number of records that choosing it finds. */
export function describeFacetHits(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeAll(async () => {
    catalogue = await open()
    await catalogue.write(records)
  }, 120_000)
  afterAll(() => catalogue?.close())

  const ask = (state: SearchState) => {
    const { yearRanges: _, ...query } = parseSearch(JSON.stringify(queryOf(state)))
    return catalogue.search({ ...query, size: 0 })
  }
  const countsAndHits = async (state: SearchState) => {
    const { facets } = await ask(state)
    const valuesOf = (names: string[]) => names.flatMap((name) => facets[name]!)
    const types = valuesOf(typeAggregations.map(({ name }) => name))
    const namesOf = (field: ResultFacet) => (field === 'publicationYear' ? [field, 'uncertainYear'] : [field])
    const values = resultFacets.flatMap(({ field }) =>
      (field === 'scisType' ? types : valuesOf(namesOf(field))).map(({ key, count }) => ({
        name: `${field}: ${key}`,
        filters: [{ field, value: key }] as Filter[],
        count,
      })),
    )
    const categories = typeCategories.map((category) => {
      const filters = typeFilters(category)
      const within = types.filter(({ key }) => filters.some(({ value }) => value === key))
      return { name: category, filters, count: within.reduce((sum, { count }) => sum + count, 0) }
    })
    const counted = [...values, ...categories]
    const found = await Promise.all(
      counted.map(async ({ filters }) => {
        const chosen = {
          ...state,
          filters: state.filters.filter(({ field, excluded }) => excluded || field !== filters[0]!.field),
        }
        return (await ask(toggleFilters(chosen, filters))).total
      }),
    )
    return {
      types: types.map(({ key }) => key),
      shown: counted.map(({ name, count }) => `${name} (${count})`),
      found: counted.map(({ name }, place) => `${name} (${found[place]})`),
    }
  }

  const searches: [name: string, SearchState][] = [
    ['the whole catalogue', emptySearch],
    ['a word', { ...emptySearch, query: 'the' }],
    ['a language', { ...emptySearch, filters: [{ field: 'language', value: 'English' }] }],
    ['a category of types', { ...emptySearch, query: 'the', filters: typeFilters('Video') }],
    ['an excluded value', { ...emptySearch, filters: excluding([{ field: 'language', value: 'English' }]) }],
    ['uncertain years', { ...emptySearch, filters: [{ field: 'publicationYear', value: 'uncertain' }] }],
    ['a range of years', { ...emptySearch, filters: [{ field: 'publicationYear', value: '2014-2099' }] }],
    ['years of one’s own', { ...emptySearch, filters: [{ field: 'publicationYear', value: '1995-2008' }] }],
    ['an audience', { ...emptySearch, filters: [{ field: 'targetAudienceText', value: 'Upper primary' }] }],
    [
      'filters of several facets, some of them excluded',
      {
        ...emptySearch,
        query: 'the',
        filters: [
          { field: 'targetAudienceText', value: 'Upper primary' },
          { field: 'targetAudienceText', value: 'Lower primary' },
          { field: 'publicationYear', value: '1980-2013' },
          ...excluding([{ field: 'scisType', value: 'Audiobook' }]),
          ...excluding([{ field: 'genreScis', value: 'Fantasy' }]),
        ],
      },
    ],
  ]
  test.each(searches)('each count is the number of hits: %s', { timeout: 120_000 }, async (_, state) => {
    const { shown, found } = await countsAndHits(state)
    expect(shown.length).toBeGreaterThan(25)
    expect(shown).toEqual(found)
  })

  test('an uncertain year is in the ranges that have all of its years', async () => {
    const { facets } = await ask({ ...emptySearch, filters: [{ field: 'publicationYear', value: 'uncertain' }] })
    expect(facets.uncertainYear).toEqual([{ key: 'uncertain', count: 4 }])
    const found = async (range: string) => {
      const years: Filter[] = [{ field: 'publicationYear', value: range }]
      const { hits } = await catalogue.search({
        ...parseSearch(JSON.stringify(queryOf({ ...emptySearch, filters: years }))),
        size: 9000,
      })
      return hits.map(({ id }) => id).filter((id) => id.startsWith('uncertain'))
    }
    expect(await found('1600-2003')).toEqual(['uncertain 0'])
    expect(await found('2000-2009')).toEqual(['uncertain 1'])
    expect(await found('2014-2099')).toEqual([])
    expect((await found('1000-')).sort()).toEqual(['uncertain 0', 'uncertain 1', 'uncertain 2', 'uncertain 3'])
  })

  test('every type of the catalogue can be chosen', async () => {
    const { types } = await countsAndHits(emptySearch)
    expect([...types].sort()).toEqual([...new Set(records.map(({ document }) => document.scisType))].sort())
    expect(types.length).toBeGreaterThan(20)
  })
}
