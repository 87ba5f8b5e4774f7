import { expect, test } from 'vitest'
import { bibliography } from './bibliography.ts'
import type { CslItem } from './csl.ts'
import type { StyleId } from './ids.ts'
import { textOf } from './runs.ts'

const today = '2026-11-21'
const book = (title: string, family: string, year?: number): CslItem => ({
  id: title,
  type: 'book',
  title,
  ...(family && { author: [{ family, given: 'Ann' }] }),
  ...(year && { issued: { 'date-parts': [[year]] } }),
})
const works = [
  book('Zebras', 'Lee', 2001),
  book('The aardvark', 'Lee', 2001),
  book('A quokka', ''),
  book('Emus', 'Éluard', 1999),
  book('Wombats', 'Lee'),
  book('Yabbies', 'Lee', 1990),
]
const listIn = (style: StyleId) => bibliography(style, works, today).map(textOf)

test('references are in the order of names, then of years and titles, an article at the beginning not counted', () => {
  expect(listIn('apa')).toEqual([
    'Éluard, A. (1999). Emus.',
    'Lee, A. (n.d.). Wombats.',
    'Lee, A. (1990). Yabbies.',
    'Lee, A. (2001a). The aardvark.',
    'Lee, A. (2001b). Zebras.',
    'A quokka. (n.d.).',
  ])
  expect(listIn('harvard').slice(1, 5)).toEqual([
    'Lee A (n.d.) Wombats.',
    'Lee A (1990) Yabbies.',
    'Lee A (2001a) The aardvark.',
    'Lee A (2001b) Zebras.',
  ])
})

test('styles whose references name no year first continue by title', () =>
  expect(listIn('chicago').map((text) => text.replace(/^Lee, Ann\. /, ''))).toEqual([
    'Éluard, Ann. Emus. 1999.',
    'The Aardvark. 2001.',
    'Wombats. n.d.',
    'Yabbies. 1990.',
    'Zebras. 2001.',
    'A Quokka. n.d.',
  ]))

test('Vancouver keeps the order of the text', () =>
  expect(listIn('vancouver').map((text) => text.match(/Zebras|aardvark|quokka|Emus|Wombats|Yabbies/)?.[0])).toEqual([
    'Zebras',
    'aardvark',
    'quokka',
    'Emus',
    'Wombats',
    'Yabbies',
  ]))
