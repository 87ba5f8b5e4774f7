import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecords } from '#demo/catalogue/sample-catalogue.ts'
import { resultFacets } from '#features/catalogue/facets.ts'
import { parseSearch } from '#features/catalogue/query/server/parse-search.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { toggleFilters, typeAggregations, typeCategories, typeFilters } from '#features/catalogue/web/search-filters.ts'
import { queryOf } from '#features/catalogue/web/search-query.ts'
import { emptySearch, type Filter, type SearchState } from '#features/catalogue/web/search-state.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'

const records = [...sampleRecords()].map((record) => ({
  document: toDocument(record),
  marc: encodeRecord(record).bytes,
  encoding: 'utf-8' as const,
}))

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
    const values = resultFacets.flatMap(({ field }) =>
      (field === 'scisType' ? types : valuesOf([field])).map(({ key, count }) => ({
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
        const chosen = { ...state, filters: state.filters.filter(({ field }) => field !== filters[0]!.field) }
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
    ['a range of years', { ...emptySearch, filters: [{ field: 'publicationYear', value: '2014-2099' }] }],
  ]
  test.each(searches)('each count is the number of hits: %s', { timeout: 120_000 }, async (_, state) => {
    const { shown, found } = await countsAndHits(state)
    expect(shown.length).toBeGreaterThan(50)
    expect(shown).toEqual(found)
  })

  test('every type of the catalogue can be chosen', async () => {
    const { types } = await countsAndHits(emptySearch)
    expect([...types].sort()).toEqual([...new Set(records.map(({ document }) => document.scisType))].sort())
    expect(types.length).toBeGreaterThan(20)
  })
}
