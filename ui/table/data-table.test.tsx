import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Columns } from './columns.ts'
import { DataTable } from './data-table.tsx'
import { UnfoldButton } from './unfold-button.tsx'
import { useSelection } from './use-selection.ts'

afterEach(cleanup)

type Book = { id: string; title: string; year: number }
const books: Book[] = [
  { id: 'a', title: 'Emma', year: 1815 },
  { id: 'b', title: 'Persuasion', year: 1817 },
  { id: 'c', title: 'Dracula', year: 1897 },
]
const columns: Columns<Book> = [
  { className: 'cover-cell', cell: () => 'a cover' },
  { head: 'Title', sort: 'title', namesRow: true, csv: ({ title }) => title, cell: ({ title }) => title },
  { head: 'Publisher', csv: () => 'only in files' },
  { head: 'Year', number: true, narrow: 'published in', className: 'year-cell', cell: ({ year }) => year },
  { head: 'Actions', headHidden: true, cell: ({ title }) => <button type="button">Remove {title}</button> },
]
const parts = { caption: 'Books', columns, rows: books, keyOf: ({ id }: Book) => id }
const rows = () => screen.getAllByRole('row').slice(1)

test('the table has a heading for each visible column, and a column without one shares the next', () => {
  render(<DataTable {...parts} />)
  expect(screen.getByRole('table', { name: 'Books' })).toBeTruthy()
  const heads = screen.getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Title', 'Year', 'Actions'])
  expect(heads[0]!.getAttribute('colspan')).toBe('2')
  expect(heads[1]!.className).toBe('n')
  expect(within(heads[2]!).getByText('Actions').className).toBe('only-heard')
  const row = screen.getByRole('row', { name: /Emma/ })
  expect(within(row).getByRole('rowheader').textContent).toBe('Emma')
  const year = within(row).getByRole('cell', { name: '1815' })
  expect([year.className, year.dataset.label]).toEqual(['n year-cell', 'published in'])
})

test('a heading sorts by its column, and reverses the order when pressed again', async () => {
  const sort = vi.fn()
  const { rerender } = render(<DataTable {...parts} order={null} onSort={sort} />)
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  expect(sort).toHaveBeenLastCalledWith({ by: 'title', descending: false })
  rerender(<DataTable {...parts} order={{ by: 'title', descending: false }} onSort={sort} />)
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  expect(sort).toHaveBeenLastCalledWith({ by: 'title', descending: true })
  rerender(<DataTable {...parts} order={{ by: 'title', descending: true }} onSort={sort} />)
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  expect(sort).toHaveBeenLastCalledWith({ by: 'title', descending: false })
})

test('a group is named above its first row', () => {
  render(<DataTable {...parts} groupOf={({ year }) => (year < 1850 ? 'Regency' : 'Victorian')} />)
  expect(rows().map((row) => row.querySelector('th')!.textContent)).toEqual([
    'Regency',
    'Emma',
    'Persuasion',
    'Victorian',
    'Dracula',
  ])
})

test('rows are selected by checkboxes; a row that cannot be selected has none', async () => {
  function Choosing() {
    const selection = useSelection(['a', 'b'])
    const choosing = { selection, noun: 'books', count: 2, idOf: ({ id }: Book) => id }
    return (
      <>
        <DataTable
          {...parts}
          choosing={{ ...choosing, nameOf: ({ title }) => title, mayChoose: ({ id }) => id !== 'c' }}
        />
        <output>{[...selection.chosen].join(' ')}</output>
      </>
    )
  }
  render(<Choosing />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Persuasion' }))
  expect(screen.getByRole('status').textContent).toBe('b')
  await userEvent.click(screen.getByRole('checkbox', { name: /Select all 2 books/ }))
  expect(screen.getByRole('status').textContent).toBe('a b')
  expect(screen.queryByRole('checkbox', { name: 'Select Dracula' })).toBeNull()
})

test('a row unfolds below itself, and is folded from inside', async () => {
  const unfolds: Columns<Book> = [{ head: 'Title', cell: ({ title }) => <UnfoldButton>{title}</UnfoldButton> }]
  render(
    <DataTable
      {...parts}
      columns={unfolds}
      unfolding={{
        insideClass: 'inside',
        openAtFirst: ({ id }) => id === 'c',
        inside: ({ title }, fold) => (
          <button type="button" onClick={fold}>
            Fold {title}
          </button>
        ),
      }}
    />,
  )
  expect(screen.getByRole('button', { name: 'Dracula' }).getAttribute('aria-expanded')).toBe('true')
  const emma = screen.getByRole('button', { name: 'Emma' })
  await userEvent.click(emma)
  const fold = screen.getByRole('button', { name: 'Fold Emma' })
  expect(fold.closest('tr')!.id).toBe(emma.getAttribute('aria-controls'))
  await userEvent.click(fold)
  expect(emma.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('button', { name: 'Fold Emma' })).toBeNull()
})
