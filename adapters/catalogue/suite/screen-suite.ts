import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSearch } from '#features/catalogue/query/server/parse-search.ts'
import type { CatalogueQuery, Clause } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { queryOf as screenQueryOf } from '#features/catalogue/web/search-query.ts'
import { readSearchState, type SearchState, writeSearchState } from '#features/catalogue/web/search-state.ts'
import { someRecords } from './documents.ts'
import { choiceCases, chosenWithin } from './facets-suite.ts'
import { naiveSearch } from './naive-search.ts'
import { queryOf, word } from './queries.ts'
import { relevanceCases, relevanceLoads } from './relevance-suite.ts'
import {
  choicesOnScreen,
  choosing,
  type OnScreen,
  relevanceOnScreen,
  sortsOnScreen,
  wordsOnScreen,
} from './screen-cases.ts'
import { sortCases } from './sorting-suite.ts'
import { wordCases } from './words-suite.ts'

const documents = someRecords.map(({ document }) => document)

/** As browser and server do it: address, state, query as JSON text, clause tree. */
const catalogueQuery = (state: SearchState): CatalogueQuery => {
  const opened = readSearchState(new URLSearchParams(writeSearchState(state).toString()))
  const { yearRanges: _, ...query } = parseSearch(JSON.stringify(screenQueryOf(opened)))
  return query
}

/** The cases that a screen can ask, each with its search. */
const driven = <T extends [name: string, ...unknown[]]>(cases: T[], table: Record<string, OnScreen>) =>
  cases.flatMap((each): [name: string, state: SearchState, given: T][] => {
    const search = table[each[0]]
    return typeof search === 'object' ? [[each[0], search, each]] : []
  })

/** Every query case of the suite again, through the search screens' own query builders. */
export function describeScreens(it: () => CataloguePort) {
  test.each([
    ['words', wordCases.map(([name]) => name), wordsOnScreen],
    ['sorts', sortCases.map(([name]) => name), sortsOnScreen],
    ['choices', choiceCases.map(([name]) => name), choicesOnScreen],
    ['ranks', Object.keys(relevanceCases), relevanceOnScreen],
  ] as const)('each case of %s is asked on screen, or has a reason why not', (_, names, table) => {
    expect(Object.keys(table).sort()).toEqual([...names].sort())
    for (const search of Object.values(table)) if (typeof search === 'string') expect(search).toMatch(/^\p{Lu}.+\.$/u)
  })

  test.each(driven(wordCases, wordsOnScreen))('on screen finds %s', async (_, state, [, clause]: [string, Clause]) => {
    const expected = naiveSearch(documents, queryOf(clause))
    const query = { ...catalogueQuery(state), size: 100, sort: [{ key: 'titleSort' as const, descending: false }] }
    const { total, hits } = await it().search(query)
    expect({ total, ids: hits.map(({ id }) => id) }).toEqual({ total: expected.total, ids: expected.ids.slice(0, 100) })
  })

  test.each(driven(sortCases, sortsOnScreen))('on screen sorts %s', async (_, state, [, clause, sort]) => {
    const expected = naiveSearch(documents, queryOf(clause, { sort })).ids
    const pages = []
    for (let page = 1; pages.length < expected.length && page < 20; page++)
      pages.push(...(await it().search(catalogueQuery({ ...state, page, size: 40 }))).hits.map(({ id }) => id))
    expect(pages).toEqual(expected)
  })

  test.each(choiceCases)('on screen counts exactly, %s', async (name, choices) => {
    const filters = choicesOnScreen[name]
    if (!Array.isArray(filters)) return
    for (const clause of chosenWithin) {
      const query = catalogueQuery(choosing(filters, clause.kind === 'word' ? clause.word : ''))
      const expected = naiveSearch(documents, queryOf(clause, { choices, facets: query.facets }))
      const { total, facets } = await it().search(query)
      expect({ total, facets }).toEqual({ total: expected.total, facets: expected.facets })
      expect(query.facets.length).toBe(12)
    }
  })

  test('on screen pages do not overlap, and one past the end is empty', async () => {
    const whole = naiveSearch(documents, queryOf(word('magic')))
    const page = async (number: number) =>
      (await it().search(catalogueQuery({ ...choosing([], 'magic'), page: number, size: 5 }))).hits.map(({ id }) => id)
    const pages = []
    for (let number = 1; number <= Math.ceil(whole.total / 5); number++) pages.push(...(await page(number)))
    expect([...pages].sort()).toEqual([...whole.ids].sort())
    expect(await page(1000)).toEqual([])
  })

  test('on screen a number is found beside words', async () => {
    const { hits } = await it().search(catalogueQuery(choosing([], '9780440414803')))
    expect(hits.map(({ id }) => id)).toEqual(['8'])
  })
}

/** The same for ranking; the order is the case's own if the screen compares the same title. */
export function describeScreenRanks(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeAll(async () => {
    catalogue = await open()
    for (const load of relevanceLoads) await catalogue.write(load)
  })
  afterAll(() => catalogue?.close())

  describe('on screen', () => {
    test.each(driven(Object.entries<CatalogueQuery>(relevanceCases), relevanceOnScreen))(
      'finds and ranks %s',
      async (_, state, [, given]) => {
        const query = catalogueQuery(state)
        const idsOf = async (each: CatalogueQuery) => (await catalogue.search(each)).hits.map(({ id }) => id)
        const [expected, found] = [await idsOf(given), await idsOf(query)]
        expect([...found].sort()).toEqual([...expected].sort())
        if (query.wholeTitle === given.wholeTitle) expect(found).toEqual(expected)
        else expect(found[0]).toBe((await idsOf({ ...given, wholeTitle: query.wholeTitle! }))[0])
      },
    )
  })
}
