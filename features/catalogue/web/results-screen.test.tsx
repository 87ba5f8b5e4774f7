import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { catalogueApi, catalogueProblem } from '#features/catalogue/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

afterEach(cleanup)

type Found = { total?: number; aggregations?: Record<string, { buckets: { key: string; doc_count: number }[] }> }

/** A catalogue of so many books, numbered; every query is read as the server would read it. */
function open(address: string, { total = 65, aggregations = {} }: Found = {}) {
  const asked: ReturnType<typeof parseSearch>[] = []
  const view = renderScreen(<ResultsScreen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: ({ bodybuilderquery }) => {
        const query = parseSearch(bodybuilderquery)
        asked.push(query)
        const { from, size } = query
        const hits = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
          hitOf(`${from + i + 1}`, `Book ${from + i + 1}`),
        )
        return { hits: { total, hits }, aggregations, took: 1 }
      },
    },
  })
  return { ...view, asked }
}
const address = () => new URLSearchParams(window.location.search)
const summary = () => screen.getByRole('status').textContent

test('the summary is a range of record numbers, 30 to begin with', async () => {
  open('?query=book')
  await waitFor(() => expect(summary()).toBe('1–30 of 65 records'))
  expect(screen.getAllByRole('listitem').filter((item) => item.className === 'hit')).toHaveLength(30)
})

test('another page size leads back to the first page', async () => {
  open('?query=book&page=2')
  await waitFor(() => expect(summary()).toBe('31–60 of 65 records'))
  await userEvent.selectOptions(screen.getByLabelText('Per page'), '10')
  await waitFor(() => expect(summary()).toBe('1–10 of 65 records'))
  expect(address().get('size')).toBe('10')
  expect(address().has('page')).toBe(false)
})

test('the page sizes and the seven orders are those of the specification', async () => {
  const { asked } = open('?query=book')
  const options = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text)
  expect(options('Per page')).toEqual(['5', '10', '20', '30', '40'])
  expect(options('Sort')).toEqual([
    'Relevance',
    'Title',
    'Author',
    'Publication Year (descending)',
    'Publication Year (ascending)',
    'Catalogue Date (descending)',
    'Catalogue Date (ascending)',
  ])
  await userEvent.selectOptions(screen.getByLabelText('Sort'), 'Catalogue Date (ascending)')
  await waitFor(() => expect(asked.at(-1)?.sort[0]).toEqual({ key: 'voyagerCreateDate', descending: false }))
})

test('the pager is Previous, ten pages, a gap marker, the last page and Next', async () => {
  open('?query=book', { total: 2000 })
  const pager = await screen.findByRole('navigation', { name: 'Pages' })
  expect(pager.textContent).toBe('Previous12345678910…pages left out67Next')
  await userEvent.click(within(pager).getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(summary()).toBe('31–60 of 2,000 records'))
  expect(document.activeElement?.tagName).toBe('H1')
})

test('totals are shown up to 100,000, and no page leads beyond 10,000 records', async () => {
  open('?query=book', { total: 100_000 })
  await waitFor(() => expect(summary()).toBe('1–30 of 100,000+ records'))
  expect(screen.getByRole('link', { name: 'Page 333' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Page 334' })).toBeNull()
})

test('a filter is chosen from its count, shown as a chip and taken off again', async () => {
  const aggregations = { language: { buckets: [{ key: 'English', doc_count: 1212 }] } }
  const { asked } = open('?query=book&page=2', { aggregations })
  await userEvent.click(await screen.findByRole('checkbox', { name: /English\s*1,212/ }))
  await waitFor(() =>
    expect(asked.at(-1)?.choices).toEqual([{ kind: 'values', field: 'language', values: ['English'] }]),
  )
  expect(address().getAll('filter')).toEqual(['language:English'])
  expect(address().has('page')).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Remove English' }))
  await waitFor(() => expect(asked.at(-1)?.choices).toEqual([]))
  expect(address().getAll('filter')).toEqual([])
})

test('nothing found: ways on, and a request for cataloguing with the term', async () => {
  open('?query=harry+pottre&filter=language:French', { total: 0 })
  expect(await screen.findByText('No records with these filters')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'pottre' }).getAttribute('href')).toContain('query=pottre')
  expect(screen.getByRole('link', { name: 'harry OR pottre' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Request cataloguing' }).getAttribute('href')).toBe(
    '/CreateCatalogueRequest?term=harry+pottre',
  )
})

test.each([
  ['search_unavailable', "We're unable to perform the search. Please try again later"],
  ['not_authorised', 'You are not authorised to search the catalogue.'],
  ['query_not_accepted', 'This search cannot be understood.'],
] as const)('a search that is refused with %s says why', async (code, sentence) => {
  renderScreen(<ResultsScreen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: '/discover/results/?query=x',
    fakes: {
      search: () => {
        throw catalogueProblem(code)
      },
    },
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('markup in a title is text', async () => {
  renderScreen(<ResultsScreen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: '/discover/results/?query=img',
    fakes: {
      search: () => ({
        hits: { total: 1, hits: [hitOf('1', '<img src=x onerror=alert(1)>')] },
        aggregations: {},
        took: 1,
      }),
    },
  })
  const title = await screen.findByRole('heading', { level: 2 })
  expect(title.textContent).toBe('<img src=x onerror=alert(1)>')
  expect(title.querySelector('img')).toBeNull()
})
