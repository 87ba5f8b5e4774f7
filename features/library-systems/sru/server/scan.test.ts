import { afterAll, beforeAll, expect, test } from 'vitest'
import { all, faultOf, type Given, openSru, textOf } from './sru-testing.ts'

let sru: Awaited<ReturnType<typeof openSru>>
beforeAll(async () => {
  sru = await openSru()
})
afterAll(() => sru.app.close())

test.each([
  ['title = possum', {}, ['possum 2', 'sea 1']],
  ['title = n', { responsePosition: '2' }, ['magic 1', 'possum 2', 'sea 1']],
  ['title = possum', { responsePosition: '0' }, ['sea 1']],
  ['title = n', { maximumTerms: '1' }, ['possum 2']],
  ['bath.isbn = 9780152632243', { version: '2.0' }, ['9780152632243 1']],
])('scan %s %j', async (scanClause, more: Given, expected) => {
  const root = await sru.ask({ operation: 'scan', version: '1.2', scanClause, ...more })
  const terms = all(root, 'term').map((term) => `${textOf(term, 'value')} ${textOf(term, 'numberOfRecords')}`)
  expect(terms.filter((term) => !/^(the|and|te|kereru|damaged)/.test(term))).toEqual(expected)
})

test.each<[Given, string]>([
  [{ operation: 'scan', version: '1.2' }, '7 scanClause'],
  [{ scanClause: 'title = a', responsePosition: '30' }, '120 30'],
  [{ scanClause: 'dc.date = 1999' }, '16 dc.date'],
  [{ scanClause: 'title < a' }, '19 <'],
  [{ scanClause: 'a or b' }, '10 a scan accepts one term'],
])('%j is refused: %s', async (given, fault) => {
  expect(faultOf(await sru.ask(given))).toBe(fault)
})
