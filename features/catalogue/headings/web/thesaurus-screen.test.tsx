import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { type HeadingHit, headingProblem, headingsApi } from '../contract.ts'
import { addressOfHeading } from '../rules.ts'
import { headingOf } from './testing.ts'
import { headingColumns } from './thesaurus-bar.tsx'
import { ThesaurusScreen } from './thesaurus-screen.tsx'

afterEach(cleanup)

type Query = { query?: unknown; from: number; size: number; sort?: unknown }
type Answer = { total: number; hits?: HeadingHit[] }

/** Serves numbered headings, unless the test gives the results. */
function open(address: string, answer: (query: Query) => Answer | Promise<Answer> = () => ({ total: 65 })) {
  const queries: Query[] = []
  const view = renderScreen(<ThesaurusScreen />, {
    api: headingsApi,
    path: '/discover/thesaurus',
    address: `/discover/thesaurus${address}`,
    fakes: {
      searchHeadings: async ({ bodybuilderquery }) => {
        const query: Query = Object.assign({ from: 0 }, JSON.parse(bodybuilderquery as string))
        queries.push(query)
        const { total, hits } = await answer(query)
        const { from, size } = query
        const numbered = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, i) =>
          headingOf(`${from + i + 1}`, `Heading ${from + i + 1}`),
        )
        return {
          hits: { total, hits: hits ?? numbered },
          aggregations: { isSubject: 1200, isName: 34, isSeriesTitle: 0 },
          took: 1,
        }
      },
    },
  })
  return { ...view, queries }
}
const one = (hit: HeadingHit) => () => ({ total: 1, hits: [hit] })
const address = () => new URLSearchParams(window.location.search)
const summary = () => screen.getByRole('status').textContent
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search the thesaurus' })
const text = JSON.stringify

test('a page has fifty headings, and the address changes with the page', async () => {
  const { queries } = open('?query=heading')
  await waitFor(() => expect(summary()).toBe('1–50 of 65 headings'))
  expect(queries.at(-1)).toMatchObject({ size: 50, from: 0 })
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(summary()).toBe('51–65 of 65 headings'))
  expect(address().get('page')).toBe('2')
  expect(document.activeElement?.tagName).toBe('H1')
})

