import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { catalogueApi, catalogueProblem } from '#features/catalogue/contract.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../query/server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

const Screen = withRecordPieces(ResultsScreen)

afterEach(cleanup)

type Query = ReturnType<typeof parseSearch>
type Found = {
  total?: number | ((query: Query) => number)
  aggregations?: Record<string, { buckets: { key: string; doc_count: number }[] }>
}

/** A catalogue of `total` numbered books; every query is parsed as on the server. */
function open(address: string, { total: all = 65, aggregations = {} }: Found = {}) {
  const queries: Query[] = []
  const view = renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: ({ bodybuilderquery }) => {
        const query = parseSearch(bodybuilderquery)
        queries.push(query)
        const total = typeof all === 'number' ? all : all(query)
        const { from, size } = query
        const hits = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
          hitOf(`${from + i + 1}`, `Book ${from + i + 1}`),
        )
        return { hits: { total, hits }, aggregations, took: 1 }
      },
    },
  })
  return { ...view, queries }
}
const address = () => new URLSearchParams(window.location.search)
const summary = () => screen.getByRole('status').textContent

test('the summary is a range of record numbers, 30 by default', async () => {
  open('?query=book')
  await waitFor(() => expect(summary()).toBe('1–30 of 65 records'))
  expect(screen.getAllByRole('listitem').filter((item) => item.classList.contains('hit'))).toHaveLength(30)
})

test.each([
  [130, 130, null],
  [12_000, 10_000, /The file has the first 10,000\./],
])('of %d records found on any page, %d are exported from the compact table', async (total, inFile, note) => {
  open('?query=book&page=2', { total })
  await userEvent.click(await screen.findByRole('button', { name: 'Compact table' }))
  const { name, lines } = await exported()
  expect(name).toBe('Records found.csv')
  expect(lines).toHaveLength(1 + inFile)
  expect(lines[1]).toMatch(/^1,Book 1,/)
  expect(screen.queryByText(/The file has/)?.textContent ?? null).toEqual(note && expect.stringMatching(note))
  await userEvent.click(screen.getByRole('button', { name: 'List' }))
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
  const { queries } = open('?query=book')
  const options = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text)
  expect(options('Per page')).toEqual(['5', '10', '20', '30', '40'])
  expect(options('Sort by')).toEqual([
    'Relevance',
    'Title',
    'Author',
    'Publication Year (descending)',
    'Publication Year (ascending)',
    'Catalogue Date (descending)',
    'Catalogue Date (ascending)',
  ])
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Catalogue Date (ascending)')
  await waitFor(() => expect(queries.at(-1)?.sort[0]).toEqual({ key: 'voyagerCreateDate', descending: false }))
})

test('the pager is Previous, ten pages, a gap marker, the last page and Next', async () => {
  open('?query=book', { total: 2000 })
  const pager = await screen.findByRole('navigation', { name: 'Pages' })
  expect(pager.textContent).toBe('Previous12345678910…pages left out67Next')
  await userEvent.click(within(pager).getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(summary()).toBe('31–60 of 2,000 records'))
  expect(document.activeElement?.tagName).toBe('H1')
})

test('in the middle, gap markers stand after the first page and before the last; a narrow screen has its own', async () => {
  open('?query=book&page=9', { total: 2000 })
  const pager = await screen.findByRole('navigation', { name: 'Pages' })
  const marks = [...pager.children].map(({ textContent, className }) => `${textContent} ${className}`.trim())
  expect(marks).toEqual([
    'Previous',
    '1',
    ...['…pages left out gap wide-only', '5 wide-only', '6 wide-only', '7 wide-only'],
    ...['…pages left out gap narrow-only', '8', '9', '10'],
    ...['11 wide-only', '12 wide-only', '13 wide-only', '14 wide-only', '…pages left out gap', '67', 'Next'],
  ])
})

