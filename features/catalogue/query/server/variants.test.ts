import { expect, test } from 'vitest'
import { allOf, not } from './clauses.ts'
import type { Clause } from './query.ts'
import { canonicalWord, WordVariants, withVariants } from './variants.ts'

const word = (text: string): Clause => ({ kind: 'word', word: text, fields: ['title', 'identifier'] })
const phrase = (...words: string[]): Clause => ({ kind: 'phrase', words, fields: ['title'], lastIsPrefix: false })

/** The other forms that a clause also finds. */
const formsIn = (clause: Clause): string[] =>
  clause.kind !== 'or'
    ? []
    : clause.clauses.flatMap((each) => {
        if (each.kind !== 'unscored') return []
        const { clause: found } = each
        return found.kind === 'word' ? [found.word] : found.kind === 'phrase' ? [found.words.join(' ')] : []
      })
const formsOf = (...words: string[]) => {
  const found = withVariants(allOf(words.map(word)))
  return found.kind === 'and' ? found.clauses.map(formsIn) : [formsIn(found)]
}

test.each([
  ['colour', ['color']],
  ['colors', ['colours']],
  ['neighbourhood', ['neighborhood']],
  ['theatre', ['theater']],
  ['centers', ['centres']],
  ['dialogue', ['dialog']],
  ['travelling', ['traveling']],
  ['traveler', ['traveller']],
  ['organisation', ['organization']],
  ['realize', ['realise']],
  ['encyclopaedia', ['encyclopedia']],
  ['encyclopedia', ['encyclopaedia']],
  ['grey', ['gray']],
  ['maaori', ['maori']],
  ['iii', ['3', 'three', '3rd', 'third']],
  ['first', ['1st']],
  ['four', ['4', 'iv', '4th', 'fourth']],
  ['dogs', []],
  ['book', []],
  ['water', []],
  ['exercise', ['exercize']],
])('%s is also %j', (typed, forms) => {
  expect(formsOf(typed)).toEqual([forms])
})

test('two words side by side may be one word, and initials are joined', () => {
  expect(formsOf('ground', 'water')).toEqual([['groundwater'], ['groundwater']])
  expect(formsOf('j', 'r', 'r', 'tolkien')).toEqual([['jrr'], ['jrr'], ['jrr', 'rtolkien'], ['rtolkien']])
})

test('several words may together be another form of one', () => {
  expect(formsOf('world', 'war', '2')[0]).toEqual(expect.arrayContaining(['ww2', 'wwii']))
  expect(formsOf('ww2')[0]).toContain('world war 2')
})

test('words of different fields, and words that are excluded, stay as they are', () => {
  const apart = allOf([word('ground'), { kind: 'word', word: 'water', fields: ['author'] }])
  expect(withVariants(apart)).toEqual(apart)
  expect(withVariants(not(word('colour')))).toEqual(not(word('colour')))
})

test('a phrase is also one word, a quotation is not', () => {
  expect(formsIn(withVariants(phrase('spider', 'man')))).toEqual(['spiderman'])
  const quotation = phrase('to', 'be', 'or', 'not', 'to', 'be')
  expect(withVariants(quotation)).toEqual(quotation)
})

test('other forms are found in the same fields, numbers of books excepted, and do not count for the rank', () => {
  expect(withVariants(word('gray'))).toEqual({
    kind: 'or',
    clauses: [word('gray'), { kind: 'unscored', clause: { kind: 'word', word: 'grey', fields: ['title'] } }],
    atLeast: 1,
  })
})

test('all single forms of a word have the same canonical form', () => {
  for (const forms of [
    ['2', 'ii', 'two', '2nd', 'second'],
    ['colour', 'color'],
    ['organise', 'organize'],
    ['mt', 'mount'],
    ['traveller', 'traveler'],
  ])
    expect(new Set(forms.map(canonicalWord)).size, forms.join()).toBe(1)
})

test('a title is also asked for with its forms of several words, and those of a loaded table', () => {
  expect(new WordVariants().titles('ww2 stories')).toContain('world war 2 stories')
  expect(new WordVariants().titles('world war 2 stories')).toContain('ww2 stories')
  expect(new WordVariants().titles('colour of home')).toEqual([])
  const loaded = new WordVariants([
    ['roo', 'kangaroo'],
    ['oz', 'australia'],
  ])
  expect(loaded.titles('roo in oz')).toEqual(['kangaroo in oz', 'roo in australia', 'kangaroo in australia'])
  expect(loaded.titles('emu')).toEqual([])
})

test('a question gets at most 128 other forms, however many its words have', () => {
  const forms = Array.from({ length: 12 }, (_, i) => `form${i}`)
  const question = Array.from({ length: 200 }, (_, i) => word(forms[i % 12]!))
  const found = withVariants(allOf(question), new WordVariants([forms]))
  expect(JSON.stringify(found).match(/unscored/g)).toHaveLength(128)
})

test('what a question repeats is searched once, but may still be one word', () => {
  const found = withVariants(allOf(Array(50).fill(word('water'))))
  expect(found).toEqual(word('water'))
  expect(formsOf('walla', 'walla')).toEqual([['wallawalla']])
  const either = { kind: 'or', clauses: [word('water'), word('water')], atLeast: 1 } as const
  expect(withVariants({ ...either, clauses: [...either.clauses] })).toEqual(word('water'))
})

test('a form may be in several groups', () => {
  const variants = new WordVariants([
    ['st', 'saint'],
    ['st', 'street'],
  ])
  expect(variants.of('st')).toEqual(['saint', 'street'])
  expect(variants.of('saint')).toEqual(['st'])
})
