import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import { type TestApp, testApp } from '#app/testing.ts'
import { genreGroups } from '#marc/crosswalk/genre-groups.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { type CataloguePort, CatalogueUnavailable } from '../../server/catalogue-port.ts'
import { advancedApi } from '../contract.ts'
import { openCriteria } from './criteria.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    recordOf({
      id: 'b1',
      language: ['Korean', 'English'],
      genreScis: ['War stories', 'War'],
      scisLearningArea: ['Arts'],
    }),
    recordOf({ id: 'b2', language: ['English'], genreScis: ['Picture books'] }),
  ])
})
afterAll(() => app?.close())

const criteria = async () => (await app.as('hillview')(advancedApi.advancedCriteria, {})).response

test('the form offers the choices of the specification and the values in the catalogue', async () => {
  const offered = await criteria()
  expect(offered.types.map(({ name }) => name)).toEqual(['All words', 'Any word', 'Phrase', 'Starts with'])
  expect(offered.operations.map(({ code }) => code)).toEqual(['and', 'or', 'not'])
  expect(offered.issuance.map(({ code }) => code)).toEqual(['all', 'serial', 'nonSerial'])
  expect(offered.fields.map(({ code }) => code)).toContain('isbn')
  expect(offered.resourceTypes.map(({ category }) => category)).toEqual(Object.keys(itemTypes))
  expect(offered.resourceTypes[0]).toEqual({ category: 'Books', subcategories: [...itemTypes.Books] })
  expect(offered.languages).toEqual(['English', 'Korean'])
  expect(offered.genres).toEqual([
    { category: 'Genre groups', subcategories: genreGroups },
    { category: 'Other genres', subcategories: ['Picture books', 'War stories'] },
  ])
  expect(offered.genres![0]!.subcategories).toHaveLength(11)
  expect(offered.learningAreas).toEqual(['Arts'])
  expect(offered.countries).toContainEqual({ code: 'at', name: 'Australia' })
})

test('a record that is added later brings its language', async () => {
  await app.catalogue.write([recordOf({ id: 'b3', language: ['Maori'] })])
  expect((await criteria()).languages).toEqual(['English', 'Korean', 'Maori'])
  await app.catalogue.remove(['b3'])
  expect((await criteria()).languages).toEqual(['English', 'Korean'])
})

/** A catalogue that counts how often it is searched. */
function counting(answer: () => Promise<never> | ReturnType<CataloguePort['search']>) {
  let counts = 0
  const port = {
    stats: async () => ({ records: 0, bytes: 0, generation: 7 }),
    search: () => {
      counts++
      return answer()
    },
  }
  return { port, counts: () => counts }
}

test('the catalogue is counted once, however many callers ask at the same time', async () => {
  const { port, counts } = counting(async () => ({ total: 0, hits: [], facets: {} }))
  const ask = openCriteria(port)
  await Promise.all([ask(() => {}), ask(() => {})])
  await ask(() => {})
  expect(counts()).toBe(1)
})

test('a failed lookup gives nulls, and the next caller triggers another try', async () => {
  let away = true
  const { port } = counting(async () => {
    if (away) throw new CatalogueUnavailable('gone')
    return { total: 0, hits: [], facets: { languages: [{ key: 'English', count: 1 }] } }
  })
  const ask = openCriteria(port)
  const failures: unknown[] = []
  const offered = await ask((error) => failures.push(error))
  expect(offered).toMatchObject({ languages: null, genres: null, learningAreas: null })
  expect(offered.fields.length).toBeGreaterThan(0)
  expect(failures).toHaveLength(1)
  away = false
  expect((await ask(() => {})).languages).toEqual(['English'])
})

test('the countries are a plain list that a browser may keep', async () => {
  const first = await app.raw(null, { method: 'GET', url: '/public/data/countries.json' })
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toMatch(/^application\/json/)
  expect(first.headers['cache-control']).toBe('public, max-age=86400')
  const list = first.json() as { code: string; name: string }[]
  expect(list.length).toBeGreaterThan(200)
  expect(list).toContainEqual({ code: 'nz', name: 'New Zealand' })
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  for (const each of list) expect(Object.keys(each)).toEqual(['code', 'name'])

  const again = await app.raw(null, {
    method: 'GET',
    url: '/public/data/countries.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})