test('totals are shown up to 100,000, and paging ends at 10,000 records', async () => {
  open('?query=book', { total: 100_000 })
  await waitFor(() => expect(summary()).toBe('1–30 of 100,000+ records'))
  expect(screen.getByRole('link', { name: 'Page 333' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Page 334' })).toBeNull()
  expect(screen.queryByText(/^Results stop at/)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Page 333' }))
  expect(await screen.findByText(/^Results stop at 10,000 records/)).toBeTruthy()
})

test('a filter is chosen by its count, shown as a chip and removed again', async () => {
  const aggregations = { language: { buckets: [{ key: 'English', doc_count: 1212 }] } }
  const { queries } = open('?query=book&page=2', { aggregations })
  await userEvent.click(await screen.findByRole('checkbox', { name: /English\s*1,212/ }))
  await waitFor(() =>
    expect(queries.at(-1)?.choices).toEqual([{ kind: 'values', field: 'language', values: ['English'] }]),
  )
  expect(address().getAll('filter')).toEqual(['language:English'])
  expect(address().has('page')).toBe(false)

  await userEvent.click(await screen.findByRole('button', { name: 'Remove English' }))
  await waitFor(() => expect(queries.at(-1)?.choices).toEqual([]))
  expect(address().getAll('filter')).toEqual([])
})

test('a value is excluded by the button beside it, and its chip undoes that', async () => {
  const aggregations = { language: { buckets: [{ key: 'English', doc_count: 1212 }] } }
  const { queries } = open('?query=book', { aggregations })
  await userEvent.click(await screen.findByRole('button', { name: 'Exclude English' }))
  await waitFor(() => expect(JSON.stringify(queries.at(-1)?.clause)).toContain('"kind":"not"'))
  expect(address().getAll('exclude')).toEqual(['language:English'])
  expect(screen.getByRole('checkbox', { name: /English/ })).toHaveProperty('checked', false)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Not English' }))
  await waitFor(() => expect(JSON.stringify(queries.at(-1)?.clause)).not.toContain('"kind":"not"'))
  expect(address().has('exclude')).toBe(false)
})

test('without results and alternatives, it offers a request for cataloguing with the term', async () => {
  open('?query=harry+pottre&filter=language:French', { total: 0 })
  expect(await screen.findByText('No records with these filters')).toBeTruthy()
  expect(await screen.findByText('Request cataloguing')).toHaveProperty(
    'href',
    expect.stringMatching(/\/CreateCatalogueRequest\?term=harry\+pottre$/),
  )
  await waitFor(() => expect(document.querySelector('.ways-on')).toBeNull())
})

test('each filter can be left out separately', async () => {
  open('?query=dog&filter=language:French&filter=scisType:Book', {
    total: ({ choices }) => (choices.some((each) => each.field === 'language') ? 0 : choices.length === 0 ? 9 : 4),
  })
  const row = async (name: string) => (await screen.findByText(name)).parentElement?.textContent
  expect(await row('Without “French”')).toBe('Without “French”dog 4 records')
  expect(await row('Without filters')).toBe('Without filtersdog 9 records')
  expect(screen.queryByText('Without “Book”')).toBeNull()
})

test('without results and chosen filters, there is no empty column of filters', async () => {
  open('?query=zzzqqq', { total: 0 })
  expect(await screen.findByText('Nothing found for “zzzqqq”')).toBeTruthy()
  expect(screen.queryByRole('complementary', { name: 'Narrow the results' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
})

test('a page beyond the end becomes the last page', async () => {
  open('?query=book&page=7')
  await waitFor(() => expect(summary()).toBe('61–65 of 65 records'))
  expect(address().get('page')).toBe('3')
  expect(screen.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
})

test.each(['{broken', '{"query":{"script":1}}'])(
  'an unreadable search is reported, and nothing is searched: %s',
  async (text) => {
    const { queries } = open(`?${new URLSearchParams({ bodybuilderquery: text })}`)
    expect(await screen.findByText('We can’t read the search in this address')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Search')
    expect(summary()).toBe('')
    expect(queries).toEqual([])
  },
)

test('while the next page loads, the displayed records keep their numbers', async () => {
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: '/discover/results/?query=book',
    fakes: {
      search: async ({ bodybuilderquery }) => {
        const { from } = parseSearch(bodybuilderquery)
        if (from > 0) await waits
        return { hits: { total: 60, hits: [hitOf(`${from}`, `Book ${from}`)] }, aggregations: {}, took: 1 }
      },
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Next' }))
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeTruthy())
  expect(screen.getByText('Book 0')).toBeTruthy()
  expect(summary()).toBe('1–30 of 60 records')
  expect(document.querySelector('.hit .no')?.textContent).toBe('1')
  answer()
  await screen.findByText('Book 30')
  expect(summary()).toBe('31–60 of 60 records')
  expect(document.querySelector('.hit .no')?.textContent).toBe('31')
})

test('a reply that exceeds 15 seconds shows the generic sentence and a retry button', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    let calls = 0
    renderScreen(<Screen />, {
      api: catalogueApi,
      path: '/discover/results/',
      address: '/discover/results/?query=book',
      fakes: {
        search: () => {
          calls += 1
          if (calls < 3) return new Promise<never>(() => {})
          return { hits: { total: 1, hits: [hitOf('1', 'Book 1')] }, aggregations: {}, took: 1 }
        },
      },
    })
    await waitFor(() => expect(calls).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(screen.queryByText(genericSentence)).toBeNull()
    for (const attempt of [1, 2]) {
      await act(() => vi.advanceTimersByTimeAsync(15_000))
      expect(await screen.findByText(genericSentence)).toBeTruthy()
      expect(summary()).toBe('')
      expect(calls).toBe(attempt)
      act(() => screen.getByRole('button', { name: 'Try again' }).click())
      expect(document.activeElement?.tagName).toBe('H1')
    }
    expect(await screen.findByText('Book 1')).toBeTruthy()
    expect(screen.queryByText(genericSentence)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('after a retry the focus is at the heading', async () => {
  let away = true
  renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: '/discover/results/?query=book',
    fakes: {
      search: () => {
        if (away) throw catalogueProblem('search_unavailable')
        return { hits: { total: 1, hits: [hitOf('1', 'Book 1')] }, aggregations: {}, took: 1 }
      },
    },
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  away = false
  await userEvent.click(again)
  expect(await screen.findByText('Book 1')).toBeTruthy()
  expect(document.activeElement?.tagName).toBe('H1')
})

test('the first subjects are distinct: a subdivision of a listed subject comes later, with its count', async () => {
  const names = [
    'Magic',
    'Magic -- Fiction',
    'Friendship',
    'Dragons -- Fiction',
    'Schools',
    'Schools -- Fiction',
    'Owls',
  ]
  const buckets = names.map((key, i) => ({ key, doc_count: 90 - i }))
  open('?query=book', { aggregations: { subjects: { buckets } } })
  const group = within(await screen.findByRole('group', { name: 'Subject' }))
  const listed = () => group.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(listed()).toEqual(['Magic90', 'Friendship88', 'Dragons — Fiction87', 'Schools86', 'Owls84'])
  await userEvent.click(group.getByRole('button', { name: /^Show 2 more/ }))
  expect(listed().slice(5)).toEqual(['Magic — Fiction89', 'Schools — Fiction85'])
})

test('audiences are in the order of school years', async () => {
  const names = ['Upper primary', 'Lower secondary', 'Lower primary']
  const buckets = names.map((key, i) => ({ key, doc_count: 90 - i }))
  open('?query=book', { aggregations: { targetAudienceText: { buckets } } })
  const group = within(await screen.findByRole('group', { name: 'Audience' }))
  const labels = group.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(labels).toEqual(['Lower primary88', 'Upper primary90', 'Lower secondary89'])
})

test('the filters are in the order of the design', async () => {
  const buckets = [{ key: 'x', doc_count: 1 }]
  const years = { buckets: [{ key: '2004-2013', doc_count: 1 }] }
  const names = ['scisType', 'targetAudienceText', 'genreScis', 'subjects', 'language']
  open('?query=book', {
    aggregations: { publicationYear: years, ...Object.fromEntries(names.map((name) => [name, { buckets }])) },
  })
  await screen.findByRole('group', { name: 'Resource type' })
  const legends = [...document.querySelectorAll('.facets legend')].map((legend) => legend.textContent)
  expect(legends).toEqual(['Resource type', 'Audience', 'Publication year', 'Genre', 'Subject', 'Language'])
})

test.each([
  ['search_unavailable', "We're unable to perform the search. Please try again later"],
  ['not_authorised', 'You are not authorised to search the catalogue.'],
  ['query_not_accepted', 'We can’t understand this search.'],
] as const)('a search that is refused with %s says why', async (code, sentence) => {
  renderScreen(<Screen />, {
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

test('markup in a title is escaped', async () => {
  renderScreen(<Screen />, {
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

test('an address with only the advanced form is searched by it, and completed', async () => {
  const { queries } = open('?advSearch=true&keywords0=dragon&language=French&size=10')
  await waitFor(() => expect(summary()).toBe('1–10 of 65 records'))
  expect(queries).toHaveLength(1)
  expect(JSON.stringify(queries[0]?.clause)).toContain('French')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Results for dragon; language French')
  expect(address().get('bodybuilderquery')).toContain('dragon')
})
