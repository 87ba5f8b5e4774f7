import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type Person, type TestApp, testApp } from '#app/testing.ts'
import { maxReferences } from '../contract.ts'

const surnames = ['Wright', 'Adams', 'Ngata', 'Ólafsson', 'Lindgren']
const shelf = Array.from({ length: 230 }, (_, i) => ({
  id: `d${i}`,
  title: `Dragon <b>tale</b> & ${(i * 37) % 230}`,
  publicationYear: 1990 + (i % 30),
  language: ['English'],
  authors: [`${surnames[i % surnames.length]}, Kim`],
}))

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(shelf.map(recordOf))
})
afterAll(() => app.close())

const path = '/rest/catalogue/search/citations'
const cite = (payload: object, as: Person | null = 'hillview') => app.raw(as, { method: 'POST', url: path, payload })
const search = (text: string) => ({ query: { query_string: { query: text } } })
type Csl = { id: string; title: string }

async function foundBy(text: string) {
  const reply = await app.raw('hillview', {
    method: 'POST',
    url: '/rest/catalogue/search',
    payload: { bodybuilderquery: { ...search(text), size: 100 } },
  })
  const { hits } = reply.json() as { hits: { total: number; hits: { _id: string }[] } }
  return { total: hits.total, ids: hits.hits.map(({ _id }) => _id) }
}

test('a whole result set is cited in its order, beyond its first page', async () => {
  const { total, ids } = await foundBy('dragon')
  expect(total).toBeGreaterThan(10)
  const reply = await cite({ bodybuilderquery: { ...search('dragon'), size: 10 }, format: 'csl-json' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('application/vnd.citationstyles.csl+json')
  const items = reply.json() as Csl[]
  expect(items).toHaveLength(total)
  expect(items.slice(0, 100).map(({ id }) => id)).toEqual(ids)
})

test('ids are cited in the order given, once each, without unknown ones, by GET as by POST', async () => {
  const { ids } = await foundBy('dragon')
  const [first, second] = ids as [string, string]
  const given = [second, 'no-such-record', first, second]
  const posted = await cite({ ids: given, format: 'csl-json' })
  expect((posted.json() as Csl[]).map(({ id }) => id)).toEqual([second, first])
  const got = await app.raw('hillview', { url: `${path}?ids=${given.join(',')}&format=csl-json` })
  expect(got.body).toBe(posted.body)
})

test.each([
  ['ris', /^TY {2}- .*\r?\n[\s\S]*ER {2}- /, 'ris'],
  ['bibtex', /^@\w+\{/, 'bib'],
  ['text', /\S/, 'txt'],
  ['html', /^<!doctype html>[\s\S]*<h1>References<\/h1>/, 'html'],
])('the format %s makes a file of that kind, with its name', async (format, content, ending) => {
  const reply = await cite({ ids: (await foundBy('dragon')).ids.slice(0, 3), format })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toMatch(content)
  expect(reply.headers['content-disposition']).toContain(`.${ending}`)
  expect(reply.headers['cache-control']).toBe('private, no-store')
})

test('a list has the order of its style: by name, or numbered as the records come', async () => {
  const { ids } = await foundBy('dragon')
  const linesIn = async (style: string) =>
    (await cite({ ids, format: 'text', style })).body.split('\r\n').filter((line) => line !== '')
  const apa = await linesIn('apa')
  expect(apa).toHaveLength(ids.length)
  const letters = apa.map((line) =>
    line
      .normalize('NFD')
      .replace(/[^\p{L}]/gu, '')
      .slice(0, 1)
      .toLowerCase(),
  )
  expect(letters).toEqual(letters.toSorted())
  const vancouver = await linesIn('vancouver')
  expect(vancouver.map((line) => Number.parseInt(line, 10))).toEqual(ids.map((_, i) => i + 1))
})

test('text in a record cannot become markup of the page', async () => {
  const { body } = await cite({ ids: (await foundBy('dragon')).ids, format: 'html', style: 'mla' })
  expect(
    body.replace(/<\/?(?:!doctype html|html|head|body|meta|title|style|h1|div|p|i|em|cite|li|ol)(?: [^<>]*)?>/g, ''),
  ).not.toMatch(/[<>]/)
})

test.each([
  ['neither a search nor ids', {}, 400, 'nothing_named'],
  ['both', { ids: ['1'], bodybuilderquery: search('dragon') }, 400, 'nothing_named'],
  ['ids that the catalogue does not have', { ids: ['no-such-record'] }, 404, 'nothing_to_cite'],
  ['a search without results', { bodybuilderquery: search('zzyzxqqq') }, 404, 'nothing_to_cite'],
  ['too many ids', { ids: Array.from({ length: maxReferences + 1 }, (_, i) => `x${i}`) }, 400, 'too_many_references'],
])('%s is refused with a sentence', async (_, payload, status, code) => {
  const reply = await cite(payload)
  expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  expect(reply.json().messages[0]).toMatch(/\.$/)
})

test('a visitor is refused', async () => {
  expect((await cite({ ids: ['1'] }, null)).statusCode).toBe(403)
})
