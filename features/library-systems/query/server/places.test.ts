import { expect, test } from 'vitest'
import type { SearchField } from '#features/catalogue/query/server/query.ts'
import type { DataField } from '#marc/record.ts'
import { hasWords, type Place } from './places.ts'

/** `245 04 $a The green sheep : $b a story` */
function fieldOf(text: string): DataField {
  const [tag, indicators] = text.split(' ')
  const subfields = text
    .slice(7)
    .split('$')
    .slice(1)
    .map((each) => ({ code: each[0]!, value: each.slice(2).trim() }))
  return { tag: tag!, ind1: indicators![0]!.replace('_', ' '), ind2: indicators![1]!.replace('_', ' '), subfields }
}

const record = {
  leader: ' '.repeat(24),
  fields: [
    { tag: '001', value: 'sheep' },
    ...[
      '100 1_ $a Fox, Mem, $d 1946-',
      '245 14 $a The green sheep : $b a story / $c by Mem Fox',
      '246 3_ $a Where is it?',
      '490 0_ $a Picture books ; $v 7',
      '505 0_ $t Blue sheep $t Red sheep',
      '650 _0 $a Sheep $v Fiction.',
      '700 12 $a Horacek, Judy. $t Yellow is my favourite colour',
      '880 14 $6 245-01/$1 $a 綠羊',
    ].map(fieldOf),
  ],
}

const field: Record<string, Place> = {
  begins: { within: 'field', starts: true, ends: false },
  whole: { within: 'field', starts: true, ends: true },
  ends: { within: 'field', starts: false, ends: true },
  has: { within: 'field', starts: false, ends: false },
}
const subfield: typeof field = {
  begins: { within: 'subfield', starts: true, ends: false },
  whole: { within: 'subfield', starts: true, ends: true },
}

test.each<[SearchField, Place, string, boolean]>([
  ['title', field.begins!, 'the green', true],
  ['title', field.begins!, 'green sheep', true],
  ['title', field.begins!, 'sheep', false],
  ['title', field.begins!, 'a story', false],
  ['title', field.whole!, 'green sheep', false],
  ['title', field.whole!, 'the green sheep a story', true],
  ['title', field.whole!, 'green sheep a story', true],
  ['title', field.whole!, 'where is it', true],
  ['title', field.whole!, 'yellow is my favourite colour', true],
  ['title', field.whole!, 'red sheep', true],
  ['title', field.ends!, 'a story', true],
  ['title', field.ends!, 'green sheep', false],
  ['title', field.has!, 'gr?en sh*', true],
  ['title', field.has!, 'green *tory', false],
  ['title', field.whole!, '綠 羊', true],
  ['title', subfield.begins!, 'a story', true],
  ['title', subfield.whole!, 'green sheep', true],
  ['title', subfield.whole!, 'the green', false],
  ['author', field.whole!, 'fox mem', false],
  ['author', field.whole!, 'fox mem 1946', true],
  ['author', subfield.whole!, 'fox mem', true],
  ['author', field.whole!, 'by mem fox', true],
  ['author', field.begins!, 'yellow', false],
  ['series', subfield.whole!, 'picture books', true],
  ['series', field.whole!, 'picture books 7', true],
  ['subject', field.whole!, 'sheep', false],
  ['subject', subfield.whole!, 'sheep', true],
  ['subject', subfield.whole!, 'fiction', true],
  ['notes', field.begins!, 'blue sheep', true],
])('%s, %o: %s', (searched, place, words, expected) => {
  expect(hasWords(record, { fields: [searched], words: words.split(' '), place })).toBe(expected)
})
