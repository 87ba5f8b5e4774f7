import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { catalogueApi, type OtherReading } from '#features/catalogue/contract.ts'
import { goTo } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../query/server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

const Screen = withRecordPieces(ResultsScreen)

afterEach(cleanup)

/** A catalogue without the words of the address, but with records of this other reading. */
function openOther(
  address: string,
  reading: Partial<OtherReading> & { query: string },
  total = 65,
  wait?: () => Promise<void>,
  own = 0,
) {
  const searches: { bodybuilderquery: unknown; otherwise?: string | undefined }[] = []
  renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: async (input) => {
        searches.push(input)
        if (searches.length > 1) await wait?.()
        const isTyped = input === searches[0]
        const found = { total, hits: [hitOf('1', 'Harry Potter and the philosopher’s stone')] }
        const other = { by: 'spelling' as const, filters: [], keepsFilters: false, others: [], ...reading }
        return {
          hits: isTyped ? { total: own, hits: own > 0 ? [hitOf('9', 'Recordings')] : [] } : found,
          aggregations: {},
          took: 1,
          ...(isTyped && { otherwise: { ...other, hits: found, aggregations: {} } }),
        }
      },
    },
  })
  return searches
}

test('what finds nothing is said first, then the records of the other reading, named and in one call', async () => {
  const searches = openOther('?query=harry+poter', {
    query: 'harry potter',
    others: [{ by: 'spelling', query: 'harry porter', filters: [], keepsFilters: false, total: 3 }],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'No records for “harry poter”' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(
    'No records for “harry poter”. Showing “harry potter”. 1–30 of 65 records',
  )
  expect(searches.map(({ otherwise }) => otherwise)).toEqual(['true'])
  expect(await screen.findByRole('link', { name: /^Harry Potter/ })).toBeTruthy()
  expect(screen.queryByText(/^Nothing found/)).toBeNull()
  // Everything on the screen is about the records that it shows.
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
    '/discover/results/?query=harry+potter&page=2',
  )
  expect((await screen.findByRole('link', { name: 'harry porter' })).parentElement?.textContent).toBe(
    '3 for harry porter',
  )
  expect(screen.getByRole('link', { name: 'Request cataloguing' }).getAttribute('href')).toMatch(/term=harry\+poter$/)
  expect(window.location.search).toBe('?query=harry+poter')
})

test('the few records of a search come before those of its other reading', async () => {
  openOther('?query=magic+for+children', { by: 'filters', query: 'magic' }, 2, undefined, 1)
  await screen.findByText('Records for “magic”')
  expect(screen.getByRole('heading', { level: 1, name: 'Results for magic for children' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('1 record, then those for “magic”. 1–2 of 2 records')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(expect.arrayContaining(['Recordings', 'Harry Potter and the philosopher’s stone']))
  expect(titles.indexOf('Recordings')).toBeLessThan(titles.indexOf('Harry Potter and the philosopher’s stone'))
})

test('words that name values are chips, and a removed one leaves the other words', async () => {
  const searches = openOther('?query=roald+dahl+audiobook', {
    by: 'filters',
    query: 'roald dahl',
    filters: [{ field: 'scisType', value: 'Audiobook' }],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Audiobook' }))
  await waitFor(() => expect(window.location.search).toBe('?query=roald+dahl'))
  await waitFor(() => expect(searches).toHaveLength(2))
  expect(parseSearch(searches[1]!.bodybuilderquery).choices).toEqual([])
})

test.each([
  [{ by: 'series', query: 'series:(narnia 3)', name: 'narnia 3' }, 'Showing “narnia 3” in series.'],
  [{ by: 'mostWords', query: 'shark song', atLeast: 1 }, 'Showing records with any of the words “shark song”.'],
  [{ by: 'mostWords', query: 'blue whale song', atLeast: 2 }, 'Showing records with 2 of the words “blue whale song”.'],
  [
    { by: 'filters', query: '', filters: [{ field: 'language', value: 'Maori' }] },
    'Showing all records with these filters.',
  ],
  [{ by: 'withoutFilters', query: 'dog' }, 'Showing “dog” without the filters.'],
] as const)('the reading %j is named in a sentence', async (reading, sentence) => {
  openOther('?query=dog&filter=language:French', {
    ...reading,
    filters: [...('filters' in reading ? reading.filters : [])],
  })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('while the next search is under way, nothing is said about its records', async () => {
  let answer = () => {}
  const searches = openOther('?query=zz', { query: 'z' }, 65, () => new Promise<void>((resolve) => (answer = resolve)))
  await screen.findByRole('heading', { level: 1, name: 'No records for “zz”' })
  act(() => goTo('/discover/results/?query=dragon'))
  await waitFor(() => expect(searches).toHaveLength(2))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Results for dragon')
  expect(screen.queryByText(/^No records for/)).toBeNull()
  act(() => answer())
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1–30 of 65 records'))
})

test('the next page of a reading by most words has an address of its own', async () => {
  const searches = openOther('?query=zz+blue+whale+song', { by: 'mostWords', query: 'blue whale song', atLeast: 2 })
  await userEvent.click(await screen.findByRole('link', { name: 'Page 2' }))
  await waitFor(() => expect(searches).toHaveLength(2))
  expect(parseSearch(searches[1]!.bodybuilderquery).clause).toMatchObject({ kind: 'or', atLeast: 2 })
})
