import { expect, test } from 'vitest'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { MarcField } from '#marc/record.ts'
import { authorQuestions, titleKeysOf, titleQuestions } from './title-keys.ts'

const data = (tag: string, ind: string, ...parts: [string, string][]): MarcField => ({
  ...{ tag, ind1: ind[0]!, ind2: ind[1]! },
  subfields: parts.map(([code, value]) => ({ code, value })),
})
const keysOf = (...fields: MarcField[]) => titleKeysOf(toDocument({ leader: '00000nam a2200000 a 4500', fields }))

test('a title is known as a whole, without its article, and by its title proper', () => {
  expect(keysOf(data('245', '14', ['a', 'The Hunger Games :'], ['b', 'a novel /'], ['c', 'Suzanne Collins']))).toEqual({
    whole: 'the hunger games a novel',
    short: 'hunger games a novel',
    proper: ['the hunger games', 'hunger games'],
    other: [],
  })
})

test('variant and uniform titles and those in another script are other titles, with and without article', () => {
  const { other } = keysOf(
    data('245', '00', ['6', '880-01'], ['a', 'Mondai :'], ['b', 'shō']),
    data('246', '3 ', ['a', 'The problem']),
    data('240', '10', ['a', 'Mondai.'], ['l', 'English']),
    data('880', '00', ['6', '245-01/$1'], ['a', '問題 :'], ['b', '章']),
  )
  expect(other).toEqual(expect.arrayContaining(['the problem', 'problem', 'mondai', '問 題', '問 題 章']))
})

test('a document from before the title proper was kept has the others', () => {
  const document = toDocument({ leader: '', fields: [data('245', '00', ['a', 'Holes'])] })
  const { properTitle: _, ...searched } = document.searched
  expect(titleKeysOf({ ...document, searched: searched as typeof document.searched })).toMatchObject({
    ...{ whole: 'holes', proper: [] },
  })
})

test('a question is read with and without its article', () => {
  expect(titleQuestions('the hobbit')).toEqual(['the hobbit', 'hobbit'])
  expect(titleQuestions('the')).toEqual(['the'])
  expect(titleQuestions('theatre')).toEqual(['theatre'])
})

test('an author is named surname first or last, by more than one word', () => {
  expect(authorQuestions('rowling j k')).toEqual(['rowling j k', 'k rowling j'])
  expect(authorQuestions('j k rowling')).toEqual(['j k rowling', 'rowling j k'])
  expect(authorQuestions('rowling')).toEqual([])
})
