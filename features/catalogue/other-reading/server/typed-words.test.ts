import { expect, test } from 'vitest'
import { plainWords, withoutFunctionWords, withoutLooseEnds, withoutRequestWords } from './typed-words.ts'

test.each([
  ['"unclosed', 'unclosed'],
  ['title:"possum magic"', 'possum magic'],
  ['foo:bar', 'foo bar'],
  ['(dog OR', 'dog'],
  ['cats AND', 'cats'],
  ['AND', 'and'],
  ['where is the green sheep?', 'where is the green sheep'],
  ['moby dick: or the whale', 'moby dick or the whale'],
  ['dog’s Spider-Man C++', 'dog’s Spider-Man C++'],
  ['!!! "', ''],
])('the words of %s are %j', (query, words) => {
  expect(plainWords(query).join(' ')).toBe(words)
})

test.each([
  ['why do sharks sleep', 'sharks sleep', 'sharks sleep', 'why do sharks sleep'],
  ['about the sea for', 'sea', 'the sea', 'about the sea for'],
  ['Facts about Māori', 'Facts Māori', 'Facts about Māori', 'about Māori'],
  ['who am I', 'who am I', '', 'who am I'],
])('%s has the content %j, within its loose ends %j, for a request %j', (text, content, tight, request) => {
  const words = text.split(' ')
  expect([withoutFunctionWords(words), withoutLooseEnds(words), withoutRequestWords(words)].map(joined)).toEqual([
    content,
    tight,
    request,
  ])
})

const joined = (words: string[]) => words.join(' ')
