import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { textQuery } from '#features/catalogue/web/search-query.ts'
import { columnsOf } from '#features/downloads/list-file/web/columns.ts'
import { checkIdentifiers } from '#features/downloads/matching/server/match-identifiers.ts'
import { identitiesOf, readIdentifiers } from '#features/downloads/quick-request/web/identifier-list.ts'
import { readIdentities } from '#features/downloads/server/create-request.ts'
import { book } from '#features/downloads/server/testing.ts'
import { restApi } from '#features/library-systems/rest/contract.ts'
import { clauseOfRpn } from '#features/library-systems/z3950/server/rpn-clause.ts'
import { spellings } from '#marc/number-testing.ts'
import { readBer } from '../../z3950/server/ber.ts'
import { rpn, term } from '../../z3950/server/z3950-testing.ts'
import { clauseOfCql } from './cql-clause.ts'
import { readsOf, startLookup } from './in-place.ts'
import { parseCql } from './parse-cql.ts'
import { scanAt } from './scan-terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    book({ id: '1', title: 'Wanted', isbns: ['0000092002'] }),
    book({ id: '2', title: 'With an X', isbns: ['080442957X'] }),
    book({ id: '3', title: 'Journal', issn: '2434-561X' }),
    book({ id: '10000001', title: 'Others', numbers: [['035', 'a', '(OCoLC)10000002']] }),
    book({ id: '9780', title: 'More' }),
    book({ id: 'ab12cd34ef', title: 'A number of letters' }),
    book({ id: '5', title: 'A UUID', numbers: [['024', 'a', 'deadbeef-face-cafe-beef-12a4567890ab']] }),
    book({ id: '6', title: 'With zeros', numbers: [['035', 'a', '(OCoLC)ocn043588199']] }),
    book({ id: '4', title: 'A barcode', numbers: [['024', 'a', '4006381333931']] }),
  ])
})
afterAll(() => app.close())

type Clause = Parameters<TestApp['catalogue']['find']>[0]['clause']
const idsOf = async (clause: Clause) => {
  const search = { clause, choices: [], sort: [], from: 0, size: 100, facets: [] }
  return (await app.catalogue.find(search)).ids.toSorted()
}
const lookup = () => startLookup(readsOf(app), { isStaff: true })
const byZ3950 = async (text: string, attributes: Record<number, number>) =>
  idsOf(
    await clauseOfRpn(readBer(rpn(term(text, attributes)))!.element, {
      resultSet: never,
      lookup: lookup(),
      charset: 'utf-8',
    }),
  )
const never = (): never => {
  throw new Error('never')
}
const quoted = (text: string) => `"${text.replace(/["\\*?^]/g, '\\$&')}"`
const byCql = async (query: string) => idsOf(await clauseOfCql(parseCql(query).query, lookup()))
const byRows = async (identifiers: string[]) =>
  (await checkIdentifiers(app.catalogue, identifiers)).response.flatMap(({ ids }) => ids)
const hits = async (query: object) =>
  (
    await app.as('hillview')(catalogueApi.search, { bodybuilderquery: JSON.stringify({ query }) } as never)
  ).hits.hits.map(({ _id }) => _id)

const entrances: Record<string, (text: string) => Promise<string[]>> = {
  'the search box': (text) => hits(textQuery(text)),
  '/rest/search': async (text) =>
    (
      (await app.as('hillview')(restApi.searchByFields, { query: text } as never)) as never as Found
    ).response.results.map(({ _id }) => _id),
  '/rest/records': async (text) =>
    ((await app.as('hillview')(restApi.records, { isbn: [text] } as never)) as never as Records).response.records.map(
      ({ id }) => id,
    ),
  suggestions: async (text) => {
    const { record } = (await app.as('hillview')(discoverApi.suggest, { prefix: text })).response
    return record ? [record.id] : []
  },
  'a quick request': (text) => byRows(identitiesOf(readIdentifiers(text).rows)),
  'a list that a program sends': (text) => byRows(readIdentities([text]).map(({ identifier }) => identifier)),
  'a file': (text) => {
    const columns = columnsOf()
    for (const cell of ['Number', text]) columns.add([cell])
    return byRows(columns.finish().columns.flatMap(({ lines }) => lines))
  },
  'SRU, anywhere': (text) => byCql(quoted(text)),
  'SRU, as ISBN': (text) => byCql(`bath.isbn=${quoted(text)}`),
  'SRU, as a number': (text) => byCql(`dc.identifier=${quoted(text)}`),
  'Z39.50, anywhere': (text) => byZ3950(text, { 1: 1016 }),
  'Z39.50, as ISBN': (text) => byZ3950(text, { 1: 7 }),
  'Z39.50, as a number': (text) => byZ3950(text, { 1: 1007 }),
}
type Records = { response: { records: { id: string }[] } }
type Found = { response: { results: { _id: string }[] } }

