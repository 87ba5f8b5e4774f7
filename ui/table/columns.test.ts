import { expect, test } from 'vitest'
import { type Columns, everyLine, fileOf, sortRows } from './columns.ts'

type Book = { title: string; year: number | null }
const books: Book[] = [
  { title: 'Emma', year: 1815 },
  { title: 'Dracula', year: 1897 },
  { title: 'Beowulf', year: null },
]
const columns: Columns<Book> = [
  { cell: () => 'a picture' },
  {
    head: 'Title',
    sort: 'title',
    compare: (a, b) => a.title.localeCompare(b.title),
    csv: ({ title }) => title,
    cell: ({ title }) => title,
  },
  false,
  { head: 'Actions', headHidden: true, cell: () => 'Remove' },
  { head: 'Year', csvHead: 'Year of publication', csv: ({ year }) => year },
  { head: 'No.', csv: (_, index) => index + 1 },
]

test('a file has the columns that have a file value, under their file headings', () => {
  expect(fileOf(columns, books)).toEqual({
    columns: ['Title', 'Year of publication', 'No.'],
    rows: [
      ['Emma', 1815, 1],
      ['Dracula', 1897, 2],
      ['Beowulf', null, 3],
    ],
  })
})

test('rows are sorted by a column, either way; an unknown order changes nothing', () => {
  const titles = (by: string, descending: boolean) =>
    sortRows(columns, books, { by, descending }).map(({ title }) => title)
  expect(titles('title', false)).toEqual(['Beowulf', 'Dracula', 'Emma'])
  expect(titles('title', true)).toEqual(['Emma', 'Dracula', 'Beowulf'])
  expect(titles('price', false)).toEqual(['Emma', 'Dracula', 'Beowulf'])
  expect(sortRows(columns, books, null)).toBe(books)
})

test('all pages of a list are read, and a line that moves to the next page meanwhile is included once', async () => {
  const pages = [['a', 'b'], ['b', 'c'], ['d']]
  const calls: number[] = []
  const lines = await everyLine(async (page) => {
    calls.push(page)
    return { response: pages[page - 1]!, totalCount: 5 }
  }, String)
  expect(lines).toEqual(['a', 'b', 'c', 'd'])
  expect(calls).toEqual([1, 2, 3])
})

test('a list that gets shorter meanwhile ends with its last page', async () => {
  const lines = await everyLine(async (page) => ({ response: page === 1 ? ['a'] : [], totalCount: 9 }), String)
  expect(lines).toEqual(['a'])
})
