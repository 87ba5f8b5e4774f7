import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CqlError, type CqlModifier, type CqlQuery, parseCql } from './parse-cql.ts'

const formatModifiers = (modifiers: CqlModifier[]) =>
  modifiers.map(({ name, comparison, value }) => `/${name}${comparison}${value}`).join('')
/** `(title = "dog" and author any "fox")`; only the term if the query names no index. */
const format = (query: CqlQuery): string => {
  if (query.kind === 'boolean')
    return `(${format(query.left)} ${query.operator}${formatModifiers(query.modifiers)} ${format(query.right)})`
  const { index, relation, modifiers, term } = query
  return index === 'cql.serverchoice' ? `"${term}"` : `${index} ${relation}${formatModifiers(modifiers)} "${term}"`
}

test.each([
  ['dog', '"dog"'],
  ['"the dog"', '"the dog"'],
  ['""', '""'],
  ['dc.title = dog', 'dc.title = "dog"'],
  ['DC.Title ANY "fish frog"', 'dc.title any "fish frog"'],
  ['title all/stem fish', 'title all/stem "fish"'],
  ['year >= 1998', 'year >= "1998"'],
  ['a<>b', 'a <> "b"'],
  ['a==b', 'a == "b"'],
  ['cat and dog', '("cat" and "dog")'],
  ['cat or dog not mouse', '(("cat" or "dog") not "mouse")'],
  ['cat or (dog not mouse)', '("cat" or ("dog" not "mouse"))'],
  ['cat AND/rel.combine=sum dog', '("cat" and/rel.combine=sum "dog")'],
  ['cat prox/distance<3/unit=word dog', '("cat" prox/distance<3/unit=word "dog")'],
  ['((a))', '"a"'],
  ['title = "and"', 'title = "and"'],
  ['title = and', 'title = "and"'],
  ['"quoted \\" mark"', '"quoted \\" mark"'],
  ['bath.isbn=0747532699', 'bath.isbn = "0747532699"'],
])('%s', (text, tree) => {
  expect(format(parseCql(text).query)).toBe(tree)
})

test.each([
  ['', 1],
  ['(cat', 5],
  ['cat)', 4],
  ['cat and', 8],
  ['and cat', 1],
  ['title =', 8],
  ['"open', 1],
  ['cat dog', 8],
  ['a/b', 2],
  ['cat sortby', 11],
  ['cat sortby (title)', 12],
])('%j is refused where it fails', (text, position) => {
  expect(() => parseCql(text)).toThrow(CqlError)
  try {
    parseCql(text)
  } catch (error) {
    expect((error as CqlError).position).toBe(position)
  }
})

test('sort keys follow the query', () => {
  const { query, sort } = parseCql('cat sortby dc.title/sort.descending date')
  expect(format(query)).toBe('"cat"')
  expect(sort.map(({ index, modifiers }) => index + formatModifiers(modifiers))).toEqual([
    'dc.title/sort.descending',
    'date',
  ])
})

test('prefixes hold inside their parentheses', () => {
  const { query } = parseCql('> d = "info:dc" > "info:default" (d.title = a and (> d = "info:other" b))')
  const prefixesOf = (of: CqlQuery) => (of.kind === 'term' ? Object.fromEntries(of.prefixes) : {})
  expect(query.kind === 'boolean' && prefixesOf(query.left)).toEqual({ d: 'info:dc', '': 'info:default' })
})

test('limits: length, parentheses, terms', () => {
  expect(() => parseCql('a'.repeat(8_001))).toThrow('longer than 8000')
  expect(() => parseCql(`${'('.repeat(40)}a${')'.repeat(40)}`)).toThrow('more than 32 parentheses')
  expect(() => parseCql(Array.from({ length: 129 }, () => 'a').join(' or '))).toThrow('more than 128 terms')
})

test('any text is read or refused', () => {
  const word = fc.constantFrom(
    'and',
    'or',
    'not',
    'prox',
    'sortby',
    '(',
    ')',
    '=',
    '<',
    '>',
    '/',
    '"',
    'a',
    '"b c"',
    '\\',
    ' ',
  )
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
      ),
      (text) => {
        try {
          parseCql(text)
          seen.add('read')
        } catch (error) {
          if (!(error instanceof CqlError)) throw error
          seen.add('refused')
        }
      },
    ),
    { numRuns: 5_000 },
  )
  expect([...seen].sort()).toEqual(['read', 'refused'])
})
