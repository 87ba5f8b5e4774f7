import { expect, test } from 'vitest'
import { markWords, wordsOfQuery } from './marked-words.ts'

const marked = (text: string, query: string) =>
  markWords(text, wordsOfQuery(query))
    .filter((part) => part.marked)
    .map((part) => part.text)

test('words are marked regardless of accents, case and endings', () => {
  expect(marked('The Kererū who wouldn’t fly', 'kereru')).toEqual(['Kererū'])
  expect(marked('A story of two stories', 'story')).toEqual(['story', 'stories'])
  expect(marked('O’Brien', "o'brien")).toEqual(['O’Brien'])
})

test('field names, operators and excluded words are not marked', () => {
  expect(marked('Title and author of a book', 'title:book AND NOT author')).toEqual(['author', 'book'])
  expect(marked('Cats and dogs', 'cats -dogs')).toEqual(['Cats'])
})

test('a wildcard marks every word that it matches', () => {
  expect(marked('Potter, pottery and port', 'pott*')).toEqual(['Potter', 'pottery'])
})

test('the whole text is returned', () => {
  const text = 'Harry Potter & the philosopher’s stone'
  const parts = markWords(text, wordsOfQuery('potter stone'))
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(markWords(text, [])).toEqual([{ text, marked: false }])
})
