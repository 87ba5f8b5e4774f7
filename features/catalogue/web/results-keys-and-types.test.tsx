import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { switchKey } from '#kit/web/single-keys.ts'
import { pressKey, renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../query/server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

const Screen = withRecordPieces(ResultsScreen)

beforeEach(() => localStorage.clear())
afterEach(cleanup)

type Query = ReturnType<typeof parseSearch>

function open(
  address: string,
  { total = (_: Query): number => 65, types = {} as Record<string, number>, meant = [''] } = {},
) {
  const queries: Query[] = []
  renderScreen(<Screen />, {
    api: { search: catalogueApi.search, readings: discoverApi.readings },
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: ({ bodybuilderquery }) => {
        const query = parseSearch(bodybuilderquery)
        queries.push(query)
        const all = total(query)
        const length = Math.max(0, Math.min(query.size, all - query.from))
        const hits = Array.from({ length }, (_, i) => hitOf(`${query.from + i}`, `Book ${query.from + i}`))
        const buckets = Object.entries(types).map(([key, doc_count]) => ({ key, doc_count }))
        return { hits: { total: all, hits }, aggregations: { scisType: { buckets } }, took: 1 }
      },
      readings: () => ({
        response: meant
          .filter(Boolean)
          .map((query) => ({ by: 'spelling' as const, query, filters: [], keepsFilters: false, total: 9 })),
      }),
    },
  })
  return queries
}
const params = () => new URLSearchParams(window.location.search)
const standsAt = (summary: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(summary))

test('N and P turn the page, within the existing pages', async () => {
  open('?query=book')
  await standsAt('1–30 of 65 records')
  pressKey('p')
  expect(params().has('page')).toBe(false)
  pressKey('n')
  await standsAt('31–60 of 65 records')
  pressKey('N')
  await standsAt('61–65 of 65 records')
  pressKey('n')
  expect(params().get('page')).toBe('3')
  pressKey('p')
  await standsAt('31–60 of 65 records')
})

test('N and P do nothing in a list, with Ctrl, in a scanner’s input, or when switched off', async () => {
  open('?query=book')
  await standsAt('1–30 of 65 records')
  screen.getByLabelText('Sort by').focus()
  pressKey('n')
  ;(document.activeElement as HTMLElement).blur()
  pressKey('n', 500, { ctrlKey: true })
  pressKey('9')
  pressKey('n', 10)
  switchKey('page-keys', false)
  pressKey('n')
  expect(params().has('page')).toBe(false)
})

test('J and K move through the records, A adds the one that has the focus, and all can be switched off', async () => {
  open('?query=book')
  await standsAt('1–30 of 65 records')
  const link = (n: number) => screen.getByRole('link', { name: `Book ${n}` })
  await waitFor(() => {
    pressKey('j')
    expect(document.activeElement).toBe(link(0))
  })
  pressKey('j')
  expect(document.activeElement).toBe(link(1))
  pressKey('a')
  expect(screen.getByRole('button', { name: /^In folder.*Book 1$/ })).toBeTruthy()
  pressKey('x')
  pressKey('k')
  pressKey('k')
  expect(document.activeElement).toBe(link(0))
  switchKey('list-keys', false)
  pressKey('j')
  pressKey('a')
  expect(document.activeElement).toBe(link(0))
  expect(screen.getByRole('button', { name: /^Add to folder.*Book 0$/ })).toBeTruthy()
})

const types = { Book: 40, 'Large print book': 2, 'E-book': 12, DVD: 5 }
const choices = (query: Query | undefined) => query?.choices.map((choice) => 'values' in choice && choice.values)

test('resource types are listed in their categories, and a category is chosen as a whole', async () => {
  const queries = open('?query=book', { types })
  const group = within(await screen.findByRole('group', { name: 'Resource type' }))
  expect(group.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Books42',
    'Digital12',
    'Video5',
  ])
  await userEvent.click(group.getByRole('checkbox', { name: /^Books/ }))
  await waitFor(() =>
    expect(choices(queries.at(-1))).toEqual([['Book', 'Large print book', 'Braille book', 'Graphic novel']]),
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Results for book')
  const chips = within(await screen.findByRole('list', { name: 'Chosen filters' }))
  expect(chips.getAllByRole('button').map((chip) => chip.getAttribute('aria-label'))).toEqual(['Remove Books'])
  await userEvent.click(chips.getByRole('button', { name: 'Remove Books' }))
  await waitFor(() => expect(choices(queries.at(-1))).toEqual([]))
})

test('a category unfolds into its types; choosing one makes it partly chosen', async () => {
  const queries = open('?query=book', { types })
  const group = within(await screen.findByRole('group', { name: 'Resource type' }))
  await userEvent.click(group.getByRole('button', { name: 'Types of Books' }))
  await userEvent.click(group.getByRole('checkbox', { name: /^Large print book/ }))
  await waitFor(() => expect(choices(queries.at(-1))).toEqual([['Large print book']]))
  expect(group.getByRole<HTMLInputElement>('checkbox', { name: /^Books/ }).indeterminate).toBe(true)
  await userEvent.click(group.getByRole('checkbox', { name: /^Books/ }))
  await waitFor(() => expect(choices(queries.at(-1))?.[0]).toHaveLength(4))
})

test('a chosen type without counts can still be removed', async () => {
  open('?query=book&filter=scisType:DVD')
  const group = within(await screen.findByRole('group', { name: 'Resource type' }))
  expect(group.getByRole<HTMLInputElement>('checkbox', { name: 'DVD' }).checked).toBe(true)
})

test('a search that finds little names likelier ones with their totals', async () => {
  open('?query=wrold', { total: () => 2, meant: ['world', 'would'] })
  const also = await screen.findByText(/^Also:/)
  expect(also.textContent).toMatch(/^Also: [\d,]+ for world, [\d,]+ for would$/)
  expect(within(also).getByRole('link', { name: 'world' }).getAttribute('href')).toBe('/discover/results/?query=world')
})
