import { expect, test } from 'vitest'
import { joinedWords, joinRuns } from './joined-words.ts'

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
  ['', []],
])('%s has the joined words %j', (text, words) => {
  expect(joinedWords([text])).toEqual(words)
})

test('the words of several texts are given once', () => {
  expect(joinedWords(['Spider-man', 'Spider-Man 2'])).toEqual(['spiderman'])
})

test('a text is written with its runs joined', () => {
  expect(joinRuns('The Spider-Man letters of J. R. R. Tolkien')).toBe('The SpiderMan letters of JRR Tolkien')
  expect(joinRuns('Holes')).toBe('Holes')
})
