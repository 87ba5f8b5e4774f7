import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import type { LoadableCatalogue } from '#adapters/catalogue/packed-records.ts'
import { dayAfter } from '#kit/day.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { newestMatches } from '../../server/catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'matches-'))
let catalogue: LoadableCatalogue
const stored = (n: number) => ({
  document: { ...blankDocument(`r${n}`), voyagerCreateDate: dayAfter('1970-01-01', n) },
  marc: Buffer.from('x'),
  encoding: 'utf-8' as const,
})
beforeAll(async () => {
  catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  await catalogue.write(Array.from({ length: 10_050 }, (_, n) => stored(n)))
}, 60_000)
afterAll(async () => {
  await catalogue.close()
  rmSync(folder, { recursive: true })
})

const all = { query: { match_all: {} } }
const ofDays = (gte: string, lte: string) => ({ query: { range: { voyagerCreateDate: { gte, lte } } } })

test('a search with more matches than paging allows gives the ten thousand catalogued last', async () => {
  const found = await newestMatches(catalogue, all)
  expect(found.all).toBe(false)
  expect(found.matches).toHaveLength(10_000)
  expect(found.matches[0]).toEqual({ id: 'r10049', cataloguedOn: '1997-07-07' })
  expect(found.matches.at(-1)!.id).toBe('r50')
})

test('page, size, order and facets of the query are ignored', async () => {
  const search = { ...ofDays('1970-01-01', '1970-01-03'), from: 2, size: 1, sort: ['voyagerCreateDate'] }
  expect(await newestMatches(catalogue, search)).toEqual({
    all: true,
    matches: ['r2', 'r1', 'r0'].map((id, n) => ({ id, cataloguedOn: `1970-01-0${3 - n}` })),
  })
})

test('pages of two states of the catalogue are not combined', async () => {
  const { search } = catalogue
  let loads = 0
  const changing: LoadableCatalogue = {
    ...catalogue,
    search: async (...args) => {
      const found = await search(...args)
      if (loads++ === 0) await catalogue.write([stored(20_000)])
      return found
    },
  }
  const { matches } = await newestMatches(changing, ofDays('1990-01-01', '2090-01-01'))
  expect(matches.map(({ id }) => id)).toContain('r20000')
  expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length)
})

test('an invalid query is refused before anything is read', async () => {
  await expect(newestMatches(catalogue, { query: { script: {} } })).rejects.toMatchObject({ status: 400 })
})
