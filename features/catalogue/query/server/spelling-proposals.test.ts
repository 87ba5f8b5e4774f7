import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { recordOf } from '#adapters/catalogue/suite/documents.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { spellingsFor } from './spelling-proposals.ts'

const folder = mkdtempSync(join(tmpdir(), 'spellings-'))
let catalogue: CataloguePort & { close(): Promise<void> }
beforeAll(async () => {
  const opened = await openEmbeddedCatalogue({ folder, workers: 1 })
  catalogue = opened
  const titles = [
    ...['The second silence', 'Silene and other flowers', 'Second thoughts on flowers', 'A dry spell', 'Dry season'],
    ...['Spelling for all', 'Vegetable dyes', 'Vegetable gardens', 'Dyes of the world', 'The rats', 'Rents and rates'],
    ...Array.from({ length: 30 }, (_, i) => `Silent nights ${i}`),
    ...['Where is the green sheep?', 'Moby Dick, or, The whale', 'Were there whales?'],
    ...[
      'Harry Power',
      'Harry Power again',
      'Harry Peter',
      ...Array.from({ length: 17 }, (_, i) => `Harry Potter ${i}`),
    ],
  ]
  await opened.write(titles.map((title, i) => recordOf({ id: String(i), title })))
})
afterAll(async () => {
  await catalogue.close()
  rmSync(folder, { recursive: true, force: true })
})
const firstFor = async (query: string) => (await spellingsFor(catalogue, query))[0]

test('the other words of a search decide among the near words of one, also if the catalogue has it', async () => {
  expect(await firstFor('The Second Silene')).toEqual({ query: 'The Second Silence', total: 1 })
  expect(await firstFor('a dry spel')).toEqual({ query: 'a dry spell', total: 1 })
})

test('several words that the catalogue does not have are corrected together', async () => {
  expect(await firstFor('vegettable dyyes')).toEqual({ query: 'vegetable dyes', total: 1 })
})

test.each([
  ['where is the green shep?', 'where is the green sheep?'],
  ['were is the green shep?', 'where is the green sheep?'],
  ['shep?', 'sheep?'],
  ['moby dik: or the whale', 'moby dick: or the whale'],
  ['title: moby dik', 'title: moby dick'],
  ['title:moby title:dik', 'title:moby title:dick'],
  ['"moby dik"?', '"moby dick"?'],
])('%s is corrected to %s', async (typed, meant) => {
  expect(await firstFor(typed)).toEqual({ query: meant, total: 1 })
})

test('words with wildcards, and names of fields, are not corrected', async () => {
  for (const query of ['moby di?k', 'moby dik*', 'title:xqzw']) expect(await spellingsFor(catalogue, query)).toEqual([])
})

test('proposals come in the order of their hits', async () => {
  expect(await spellingsFor(catalogue, 'harry poter')).toEqual([
    { query: 'harry potter', total: 17 },
    { query: 'harry power', total: 2 },
    { query: 'harry peter', total: 1 },
  ])
})

test('a correction that is a title comes before one that only finds something', async () => {
  expect((await firstFor('the rts'))?.query).toBe('the rats')
})

test('a search that finds something is corrected only to one that finds far more', async () => {
  expect(await spellingsFor(catalogue, 'silence')).toEqual([])
  expect((await firstFor('silen nights'))?.query).toBe('silent nights')
})

test('nothing is proposed for numbers, operators or what is like no word', async () => {
  expect(await spellingsFor(catalogue, '9780142410370')).toEqual([])
  expect(await spellingsFor(catalogue, 'zzzzqqqq AND xxyyzz')).toEqual([])
})

test('no more than a word is looked up among the words of the catalogue', async () => {
  const lookedUp: string[] = []
  const watched = {
    ...catalogue,
    spellings: (words: string[], options?: { inContext?: boolean }) => {
      lookedUp.push(...words)
      return catalogue.spellings(words, options)
    },
  }
  for (const query of ['ﷺ'.repeat(55), 'ﷺ ﷺ silene', 'ำ'.repeat(500), 'ﬃ'.repeat(300), '漢字', 'x'.repeat(1000)])
    await spellingsFor(watched, query)
  expect(lookedUp.filter((word) => word.length > 64 || /\s/.test(word))).toEqual([])
})
