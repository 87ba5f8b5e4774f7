import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { naiveSearch } from '../suite/naive-search.ts'
import { and, not, or, pattern, phrase, queryOf, word } from '../suite/queries.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

// Enough records that common words have postings of many blocks, of which a phrase reads only some.
const records = Array.from({ length: 3600 }, (_, i) =>
  recordOf({
    id: String(i),
    // Neighbours differ in word positions and missing words, so an off-by-one error shows.
    title: `${'so '.repeat(i % 4)}${i % 3 === 0 ? 'The' : 'A'} ${i % 1201 === 777 ? 'kraken' : 'whale'} ${i % 7 === 1 ? 'from' : 'of'} the ${i % 97 === 5 ? 'old' : 'deep'} sea ${i % 13}`,
    description: i % 5 === 0 ? 'the story of the sea the sea' : '',
    subjects: [`Number ${i % 40}`],
  }),
)
const isRemoved = (id: string) => Number(id) % 10 === 3

/** Loaded in parts that are merged at the end (once without, once with deleted records), or in one. */
describe.each([
  ['in one segment', 50_000, false],
  ['in segments that were merged', 450, false],
  ['in segments that were merged without the removed', 450, true],
])('long postings %s', (_, segmentRecords, removes) => {
  let folder: string
  let catalogue: CataloguePort
  const documents = records
    .filter(({ document }) => !(removes && isRemoved(document.id)))
    .map(({ document }) => document)
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
    catalogue = await openEmbeddedCatalogue({ folder, workers: 1, sizes: { ofLoad: segmentRecords } })
    if (removes) {
      await catalogue.write(records.slice(0, 2000))
      await catalogue.remove(records.map(({ document }) => document.id).filter(isRemoved))
      await catalogue.write(records.slice(2000).filter(({ document }) => !isRemoved(document.id)))
      for (let i = 0; i < 8; i++) await catalogue.write([recordOf({ id: `more ${i}` })])
      await catalogue.remove(Array.from({ length: 8 }, (__, i) => `more ${i}`))
    } else await catalogue.write(records)
  })
  afterAll(async () => {
    await catalogue?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ['a rare word before common ones', phrase('kraken of the deep sea')],
    ['a rare word behind common ones', phrase('of the old sea')],
    ['two rare words far from each other', phrase('the kraken of the old')],
    ['only common words', phrase('of the')],
    ['a word that comes twice', phrase('the sea the sea')],
    ['common words in titles only', phrase('the sea', false, ['title'])],
    ['a phrase whose last word has begun', phrase('kraken of the d', true)],
    ['a common phrase whose last word has begun', phrase('of the o', true)],
    ['a rare and a common word', and(word('kraken'), word('the'), not(word('old')))],
    ['a pattern', and(pattern('kr*'), word('3'))],
    ['a rare word and a pattern for common ones', and(word('kraken'), pattern('th*', ['title']))],
    ['a rare word and a phrase of common ones', and(word('kraken'), phrase('of the deep'))],
    ['a rare word without a phrase of common ones', and(word('kraken'), not(phrase('of the deep')))],
    [
      'a rare word and groups of common ones',
      and(word('old'), and(word('the'), word('story')), or(word('a'), word('so'))),
    ],
  ])('%s', async (__, clause) => {
    const query = queryOf(clause, { sort: [{ key: 'titleSort', descending: false }] })
    const expected = naiveSearch(documents, query)
    const { total, hits } = await catalogue.search(query)
    expect(total).toBe(expected.total)
    expect(hits.map(({ id }) => id)).toEqual(expected.ids.slice(0, 100))
  })
})