test('no page leads beyond 10,000 headings', async () => {
  open('?query=heading', () => ({ total: 100_000 }))
  await waitFor(() => expect(summary()).toBe('1–50 of 100,000+ headings'))
  expect(screen.getByRole('link', { name: 'Page 200' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Page 201' })).toBeNull()
})

test('a page beyond the end becomes the last one', async () => {
  open('?query=heading&page=150')
  await waitFor(() => expect(summary()).toBe('51–65 of 65 headings'))
  expect(address().get('page')).toBe('2')
})

test('the orders are those of the specification', async () => {
  const { queries } = open('?query=dog&page=2')
  const sort = await screen.findByLabelText<HTMLSelectElement>('Sort by')
  expect([...sort.options].map((option) => option.text)).toEqual([
    'Relevance',
    'Headings ascending',
    'Headings descending',
  ])
  await userEvent.selectOptions(sort, 'Headings descending')
  await waitFor(() => expect(queries.at(-1)?.sort).toEqual([{ heading: { order: 'desc' } }]))
  expect(address().get('selectedOrder')).toBe('heading')
  expect(address().get('orderByOperator')).toBe('desc')
  expect(address().has('page')).toBe(false)
})

test('one authority is chosen by its count, and kept when other words are searched', async () => {
  const { queries } = open('?query=dog')
  const choice = await screen.findByRole('navigation', { name: 'Authority' })
  await waitFor(() => expect(choice.textContent).toBe('All 65Subjects 1,200Names 34Series 0'))
  await userEvent.click(within(choice).getByRole('link', { name: /Names/ }))
  await waitFor(() => expect(text(queries.at(-1)?.query)).toContain('{"term":{"isName":true}}'))
  expect(within(choice).getByRole('link', { current: true }).textContent).toBe('Names 65')
  // The others keep their counts, chosen or not.
  expect(choice.textContent).toBe('All 1,234Subjects 1,200Names 65Series 0')

  await userEvent.clear(box())
  await userEvent.type(box(), 'cat{Enter}')
  await waitFor(() => expect(address().get('query')).toBe('cat'))
  expect(address().get('selectedThesaurus')).toBe('names')
})

test('a vocabulary is a tag in words, and can be chosen', async () => {
  const { queries } = open('?query=dog', () => ({
    hits: [
      headingOf('sh1', 'Dogs', { schemes: ['scisshl', 'scot'] }),
      headingOf('sc1', 'Dingoes', { topicAuthority: 'scot', schemes: ['scot'] }),
    ],
    total: 2,
  }))
  await screen.findByRole('heading', { level: 2, name: 'Dogs' })
  const [dogs, dingoes] = screen.getAllByRole('listitem').filter((item) => item.matches('.heading-entry'))
  expect(dogs?.querySelector('.scheme-tag')?.textContent).toBe('SCIS')
  expect(dogs?.textContent).toContain('also in ScOT')
  expect(dingoes?.querySelector('.scheme-tag')?.textContent).toBe('ScOT only')

  await userEvent.selectOptions(screen.getByLabelText('Vocabulary'), 'ScOT')
  await waitFor(() => expect(text(queries.at(-1)?.query)).toContain('{"term":{"topicAuthority":"scot"}}'))
  expect(address().get('vocabulary')).toBe('scot')
  expect(address().get('selectedThesaurus')).toBe('subjects')
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Authority' })).getByRole('link', { name: /Names/ }),
  )
  await waitFor(() => expect(address().has('vocabulary')).toBe(false))
  expect(screen.queryByLabelText('Vocabulary')).toBeNull()
})

test('an empty term is not searched', async () => {
  const { queries } = open('?query=dog')
  await screen.findByText('1–50 of 65 headings')
  await userEvent.clear(box())
  await userEvent.type(box(), '   {Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter a search term.')
  expect(document.activeElement).toBe(box())
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(queries).toHaveLength(1)
  await userEvent.type(box(), 'c')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a wildcard at the start of a word is refused at the field', async () => {
  open('?query=*dog', () => {
    throw new Problem('leading_wildcard', 400, ['A search word can’t start with a wildcard.'])
  })
  expect((await screen.findByRole('alert')).textContent).toBe('A search word can’t start with a wildcard.')
  expect(box().getAttribute('aria-describedby')).toBe('heading-complaint')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a heading links to its records, and to related headings', async () => {
  open(
    '?query=canines',
    one(
      headingOf('sh7', 'Dogs -- Training', {
        variants: ['Canines -- Training'],
        broader: [{ recordId: 'sh6', heading: 'Dogs' }],
        narrower: [{ recordId: '', heading: 'Guide dogs' }],
        related: [{ recordId: 'sh9', heading: 'Pets' }],
        earlier: [{ recordId: 'sh1', heading: 'Dog training' }],
        later: [{ recordId: 'sh2', heading: 'Dog schools' }],
        note: 'Here are entered works on teaching dogs.',
        recordCount: 1234,
      }),
    ),
  )
  const heading = await screen.findByRole('heading', { level: 2 })
  const link = within(heading).getByRole('link', { name: 'Dogs — Training' })
  expect(screen.getByRole('link', { name: '1,234 records' }).getAttribute('href')).toBe(link.getAttribute('href'))
  expect(link.getAttribute('href')).toBe(
    addressOfHeading('Dogs -- Training', { kind: 'topic', isName: false, isSeriesTitle: false }),
  )
  expect(screen.getByText('1,234 records')).toBeTruthy()
  expect(screen.getByText('Topic · SCIS subject headings')).toBeTruthy()
  expect(screen.getByText('Here are entered works on teaching dogs.')).toBeTruthy()
  const entry = heading.closest('li')!
  const rows = [...entry.querySelectorAll('dl > div')].map((row) => row.textContent)
  expect(rows).toEqual([
    'Used forCanines — Training',
    'BroaderDogs',
    'NarrowerGuide dogs',
    'RelatedPets',
    'EarlierDog training',
    'LaterDog schools',
  ])
  // The searched word is marked where it was found.
  expect([...entry.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Canines'])
  expect(screen.getByRole('link', { name: 'Dogs' }).getAttribute('href')).toBe('/discover/thesaurus?query=%22Dogs%22')
  expect(screen.queryByRole('link', { name: 'Guide dogs' })).toBeNull()
  expect(screen.getByRole('link', { name: /In the standard/ }).getAttribute('href')).toBe('/standards/sh7')
})

test('a heading without records says so and has no link', async () => {
  open('?query=x', one(headingOf('n1', 'Lindgren, Astrid', { recordCount: 0, isSubject: false, isName: true })))
  const heading = await screen.findByRole('heading', { level: 2 })
  expect(within(heading).queryByRole('link')).toBeNull()
  expect(screen.getByText('No records')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /In the standard/ })).toBeNull()
})

test('many narrower headings are folded until requested', async () => {
  const narrower = Array.from({ length: 30 }, (_, i) => ({ recordId: `${i}`, heading: `Breed ${i}` }))
  open('?query=dogs', one(headingOf('sh6', 'Dogs', { narrower })))
  expect(await screen.findByText('Breed 11')).toBeTruthy()
  expect(screen.queryByText('Breed 12')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show 18 more narrower headings' }))
  expect(screen.getByText('Breed 29')).toBeTruthy()
})

test('a letter links to the headings that begin with it, of the chosen authority', async () => {
  const { queries } = open('?selectedThesaurus=names')
  await userEvent.click(screen.getByRole('link', { name: 'Headings starting with D' }))
  await screen.findByText('1–50 of 65 headings')
  expect(text(queries.at(-1)?.query)).toContain('{"prefix":{"heading":"d"}}')
  expect(text(queries.at(-1)?.query)).toContain('{"term":{"isName":true}}')
  expect(queries.at(-1)?.sort).toEqual([{ heading: { order: 'asc' } }])
  expect(screen.getByRole('link', { name: 'Headings starting with D' }).getAttribute('aria-current')).toBe('true')
  // A word search is sorted by relevance again.
  await userEvent.type(box(), 'cat{Enter}')
  await waitFor(() => expect(window.location.search).toBe('?query=cat&selectedThesaurus=names'))
})

test('an authority without a word shows all of its headings', async () => {
  const { queries } = open('?selectedThesaurus=series')
  await screen.findByText('1–50 of 65 headings')
  expect(queries.at(-1)?.query).toEqual({
    bool: { must: [{ match_all: {} }], filter: [{ term: { isSeriesTitle: true } }] },
  })
  await waitFor(() => expect(document.title).toBe('All series – thesaurus'))
})

test('an empty authority says so, without useless alternatives', async () => {
  open('?selectedThesaurus=series', () => ({ total: 0 }))
  expect(await screen.findByText('There are no headings among series')).toBeTruthy()
  expect(screen.queryByLabelText('Sort by')).toBeNull()
  expect(screen.queryByText('In all headings')).toBeNull()
})

test('headings that begin with a digit come before A', async () => {
  const { queries } = open('')
  await userEvent.click(screen.getByRole('link', { name: 'Headings starting with 0–9' }))
  await screen.findByText('1–50 of 65 headings')
  expect(text(queries.at(-1)?.query)).toContain('{"range":{"heading":{"gte":"0","lt":"a"}}}')
  expect(screen.getByRole('link', { name: 'Headings starting with 0–9' }).getAttribute('aria-current')).toBe('true')
  expect(document.title).toBe('0–9 – thesaurus')
})

test('a top term of several schemes appears once, with all narrower headings', async () => {
  const below = (...headings: string[]) => ({ narrower: headings.map((heading) => ({ recordId: heading, heading })) })
  open('', () => ({
    total: 2,
    hits: [headingOf('sh1', 'Arts', below('Dance', 'Drama')), headingOf('s1', 'Arts', below('Dance', 'Theatre'))],
  }))
  expect((await screen.findByRole('link', { name: 'Arts' })).parentElement?.textContent).toBe(
    'Arts 3 narrower headings',
  )
})

test('without a term the screen explains itself and offers entry points', async () => {
  const { queries } = open('', () => ({
    total: 1,
    hits: [headingOf('sh1', 'Animals', { narrower: [{ recordId: 'sh2', heading: 'Dogs' }] })],
  }))
  expect(await screen.findByText('Top terms')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Animals' }).parentElement?.textContent).toBe('Animals 1 narrower heading')
  expect(screen.getByRole('link', { name: 'as a tree' }).getAttribute('href')).toBe('/standards/tree')
  expect(queries).toHaveLength(1)
  expect(screen.queryByLabelText('Sort by')).toBeNull()
})

test('a custom query in the address is sent unchanged', async () => {
  const query = { match_phrase: { heading: 'guide dogs' } }
  const { queries } = open(`?bodybuilderquery=${encodeURIComponent(JSON.stringify({ query }))}`)
  await screen.findByText('1–50 of 65 headings')
  expect(text(queries[0]?.query)).toContain(text(query).slice(1, -1))
})

test('an address with an unreadable query says so and sends nothing', async () => {
  const { queries } = open('?bodybuilderquery=%7Bbroken')
  expect(await screen.findByText('We can’t read the search in this address')).toBeTruthy()
  expect(queries).toHaveLength(0)
})

test('if nothing is found, it offers every authority, beginnings of words, and the catalogue itself', async () => {
  open('?query=dinosuars&selectedThesaurus=names', ({ query }) => ({
    total: text(query).includes('dinosu*') || text(query).includes('dinos*') ? 4 : 0,
  }))
  expect(await screen.findByText('No headings found for “dinosuars” among names')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'dinosu*' })).getAttribute('href')).toBe(
    '/discover/thesaurus?query=dinosu*',
  )
  expect(screen.queryByRole('link', { name: 'dinos*' })).toBeNull()
  expect(screen.queryByText('In all headings')).toBeNull()
  expect(screen.getByRole('link', { name: 'Search the catalogue' }).getAttribute('href')).toBe(
    '/discover/results/?query=dinosuars',
  )
})

test('a person who may not search reads why, without an error', async () => {
  open('?query=dog', () => {
    throw new Problem('not_authorised', 403, ['Your subscription has ended.'])
  })
  expect(await screen.findByText('You can’t search the thesaurus at the moment')).toBeTruthy()
  expect(screen.getByText('Your subscription has ended.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a search that fails can be retried', async () => {
  let works = false
  open('?query=dog', () => {
    if (!works) throw headingProblem('search_unavailable')
    return { total: 2 }
  })
  expect((await screen.findByRole('alert')).textContent).toContain(
    "We're unable to perform the search. Please try again later",
  )
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1–2 of 2 headings')).toBeTruthy()
})

test('a search that is not there after 15 s says so and can be retried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let answers = false
  try {
    open('?query=dog', () => (answers ? { total: 2 } : new Promise<Answer>(() => {})))
    await screen.findByText('Searching…')
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(screen.getByRole('alert').textContent).toContain(genericSentence)
    answers = true
    const retry = screen.getByRole('button', { name: 'Try again' })
    await act(async () => retry.click())
    expect(await screen.findByText('1–2 of 2 headings')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  [130, 130, null],
  [12_000, 10_000, /The file has the first 10,000\./],
])('of %d headings found on any page, %d are exported', async (total, inFile, note) => {
  open('?query=dog&page=2', () => ({ total }))
  await screen.findByText(/^51–100 of/)
  const { name, lines } = await exported()
  expect(name).toBe('Headings found.csv')
  expect(lines).toHaveLength(1 + inFile)
  expect(lines[1]).toMatch(/^1,Heading 1,/)
  expect(screen.queryByText(/The file has/)?.textContent ?? null).toEqual(note && expect.stringMatching(note))
})

test('the headings are a table for spreadsheets', () => {
  const dogs = headingOf('sh6', 'Dogs', {
    variants: ['Canines', 'Hounds'],
    broader: [{ recordId: 'sh5', heading: 'Mammals' }],
  })
  const { columns, rows } = fileOf(headingColumns, [dogs])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toHaveLength(columns.length)
  expect(rows[0]).toEqual([1, 'Dogs', 'topic', 'scisshl', 3, 'Canines; Hounds', 'Mammals', '', '', '', '', '', 'sh6'])
})
