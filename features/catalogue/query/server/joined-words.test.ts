import { expect, test } from 'vitest'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { joinedWords, joinRuns, withoutElisions } from './joined-words.ts'
import { readSearch } from './parse-search.ts'
import { titleKeysOf } from './title-keys.ts'

test.each([
  ['Spider-man : a co‑operation', ['spiderman', 'cooperation']],
  ['J. R. R. Tolkien', ['jrr']],
  ['J.R.R. Tolkien', ['jrr']],
  ['J R R Tolkien and C.S. Lewis', ['jrr', 'cs']],
  ['U.S. history', ['us']],
  ['COVID-19', ['covid19']],
  ['1914-1918', []],
  ['A book about Maaori tools', ['maori']],
  ['Rowling, J. K., 1965-', ['jk']],
  ['Plan B', []],
  ['30,000 steps', ['30000']],
  ['30.000 Schritte, 1’250’000', ['30000', '1250000']],
  ['30 000 steps, 30\u202f000', ['30000']],
  ['30000 steps', ['30', '000']],
  ['1 250 000 or 1250000', ['1250000', '1', '250', '000']],
  ['In 1984, 823.914, 1.2.3000', ['823914']],
  ['', []],
])('%s has the joined words %j', (text, words) => {
  expect(joinedWords([text])).toEqual(words)
})

test.each([
  ['L’oiseau du quai', ['oiseau du quai']],
  ["Histoire d'aventures", ['Histoire aventures']],
  ['Jusqu’au bout', ['au bout']],
  ['Alice nell’Europa dell’Ottocento', ['Alice Europa Ottocento']],
  ['L´hivern', ['hivern']],
  ['O’Neil, aujourd’hui', []],
  ['I’m here, don’t', []],
])('%s without elided articles is %j', (text, without) => {
  expect(withoutElisions(text)).toEqual(without)
})

test('the words of several texts are given once', () => {
  expect(joinedWords(['Spider-man', 'Spider-Man 2'])).toEqual(['spiderman'])
})

test('a text is written with its runs joined', () => {
  expect(joinRuns('The Spider-Man letters of J. R. R. Tolkien')).toBe('The SpiderMan letters of JRR Tolkien')
  expect(joinRuns('Holes')).toBe('Holes')
})

/** Ends that make a pattern try another way through all of the text. */
const ends = ['', 'b', '.', '!']
const pieces = 'a|aa|ng|wha|ā|-|a-|’|A|A.|A |A. |is|ise|our|l|1|字|& |+|#'.split('|')

test.each(pieces)('a long run of “%s” is read, in a title and in a search', (piece) => {
  for (const end of ends) {
    const text = piece.repeat(1000 / piece.length) + end
    joinedWords([text, piece.repeat(40_000 / piece.length) + end])
    titleKeysOf({
      title: { titlePrimary: text },
      titleSort: text,
      titleInScript: text,
      searched: { properTitle: text, titles: [text] },
    } as unknown as BibliographicDocument)
    try {
      readSearch({ query: { query_string: { query: text.slice(0, 1000) } } })
    } catch (error) {
      // Some are refused.
      expect(error).toMatchObject({ status: 400 })
    }
  }
})
