import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { readBer } from '../../z3950/server/ber.ts'
import { clauseOfRpn } from '../../z3950/server/rpn-clause.ts'
import { rpn, term } from '../../z3950/server/z3950-testing.ts'
import { accessPointOfIndex, accessPointOfUse, bib1Uses } from './access-points.ts'
import { clauseOfCql } from './cql-clause.ts'
import { readsOf, startLookup } from './in-place.ts'
import { parseCql } from './parse-cql.ts'

const numbersIn = (cell: string): number[] =>
  cell.split(', ').flatMap((each) => {
    const [from, to = from] = each.split('–').map(Number) as [number, number?]
    return Array.from({ length: to - from + 1 }, (_, more) => from + more)
  })
const [answered, refused] = readFileSync('docs/connect.md', 'utf8')
  .split('### Access points')[1]!
  .split('\n## ')[0]!
  .split(/(?=\| Use attributes)/)
  .slice(1)
  .map((table) =>
    [...table.matchAll(/^\| (\d[^|]*?) \| (.*)$/gm)].map(([, cell, rest]) => ({ cell: cell!, rest: rest! })),
  )

test('the tables of docs/connect.md say what is answered and what is refused', () => {
  const usesOf = (rows: { cell: string }[]) => rows.flatMap(({ cell }) => numbersIn(cell))
  expect(usesOf(answered!).toSorted((a, b) => a - b)).toEqual([...bib1Uses.keys()].toSorted((a, b) => a - b))
  expect(usesOf(refused!).filter((use) => bib1Uses.has(use))).toEqual([])
})

test('each of the common attributes of Bib-1 is in one of them', () => {
  // 1 to 63 and 1000 to 1037, as in ISO 23950; 1029 was never given.
  const common = [...numbersIn('1–63'), ...numbersIn('1000–1028'), ...numbersIn('1030–1037')]
  const listed = [...answered!, ...refused!].flatMap(({ cell }) => numbersIn(cell))
  expect(common.filter((use) => !listed.includes(use))).toEqual([])
  expect(listed.filter((use, at) => listed.indexOf(use) !== at)).toEqual([])
})

test.each(
  answered!.map(
    ({ cell, rest }) => [cell, [...rest.split('|')[0]!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!)] as const,
  ),
)('the attributes %s and the indexes %j search the same', (cell, indexes) => {
  const points = [
    ...numbersIn(cell).map(accessPointOfUse),
    ...indexes.map((each) => accessPointOfIndex(each.toLowerCase())),
  ]
  expect(points.filter((at) => at === undefined)).toEqual([])
  expect(new Set(points.map((at) => JSON.stringify(at))).size).toBe(1)
})

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    book({
      id: '1',
      title: 'Owls',
      numbers: [
        ['082', 'a', '598.9/7'],
        ['260', 'a', 'São Paulo :'],
      ],
    }),
    book({
      id: '2',
      title: 'Birds',
      numbers: [
        ['082', 'a', '598'],
        ['260', 'a', 'New York ;'],
      ],
    }),
    book({
      id: '3',
      title: 'York',
      numbers: [
        ['015', 'a', 'GB9512345'],
        ['260', 'a', 'Tromsø ; Oslo :'],
      ],
    }),
    book({
      id: '4',
      numbers: [
        ['027', 'a', 'FOA-C-20286'],
        ['028', 'a', 'BH 5190'],
        ['035', 'a', '(OCoLC)40817042'],
      ],
    }),
    book({
      id: '5',
      numbers: [
        ['088', 'a', 'NASA-RP-1124'],
        ['010', 'a', '   93-43512 '],
      ],
    }),
  ])
})
afterAll(() => app.close())

const lookup = () => startLookup(readsOf(app), { isStaff: true })
const idsOf = async (clause: Awaited<ReturnType<typeof clauseOfCql>>) => {
  const search = { clause, choices: [], sort: [], from: 0, size: 100, facets: [] }
  return (await app.catalogue.find(search)).ids.toSorted().join(' ')
}
const never = (): never => {
  throw new Error('never')
}

test.each<[string, Record<number, number>, string]>([
  ['598.97', { 1: 13 }, '1'],
  ['598.9/7', { 1: 16 }, '1'],
  ['598', { 1: 13 }, '2'],
  ['598', { 1: 13, 5: 1 }, '1 2'],
  ['598.9', { 1: 16, 2: 3, 3: 1, 4: 1, 5: 1, 6: 1 }, '1'],
  ['PZ7.F8', { 1: 16 }, ''],
  ['new york', { 1: 59 }, '2'],
  ['York', { 1: 59, 5: 1 }, '2'],
  ['sao paulo', { 1: 59 }, '1'],
  ['tromso', { 1: 59 }, '3'],
  ['Tromsoe', { 1: 59 }, '3'],
  ['tromsoe oslo', { 1: 59 }, '3'],
  ['OSL', { 1: 59, 5: 1 }, '3'],
  ['at', { 1: 1053 }, '1 2 3 4 5'],
  ['Australia', { 1: 59 }, '1 2 3 4 5'],
  ['GB9512345', { 1: 48 }, '3'],
  ['GB95', { 1: 10, 5: 1 }, '3'],
  ['FOA-C-20286', { 1: 1027 }, '4'],
  ['NASA-RP-11', { 1: 1027, 5: 1 }, '5'],
  ['BH 5190', { 1: 51 }, '4'],
  ['40817042', { 1: 1211 }, '4'],
  ['(OCoLC)40817042', { 1: 1211 }, '4'],
  ['93-43512', { 1: 9 }, '5'],
])('by Z39.50, “%s” with %j finds %s', async (text, attributes, ids) => {
  const query = readBer(rpn(term(text, attributes)))!.element
  expect(await idsOf(await clauseOfRpn(query, { resultSet: never, lookup: lookup(), charset: 'utf-8' }))).toBe(ids)
})

test.each([
  ['dewey=598.97', '1'],
  ['dewey="598*"', '1 2'],
  ['place="new york"', '2'],
  ['place=osl*', '3'],
  ['place=tromso', '3'],
  ['place=Tromsø', '3'],
  ['dc.identifier=GB9512345', '3'],
])('by SRU, %s finds %s', async (query, ids) => {
  expect(await idsOf(await clauseOfCql(parseCql(query).query, lookup()))).toBe(ids)
})
