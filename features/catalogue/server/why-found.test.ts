import { expect, test } from 'vitest'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { readSearch } from '../query/server/parse-search.ts'
import { withLocalNotes } from './local-notes.ts'
import { whyFound } from './why-found.ts'

const book: BibliographicDocument = {
  ...blankDocument('1001'),
  title: { titlePrimary: 'The flight of the kererū', noteStmOfResponsibility: 'Hine Moana ; pictures by Ana Tui' },
  authors: ['Moana, Hine', 'Tui, Ana', 'Reader, Sam'],
  mainAuthor: { namePersonalPrimary: 'Moana, Hine', nameCorporatePrimary: '' },
  isbn13: ['9780306406157', '9780440414803'],
  series: ['Forest friends ; 2'],
  subjects: ['Dragons -- Fiction', 'Birds'],
  genreScis: ['Adventure fiction'],
  contents: 'The egg -- Storms at sea -- A spider-man returns',
  description: `${'A long story of many other things. '.repeat(10)}In the end a volcano wakes. ${'And more. '.repeat(40)}`,
  publisher: 'Gecko Press',
  notes: ['Includes a glossary.', 'Gedruckt in Köln.'],
  variantTitles: ['Te rere a te kererū'],
  searched: { ...blankDocument('1001').searched, notes: ['Includes a glossary.', 'Donated by the Ngaio club'] },
}

const reasons = (query: unknown, document = book) =>
  whyFound(readSearch({ query }).clause)(document).map(({ field, text }) => (text ? `${field}: ${text}` : field))
const typed = (query: string) => reasons({ query_string: { query, default_operator: 'and', analyze_wildcard: true } })

test('words of the title and of the author that a hit shows need no reason', () => {
  for (const query of ['flight', 'flights kereru', 'hine moana', 'ana tui', 'fl*t', '"the flight of"', 'kererū -sea'])
    expect([query, typed(query)]).toEqual([query, []])
  expect(reasons({ match_all: {} })).toEqual([])
})

test('each other field is named, with its text', () => {
  const expected: Record<string, string> = {
    'te rere': 'Other title: Te rere a te kererū',
    sam: 'Contributor: Reader, Sam',
    'forest friend': 'Series: Forest friends ; 2',
    dragon: 'Subject: Dragons — Fiction',
    adventure: 'Genre: Adventure fiction',
    storm: 'Contents: Storms at sea',
    gecko: 'Publisher: Gecko Press',
    glossary: 'Note: Includes a glossary.',
    koeln: 'Note: Gedruckt in Köln.',
    gloss: '',
    'glos*': 'Note: Includes a glossary.',
    '"storms at"': 'Contents: Storms at sea',
    '9780440414803': 'Number: 9780440414803',
    '0440414806': 'Number: 9780440414803',
    '9780306406157': '',
    'subject:dragon': 'Subject: Dragons — Fiction',
  }
  expect(Object.fromEntries(Object.keys(expected).map((query) => [query, typed(query)[0] ?? '']))).toEqual(expected)
})

test('a local note is named to staff, who alone search it', () => {
  const noted = { ...book, searched: { ...book.searched, localNotes: ['Weeded after the flood'] } }
  const search = readSearch({ query: { query_string: { query: 'weeded' } } })
  expect(whyFound(withLocalNotes(search).clause)(noted)).toEqual([
    { field: 'Local note', text: 'Weeded after the flood' },
  ])
  expect(whyFound(search.clause)(noted)).toEqual([])
})

test('other forms of a word count as the word', () => {
  expect(typed('spiderman')).toEqual(['Contents: A spider-man returns'])
  expect(typed('spider man')).toEqual(['Contents: A spider-man returns'])
})

test('of several words only those that title and author lack are explained, by two reasons at most', () => {
  expect(typed('flight dragon')).toEqual(['Subject: Dragons — Fiction'])
  expect(typed('dragon fiction')).toEqual(['Subject: Dragons — Fiction'])
  expect(typed('dragon storm gecko')).toEqual(['Subject: Dragons — Fiction', 'Contents: Storms at sea'])
})

test('a field that was not searched is no reason', () => {
  expect(typed('title:dragon')).toEqual([])
  expect(typed('subject:storm')).toEqual([])
})

test('a long text is cut around the word', () => {
  const [reason] = typed('volcano')
  expect(reason).toMatch(/^Summary: … .*a volcano wakes\..* …$/)
  expect(reason!.length).toBeLessThan(170)
})

test('a local note is not quoted, since it is for staff', () => {
  expect(typed('ngaio')).toEqual(['Elsewhere in the record'])
})

test('a text of one endless word is read', () => {
  const endless = { ...book, description: `volcano${'x'.repeat(200_000)} volcano` }
  expect(reasons({ query_string: { query: 'volcano', default_operator: 'and' } }, endless)).toHaveLength(1)
})
