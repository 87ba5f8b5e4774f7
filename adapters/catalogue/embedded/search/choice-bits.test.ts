import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogueQuery, Choice } from '#features/catalogue/query/server/query.ts'
import { recordOf } from '../../suite/documents.ts'
import { naiveSearch } from '../../suite/naive-search.ts'
import { usualSizes } from '../index/tiers.ts'
import { openInOneThread } from './one-thread-testing.ts'

const records = Array.from({ length: 400 }, (_, i) =>
  recordOf({
    id: String(i),
    title: `${i % 40 === 0 ? 'Rare' : 'Common'} ${i}`,
    genreScis: i % 7 === 0 ? [] : [`Genre ${i % 11}`, `Genre ${i % 90}`],
    language: [i % 3 === 0 ? 'Maori' : 'English'],
    publicationYear: i % 5 === 0 ? null : 1950 + (i % 70),
  }),
)
const anyChoice = fc.oneof(
  fc
    .array(fc.nat(90), { minLength: 1, maxLength: 3 })
    .map((of): Choice => ({ kind: 'values', field: 'genreScis', values: of.map((i) => `Genre ${i}`) })),
  fc.constantFrom('Maori', 'English').map((of): Choice => ({ kind: 'values', field: 'language', values: [of] })),
  fc
    .tuple(fc.integer({ min: 1945, max: 2025 }), fc.nat(40))
    .map(([from, years]): Choice => ({ kind: 'range', field: 'publicationYear', from, to: from + years })),
)
const anyQuery = fc
  .tuple(fc.array(anyChoice, { minLength: 1, maxLength: 4 }), fc.constantFrom('all', 'common', 'rare'))
  .map(
    ([choices, word]): CatalogueQuery => ({
      clause: word === 'all' ? { kind: 'all' } : { kind: 'word', word, fields: ['title'] },
      choices,
      sort: [{ key: 'titleSort', descending: false }],
      from: 0,
      size: 400,
      facets: [
        { name: 'language', field: 'language', size: 5, minCount: 1 },
        { name: 'genre', field: 'genreScis', size: 100, minCount: 1 },
      ],
    }),
  )

// More choices than the cache holds, some again and again, among many records and few, before and after a removal.
test('choices find and count the same records whether their answer is cached or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  const { catalogue, close } = openInOneThread(folder, usualSizes)
  await catalogue.write(records)
  let documents = records.map(({ document }) => document)
  const answersAsExpected = () =>
    fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const { hits, total, facets } = await catalogue.search(query)
        expect({ ids: hits.map(({ id }) => id), total, facets }).toEqual(naiveSearch(documents, query))
      }),
      { numRuns: 200 },
    )
  try {
    await answersAsExpected()
    const removed = documents.filter((_, i) => i % 9 === 0).map(({ id }) => id)
    await catalogue.remove(removed)
    documents = documents.filter(({ id }) => !removed.includes(id))
    await answersAsExpected()
  } finally {
    close()
    rmSync(folder, { recursive: true })
  }
})
