import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { book, isbn13 } from '#features/downloads/server/testing.ts'
import { clockIn, defaultZone, hourMs } from '#kit/day.ts'
import { recordApi } from '../../record/contract.ts'
import { openEnrichment } from './enrich.ts'
import { type EnrichmentPort, noEnrichment, type OutsideKnowledge } from './enrichment-port.ts'

let app: TestApp
let now = new Date('2026-11-21T00:00:00Z')
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write([
    book({ id: '1', title: 'The BFG', isbns: ['9780141365428'] }),
    book({ id: '2', title: 'The BFG, large print', isbns: [isbn13(7)] }),
    ...Array.from({ length: 12 }, (_, i) => book({ id: `${100 + i}`, isbns: [isbn13(100 + i)] })),
  ])
})
afterAll(() => app.close())

const known: OutsideKnowledge = {
  coverUrl: null,
  summary: 'Big.',
  reviews: [],
  editions: ['0141365420', isbn13(7), isbn13(9999)],
}
function enrichedBy(lookUp: EnrichmentPort['lookUp']) {
  const isbns: string[] = []
  const source: EnrichmentPort = {
    lookUp: (isbn, signal) => {
      isbns.push(isbn)
      return lookUp(isbn, signal)
    },
  }
  const enrich = openEnrichment(
    { catalogue: app.catalogue, clock: clockIn(defaultZone, () => now), log: pino({ level: 'silent' }) },
    'A source',
    source,
  )
  return { enrich, isbns }
}

test('when off, both sources answer null', async () => {
  for (const endpoint of [recordApi.libraryThing, recordApi.syndetics])
    expect((await app.as(null)(endpoint, { isbnValue: '9780141365428' })).response).toBeNull()
})

test('other editions are those in the catalogue, without the book itself', async () => {
  const { enrich } = enrichedBy(async () => known)
  expect((await enrich('978-0-14-136542-8')).response).toEqual({
    coverUrl: null,
    summary: 'Big.',
    reviews: [],
    similar: [{ id: '2', title: 'The BFG, large print', year: '2026' }],
  })
})

test('no one can ask for a book that the catalogue lacks, or for text that is no ISBN', async () => {
  const { enrich, isbns } = enrichedBy(async () => known)
  for (const isbn of [isbn13(4242), '9780141365429', 'x/../../INDEX.XML&client=', ''])
    expect((await enrich(isbn)).response).toBeNull()
  expect(isbns).toEqual([])
  const empty = await app.raw(null, { url: '/rest/syndetics/search?isbnValue=' })
  expect(empty.statusCode).toBe(400)
})

test('a found book is cached for a day, a failure for ten minutes', async () => {
  const { enrich, isbns } = enrichedBy(async () => known)
  await Promise.all([enrich('9780141365428'), enrich('9780141365428')])
  now = new Date(now.getTime() + 23 * hourMs)
  await enrich('9780141365428')
  expect(isbns).toHaveLength(1)
  now = new Date(now.getTime() + 2 * hourMs)
  await enrich('9780141365428')
  expect(isbns).toHaveLength(2)

  const away = enrichedBy(() => Promise.reject(new Error('away')))
  expect((await away.enrich('9780141365428')).response).toBeNull()
  expect((await away.enrich('9780141365428')).response).toBeNull()
  expect(away.isbns).toHaveLength(1)
  now = new Date(now.getTime() + 11 * 60_000)
  await away.enrich('9780141365428')
  expect(away.isbns).toHaveLength(2)
})

test('a hanging source gets at most eight requests at once, and the others are null', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { enrich, isbns } = enrichedBy(() => held.then(() => known))
  const waiting = Array.from({ length: 12 }, (_, i) => enrich(isbn13(100 + i)))
  let refused = 0
  for (const each of waiting) void each.then(() => refused++)
  await vi.waitFor(() => expect(refused).toBe(4), 20_000)
  release()
  const all = await Promise.all(waiting)
  expect(all.filter(({ response }) => response !== null)).toHaveLength(8)
  expect(isbns).toHaveLength(8)
})

test('without a source, nothing is known of a book', async () => {
  expect(await noEnrichment.lookUp('9780141365428', AbortSignal.timeout(10))).toBeNull()
})
