import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsLink, holdsUnseen, nameRule } from './bare-link.ts'

const links = [
  'https://evil.example/x',
  'Win at evil.com',
  'EVIL.COM',
  'evil.com.au/free',
  'www.evil',
  'evil.zip/now',
  'evil。com',
  'ｅｖｉｌ.ｃｏｍ',
  'evil\u200b.com',
  'bücher.de',
  'javascript://x',
]
test.each(links)('“%s” contains a link', (text) => expect(holdsLink(text)).toBe(true))

const names = [
  'J.R.R. Tolkien',
  'St.Mary’s College',
  'O’Brien-Smith',
  'Year 7 vs. Year 8',
  'Node.js',
  'Vol.1/2',
  'Maths 2.5',
  'Dr. Communal',
  'a.m. and p.m.',
  'Mr.Coman',
  'English/History',
  'Ages 3.community',
  'Read.in class',
  '雨。',
]
test.each(names)('“%s” is a name', (text) => expect(holdsLink(text)).toBe(false))

test('a link is found anywhere in a name', () => {
  fc.assert(
    fc.property(fc.constantFrom(...links), fc.string(), fc.string(), (link, before, after) => {
      expect(holdsLink(`${before} ${link} ${after}`)).toBe(true)
    }),
  )
})

test('a name of a million characters is checked', () => {
  for (const part of ['a', 'a-', 'é', 'a.b', '://', 'www.']) holdsLink(part.repeat(1_000_000 / part.length))
})

const unseen = [
  'Anna \u202emoc.live',
  'Anna\u2066',
  'A\u200bnna',
  '\ufeffAnna',
  'An\u200dna',
  'Year\u20607',
  '\u200eAnna',
  'Ann\u00ada',
  '\u3164',
  'A\u{e0061}',
]
test.each(unseen)('“%s” contains invisible characters', (text) => {
  expect([holdsUnseen(text), nameRule[0](text)]).toEqual([true, false])
})

const seen = [
  'نوه\u200cای',
  'क्\u200dष',
  'ශ්\u200dරී',
  'Library 👩\u200d🏫',
  '❤\ufe0f',
  '葛\u{e0100}',
  'עברית',
  'O’Brien',
  'Zoë',
]
test.each([...seen, ...names])('all of “%s” is visible', (text) => {
  expect([holdsUnseen(text), nameRule[0](text)]).toEqual([false, true])
})
