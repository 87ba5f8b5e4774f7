import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { textQuery } from '#features/catalogue/web/search-query.ts'
import { book } from '#features/downloads/server/testing.ts'
import { restApi } from '#features/library-systems/rest/contract.ts'
import { clauseOfRpn } from '#features/library-systems/z3950/server/rpn-clause.ts'
import { readBer } from '../../z3950/server/ber.ts'
import { rpn, term } from '../../z3950/server/z3950-testing.ts'
import { clauseOfCql } from './cql-clause.ts'
import { readsOf, startLookup } from './in-place.ts'
import { parseCql } from './parse-cql.ts'
import { scanAt } from './scan-terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  const titles = [
    'Müller und Søren',
    'Mueller and son',
    'Blue poem',
    'Rock & mineral',
    'If not, not',
    'L’oiseau du quai',
  ]
  await app.catalogue.write(
    [...titles, 'Histoire d’aventures', 'And'].map((title, i) => book({ id: `${i + 1}`, title })),
  )
})
afterAll(() => app.close())

type Clause = Parameters<TestApp['catalogue']['find']>[0]['clause']
const idsOf = async (clause: Clause) => {
  const sort = [{ key: '_score' as const, descending: true }]
  return (await app.catalogue.find({ clause, choices: [], sort, from: 0, size: 100, facets: [] })).ids
}
const lookup = () => startLookup(readsOf(app), { isStaff: true })
const byZ3950 = async (text: string, attributes: Record<number, number>) =>
  idsOf(
    await clauseOfRpn(readBer(rpn(term(text, attributes)))!.element, {
      resultSet: () => {
        throw new Error('never')
      },
      lookup: lookup(),
      charset: 'utf-8',
    }),
  )
const byCql = async (query: string) => idsOf(await clauseOfCql(parseCql(query).query, lookup()))

const entrances: Record<string, (text: string) => Promise<string[]>> = {
  'the search box': async (text) =>
    (
      await app.as('hillview')(catalogueApi.search, {
        bodybuilderquery: JSON.stringify({ query: textQuery(text) }),
      } as never)
    ).hits.hits.map(({ _id }) => _id),
  '/rest/search': async (text) =>
    (
      (await app.as('hillview')(restApi.searchByFields, { query: text } as never)) as never as {
        response: { results: { _id: string }[] }
      }
    ).response.results.map(({ _id }) => _id),
  suggestions: async (text) =>
    (await app.as('hillview')(discoverApi.suggest, { prefix: text })).response.titles.map(({ id }) => id),
  'SRU, anywhere': (text) => byCql(`cql.anywhere all "${text.replaceAll('"', '\\"')}"`),
  'SRU, a phrase': (text) => byCql(`dc.title adj "${text.replaceAll('"', '\\"')}"`),
  'SRU, in its place': (text) => byCql(`dc.title = "^${text.replaceAll('"', '\\"')}"`),
  'Z39.50, words': (text) => byZ3950(text, { 1: 1016, 4: 6 }),
  'Z39.50, a phrase': (text) => byZ3950(text, { 1: 4, 4: 1 }),
  'Z39.50, first in the field': (text) => byZ3950(text, { 1: 4, 3: 1, 4: 1 }),
}

test.each(Object.keys(entrances))('words in each spelling find their record: %s', async (entrance) => {
  // Only words are also searched as their letters may be spelled.
  const both = /box|rest|anywhere|words/.test(entrance)
  const expected: Record<string, string[]> = {
    ...{
      müller: both ? ['1', '2'] : ['1'],
      muller: ['1'],
      mueller: ['2', '1'],
      'mueller und soeren': ['1'],
      'MUELLER UND': ['1'],
    },
    ...{
      'muller und soren': ['1'],
      'blue poem': ['3'],
      blu: [],
      pom: [],
      'rock & mineral': ['4'],
      'rock&mineral': ['4'],
    },
    ...{
      'if not not': ['5'],
      "l'oiseau": ['6'],
      'l’oiseau du': ['6'],
      'oiseau du quai': ['6'],
      'histoire aventures': ['7'],
    },
  }
  const found: Record<string, string[]> = {}
  for (const typed of Object.keys(expected)) found[typed] = await entrances[entrance]!(typed)
  // Suggestions take each word for a beginning; phrases have no rank beside words.
  if (entrance === 'suggestions') for (const typed of ['blu', 'pom']) expected[typed] = found[typed]!
  expect(found).toEqual(expected)
})

test.each(['the search box', '/rest/search'])('%s takes any text for words', async (entrance) => {
  const find = entrances[entrance]!
  for (const [typed, id] of [
    ...[
      ['"rock & mineral', '4'],
      ['rock "mineral', '4'],
      ['rock"', '4'],
      ['title:"rock', '4'],
      ['if not, not', '5'],
    ],
    ...[
      ['oiseau', '6'],
      ['oiseau quai', '6'],
      ['"oiseau du quai"', '6'],
      ['"l’oiseau du quai"', '6'],
      ['"histoire aventures"', '7'],
      ["d'aventures", '7'],
      ['aventures', '7'],
      ['and', '8'],
      ['AND', '8'],
    ],
  ] as const)
    expect([typed, (await find(typed))[0]]).toEqual([typed, id])
})

test('a scan lists words as records have them', async () => {
  const at = { kind: 'words' as const, fields: ['title' as const] }
  const { after } = (await scanAt(app.catalogue, at, 'mu', { position: 1, count: 3 }))!
  expect(after.map(({ term }) => term)).toEqual(['mueller', 'muller', 'not'])
})
