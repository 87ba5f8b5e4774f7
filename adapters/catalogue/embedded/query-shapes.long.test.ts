import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSearch } from '#features/catalogue/query/server/parse-search.ts'
import type { CataloguePort, CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { recordOf } from '../suite/documents.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

const count = 100_000
const vocabulary = 40_000

/** The same numbers in every run. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = randomNumbers(22)
const syllables = [...'aeiou'].flatMap((vowel) => [...'bcdfghklmnprstvw'].map((letter) => letter + vowel))
const words = Array.from({ length: vocabulary }, (_, i) => {
  const start = i % 3 === 0 ? 'aeiou'[i % 5] : ''
  return start + Array.from({ length: 2 + (i % 3) }, () => syllables[random(syllables.length)]).join('')
})
/** A few words are in most records, most words in a few, as in a language. */
const someWord = () => words[Math.floor(vocabulary ** (random(1_000_000) / 1_000_000)) - 1]!
const someWords = (length: number) => Array.from({ length }, someWord).join(' ')

function* records(): Generator<CatalogueRecord> {
  for (let i = 0; i < count; i++)
    yield recordOf({
      id: String(i),
      title: someWords(3 + (i % 8)),
      authors: [someWords(2)],
      subjects: [someWords(1), someWords(2)],
      description: someWords(20),
      publicationYear: 1950 + (i % 75),
    })
}

let folder: string
let catalogue: CataloguePort
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'query-shapes-'))
  catalogue = await openEmbeddedCatalogue({ folder, workers: 1 })
  await catalogue.write(records())
}, 120_000)
afterAll(async () => {
  await catalogue?.close()
  rmSync(folder, { recursive: true, force: true })
})

const aggs = Object.fromEntries(
  ['subjects', 'genreScis', 'language', 'targetAudienceText'].map((field) => [field, { terms: { field, size: 20 } }]),
)

/** The quickest of three, in ms. */
async function timeOf(query: string, operator = 'and'): Promise<number> {
  const { yearRanges: _, ...search } = readSearch({
    query: { query_string: { query, default_operator: operator, analyze_wildcard: true } },
    aggs,
    size: 30,
  })
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    await catalogue.search(search)
    least = Math.min(least, performance.now() - start)
  }
  return least
}

const vowels = [...'aeiou']
const letters = [...'abcdefghiklmnoprstuvw']
const common = () => words.slice(0, 30)
const most = 1_000
const fill = (part: (i: number) => string) => {
  let text = ''
  for (let i = 0; text.length + part(i).length < most; i++) text += `${part(i)} `
  return text.trim()
}

/** These are near a search for one letter with a star. */
const letterShapes = { 'a letter': 'e*', 'four letters': 'e* a* i* o*', 'stars inside': 'a*a*a* e*e* i*a' }
const mostOfLetters = 12

const shapes: Record<string, string> = {
  ...letterShapes,
  'every letter': letters.map((letter) => `${letter}*`).join(' '),
  'every letter, twice': [...letters, ...letters].map((letter) => `${letter}*`).join(' '),
  'many stars': `${'a*'.repeat(300)}`,
  'question marks inside': 'b?b? a?a?a c??a',
  'many prefixes': fill((i) => `${syllables[i % syllables.length]}*`)
    .split(' ')
    .slice(0, 120)
    .join(' '),
  'letters excluded': vowels.map((letter) => `-${letter}*`).join(' '),
  'letters or letters': letters.map((letter) => `${letter}*`).join(' OR '),
  'a long title': fill((i) => words[(i * 7919) % vocabulary]!),
  'common words': fill((i) => common()[i % 30]!),
  'one word, repeated': fill(() => words[0]!),
  'numbers in words': fill((i) => ['one', 'two', 'iii', '4', 'fifth'][i % 5]!),
  initials: fill((i) => letters[i % letters.length]!),
  phrases: Array.from({ length: 60 }, (_, i) => `"${words[i % 9]} ${words[(i + 1) % 9]}"`).join(' '),
  'a long phrase': `"${fill((i) => words[i % 12]!).slice(0, 900)}"`,
  'groups in groups': `${'('.repeat(12)}a* e*${')'.repeat(12)} ${'(a* OR e*) '.repeat(20)}`,
  'letters in fields': 'title:a* author:e* subject:i* series:o* notes:u*',
}

/** A question has at most 128 patterns and phrases; each costs less than a plain search, however it is written. */
const mostPlain = 60

test('every shape of a question ends in the time of a few plain ones', async () => {
  const plain = await timeOf(words[0]!)
  const slow: string[] = []
  for (const [name, query] of Object.entries(shapes))
    for (const operator of ['and', 'or'] as const) {
      const times = (await timeOf(query, operator)) / plain
      if (times > (name in letterShapes ? mostOfLetters : mostPlain))
        slow.push(`${name} (${operator}) takes ${times.toFixed(1)} times as long`)
    }
  expect(slow).toEqual([])
}, 600_000)