test.each(Object.keys(entrances))('each spelling of an ISBN finds its record: %s', async (entrance) => {
  const missed: string[] = []
  for (const [name, spell] of spellings)
    for (const number of ['0000092002', '9780000092007']) {
      const found = await entrances[entrance]!(spell(number))
      if (found.join() !== '1') missed.push(`${number} ${name}: ${spell(number)} → ${found}`)
    }
  expect(missed).toEqual([])
})

test.each(Object.keys(entrances).filter((name) => /box|search|suggest|anywhere|as a number/.test(name)))(
  'a number of letters, or of another agency, finds its record: %s',
  async (entrance) => {
    const found: Record<string, string[]> = {}
    const expected = {
      ...{ '(OCoLC)43588199': ['6'], '43588199': ['6'], ocn43588199: ['6'], ocm043588199: ['6'] },
      ...{ '10000002': ['10000001'], '(OCoLC)10000002': ['10000001'], '10000001': ['10000001'] },
      ...{ ab12cd34ef: ['ab12cd34ef'], AB12CD34EF: ['ab12cd34ef'] },
      ...{ 'deadbeef-face-cafe-beef-12a4567890ab': ['5'], 'urn:uuid:DEADBEEF-face-cafe-beef-12a4567890ab': ['5'] },
    }
    for (const typed of Object.keys(expected)) found[typed] = await entrances[entrance]!(typed)
    expect(found).toEqual(expected)
  },
)

test('a list takes the number of another agency for none of its own', async () => {
  expect(await entrances['a quick request']!('43588199')).toEqual([])
  expect(await entrances['a quick request']!('ocn43588199')).toEqual(['6'])
})

describe('truncated', () => {
  const truncations = [1, 2, 3, 101, 104]
  const asIssn = (text: string) => text.replace(/(?<=I\.?S\.?)B/, 'S').replace('ＳＢ', 'ＳＳ')

  test.each([
    ['9780000092007', '1', 7],
    ['0000092002', '1', 7],
    ['0-00-009200-2', '1', 7],
    ['080442957x', '2', 7],
    ['2434-561x', '3', 8],
  ])('%s finds at least the record that it finds without truncation', async (number, id, use) => {
    const missed: string[] = []
    for (const [name, spell] of spellings)
      for (const at of [use, 1007, 1016])
        for (const truncation of truncations) {
          const text = use === 7 ? spell(number) : asIssn(spell(number))
          const found = await byZ3950(text, { 1: at, 5: truncation })
          if (!found.includes(id)) missed.push(`${number} ${name}: 1=${at} 5=${truncation}`)
        }
    const index = use === 7 ? 'bath.isbn' : 'bath.issn'
    for (const query of [`${index}="${number}*"`, `dc.identifier="${number}*"`, `cql.anywhere="${number}*"`])
      if (!(await byCql(query)).includes(id)) missed.push(query)
    for (const typed of [`isbn:${number}*`, `${number}*`])
      if (!(await hits(textQuery(typed))).includes(id)) missed.push(typed)
    expect(missed).toEqual([])
  })

  test.each([
    ['00000920', 7, ['1']],
    ['978000', 7, ['1']],
    ['9', 7, ['1', '2']],
    ['97', 7, ['1', '2']],
    ['080442957', 7, ['2']],
    ['2434-5', 8, ['3']],
    ['97724345', 8, ['3']],
    ['2434', 7, []],
    ['9780', 8, []],
    ['400638', 7, []],
    ['400638', 1007, ['4']],
    ['1', 7, []],
    ['100', 7, []],
    ['1000', 1007, ['10000001']],
    ['00000920', 1007, ['1']],
  ])('%s as the beginning of a number finds, by use %d, %j', async (number, use, ids) => {
    expect(await byZ3950(number, { 1: use, 5: 1 })).toEqual(ids)
  })
})

test.each([
  ['10000001', 8],
  ['9780', 7],
  ['4', 7],
  ['4006381333931', 7],
  ['0000092002', 8],
])('%s is not a number for use %d', async (number, use) => {
  expect(await byZ3950(number, { 1: use })).toEqual([])
})

test('a scan of ISBNs lists ISBNs alone, and one of ISSNs those', async () => {
  const scan = async (only: 'isbn' | 'issn') =>
    (await scanAt(app.catalogue, { kind: 'identifier', only }, '', { position: 1, count: 20 }))!.after.map(
      ({ term }) => term,
    )
  expect(await scan('isbn')).toEqual(['9780000092007', '9780804429573'])
  expect(await scan('issn')).toEqual(['2434561X'])
})
